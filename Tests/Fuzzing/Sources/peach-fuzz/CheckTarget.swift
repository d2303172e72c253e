import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials

/// Experiment files as `peach check` takes them and a simulation begins with them: what is true of every cell, and its first
/// trials.
struct CheckTarget: FuzzTarget {
  static let name = "check"
  /// More cells are left to tests of speed.
  private static let mostCells = 4

  func messages(of bytes: [UInt8]) -> [String] {
    peach_fuzz.messages {
      let experiment = try Experiment.parse(
        TextFile.text(bytes, of: "x.yaml"), file: "x.yaml", overrides: ExperimentTarget.overrides)
      let plan = experiment.plan
      guard plan.cells.count <= Self.mostCells else { return [] }
      for cell in plan.cells { Played.answers(to: cell) }
      return (experiment.warnings + plan.outOfReach(plan.cellRecords)).map(\.description)
    }
  }
}

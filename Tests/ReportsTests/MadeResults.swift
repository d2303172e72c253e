import Foundation
import PeachStorage
import PeachTrials

/// A results file made by hand: cells of one or more listeners, whose runs have known thresholds.
struct MadeResults {
  struct Cell {
    var strategy: String
    var listener = "ear"
    var varied: [String] = []
    var truth = 10.0
    /// The thresholds of the common fit; `nil` for a run without one.
    var thresholds: [Double?]
    /// Thresholds of the strategy's own estimator, if it has one.
    var own: [Double?]?
  }

  var cells: [Cell]
  var question: String? = "Which is best?"
  var varied: [String] = []
  var scale = Axis.Scale.log
  var unit = "cents"

  /// Calls a function with the file, and removes it.
  func with<Result>(_ body: (ResultsFile) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(file(at: folder.appending(path: "made.sqlite").path))
  }

  private func file(at path: String) throws -> ResultsFile {
    let most = cells.map(\.thresholds.count).max() ?? 0
    let simulation = SimulationRecord(
      name: "made", question: question, digest: "", seed: "", version: "", build: "", experiment: "{}",
      task: "comparison", unit: unit, scale: scale, alternatives: 2, varied: varied, replicates: most)
    let records = cells.enumerated().map { id, cell in
      let own = EstimatorRecord(
        name: "own", target: 0.5.squareRoot(), truth: cell.truth, trueLapse: 0, idealSweat: 3)
      let fit = EstimatorRecord(name: "fit", target: 0.75, truth: cell.truth, trueLapse: 0, idealSweat: 3)
      return CellRecord(
        id: id, strategy: cell.strategy, listener: cell.listener, varied: cell.varied,
        estimators: cell.own == nil ? [fit] : [own, fit])
    }
    let file = try ResultsFile.create(at: path, simulation, cells: records, replacing: true)
    for (id, cell) in cells.enumerated() {
      var batch = BatchRecord(cell: id, replicates: 1...cell.thresholds.count, seconds: 0)
      for (index, threshold) in cell.thresholds.enumerated() {
        batch.runs.append(
          RunRecord(
            replicate: index + 1, trials: 60, reversals: 9, correct: 45, judged: 60, stopReason: "trials", failure: nil)
        )
        for (place, value) in ((cell.own.map { [$0[index]] } ?? []) + [threshold]).enumerated() {
          var estimate = EstimateRecord(
            replicate: index + 1, estimator: place, status: value == nil ? .allCorrect : .ok)
          estimate.threshold = value
          batch.estimates.append(estimate)
        }
      }
      try file.append([batch])
    }
    return file
  }

  /// Thresholds around a centre, as even quantiles of log-normal errors with so many octaves of standard deviation.
  static func spread(_ octaves: Double, around centre: Double = 10, failing share: Double = 0, runs: Int = 200)
    -> [Double?]
  {
    (0..<runs).map { run in
      if Double((run * 7) % runs) < share * Double(runs) { return nil }
      // Another order for each spread, so that pairs of runs differ.
      let place = (run * 37 + Int(octaves * 100)) % runs
      let p = (Double(place) + 0.5) / Double(runs)
      return centre * exp2(octaves * log(p / (1 - p)) * 0.5513)
    }
  }
}

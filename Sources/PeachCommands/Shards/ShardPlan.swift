import PeachSessions
import PeachStorage
import PeachSupport

/// The part of the plan that all shards must state alike: cells, varied values and estimators.
struct ShardPlan {
  private let path: String
  private let simulation: SimulationRecord
  private let cells: [CellRecord]

  init(of results: ResultsFile) throws(RecordsError) {
    simulation = try results.simulation()
    cells = try results.cells()
    path = results.path
  }

  /// The error if another shard differs; `nil` if it states the same.
  func difference(from other: ShardPlan) -> LiveSessionError? {
    guard let row = row(unlike: other) else { return nil }
    return LiveSessionError(
      .content,
      "\(SafeText.line(other.path)): this file or \(SafeText.line(path)) is damaged: \(row) differs between them\n"
        + "  hint: peach simulate EXPERIMENT.yaml --shard \(other.simulation.shard) "
        + "-o \(SafeText.forShell(other.path)) --force makes this shard again; --shard \(simulation.shard) makes "
        + "the other")
  }

  /// The first row that is another.
  private func row(unlike other: ShardPlan) -> String? {
    if ShardPlan.isOther(simulation, other.simulation) { return "table simulation" }
    if simulation.varied != other.simulation.varied { return "table varied" }
    if cells.count != other.cells.count { return "table cell" }
    for (cell, its) in zip(cells, other.cells) {
      if let row = ShardPlan.row(of: cell, unlike: its) { return row }
    }
    return nil
  }

  /// By what also follows from the experiments, which were compared before.
  private static func isOther(_ one: SimulationRecord, _ two: SimulationRecord) -> Bool {
    (one.seed, one.task, one.unit, one.scale, one.alternatives)
      != (two.seed, two.task, two.unit, two.scale, two.alternatives)
  }

  private static func row(of one: CellRecord, unlike two: CellRecord) -> String? {
    if (one.strategy, one.listener, one.alternatives, one.heard)
      != (two.strategy, two.listener, two.alternatives, two.heard)
    {
      return "table cell, id \(one.id)"
    }
    if let place = one.varied.indices.first(where: { one.varied[$0] != two.varied[$0] }) {
      return "table cell_varied, cell \(one.id), place \(place)"
    }
    let (estimators, others) = (one.estimators, two.estimators)
    if estimators.count != others.count { return "table estimator, cell \(one.id)" }
    return estimators.indices.first { !isSame(estimators[$0], others[$0]) }.map {
      "table estimator, cell \(one.id), place \($0)"
    }
  }

  private static func isSame(_ one: EstimatorRecord, _ two: EstimatorRecord) -> Bool {
    one.name == two.name && isSame(one.target, two.target) && isSame(one.truth, two.truth)
      && isSame(one.truthError, two.truthError)
      && isSame(one.trueLapse, two.trueLapse) && isSame(one.idealSweat, two.idealSweat)
      && isSame(one.trueSlope, two.trueSlope)
  }

  /// Processors of other kinds may differ in a last digit.
  private static func isSame(_ one: Double?, _ two: Double?) -> Bool {
    guard let one, let two else { return one == two }
    return abs(one - two) <= 1e-6 * max(abs(one), abs(two))
  }
}

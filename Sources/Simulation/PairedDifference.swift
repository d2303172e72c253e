public import Records
import Trials

/// How much more error one cell's common fit has than another's with the same listener, over the replicates in which both
/// have a threshold. Strategies meet the same random numbers there, so that the difference is surer than either.
public struct PairedDifference: Sendable {
  public var cell: CellRecord
  /// What it is held against: the cell with the least error.
  public var best: CellRecord
  /// Replicates in which both have a threshold.
  public var pairs: Int
  /// Of all there are.
  public var replicates: Int
  /// The root mean square error of the cell less that of the best, in units of the error, with the standard error of the
  /// difference from the pairs.
  public var rootMeanSquareError: Estimated

  /// Whether the difference is more than twice its Monte Carlo error.
  public var isTold: Bool {
    guard let value = rootMeanSquareError.value, let error = rootMeanSquareError.standardError else { return false }
    return abs(value) > 2 * error
  }

  /// One for each cell but the best of those that meet a listener under the same conditions, in file order.
  ///
  /// The best is the one with the least error among those of which at most a tenth of the runs failed, where there are
  /// such.
  ///
  /// - Parameter rows: The summary of the file.
  /// - Complexity: O(runs) time; memory for one error of each run of one listener at a time.
  public static func againstBest(
    of results: ResultsFile, _ rows: [SummaryRow]
  ) throws(RecordsError) -> [PairedDifference] {
    let simulation = try results.simulation()
    var conditions: [[String]] = []
    var groups: [[String]: [SummaryRow]] = [:]
    for row in rows where row.estimator.name == "fit" {
      let condition = condition(of: row.cell, simulation.varied)
      if groups[condition] == nil { conditions.append(condition) }
      groups[condition, default: []].append(row)
    }
    var differences: [PairedDifference] = []
    for condition in conditions {
      guard let group = groups[condition], group.count > 1, let best = best(of: group) else { continue }
      let errors = try self.errors(of: best.cell, in: results, simulation.axis)
      for row in group where row.cell.id != best.cell.id {
        let own = try self.errors(of: row.cell, in: results, simulation.axis)
        differences.append(PairedDifference(row.cell, own, best.cell, errors))
      }
    }
    return differences
  }

  /// The listener with the varied values that are not a strategy's own.
  private static func condition(of cell: CellRecord, _ varied: [String]) -> [String] {
    [cell.listener] + zip(varied, cell.varied).filter { path, _ in !path.hasPrefix("strategies.") }.map(\.1)
  }

  private static func best(of group: [SummaryRow]) -> SummaryRow? {
    let sound = group.filter { ($0.failed.value ?? 0) <= 0.1 * Double($0.replicates) }
    return (sound.isEmpty ? group : sound).filter { $0.rootMeanSquareError.value != nil }.min {
      ($0.rootMeanSquareError.value ?? 0) < ($1.rootMeanSquareError.value ?? 0)
    }
  }

  /// The error of the common fit by replicate; NaN where the run has none.
  private static func errors(
    of cell: CellRecord, in results: ResultsFile, _ axis: Axis
  ) throws(RecordsError) -> [(replicate: Int, error: Double)] {
    var errors: [(replicate: Int, error: Double)] = []
    try results.forEachRun(of: cell.id) { run, estimate in
      let estimator = cell.estimators[estimate.estimator]
      guard estimator.name == "fit" else { return }
      errors.append((run.replicate, Summary.outcome(of: estimate, estimator, axis).error ?? .nan))
    }
    return errors
  }

  /// - Parameters:
  ///   - errors: By replicate, rising; likewise of the best.
  private init(
    _ cell: CellRecord, _ errors: [(replicate: Int, error: Double)], _ best: CellRecord,
    _ others: [(replicate: Int, error: Double)]
  ) {
    self.cell = cell
    self.best = best
    replicates = errors.count
    var (own, other): ([Double], [Double]) = ([], [])
    var place = 0
    for (replicate, error) in errors {
      while place < others.count, others[place].replicate < replicate { place += 1 }
      guard place < others.count, others[place].replicate == replicate else { continue }
      let paired = others[place].error
      guard error.isFinite, paired.isFinite else { continue }
      own.append(error)
      other.append(paired)
    }
    pairs = own.count
    rootMeanSquareError = Statistics.differenceOfRootMeanSquares(own, other)
  }
}

public import PeachStorage
public import PeachTrials

/// The summary of one estimator in one cell: error, bias, coverage, failures and cost.
///
/// The error of an estimate is log2(estimate / truth) on a log axis, in octaves, otherwise estimate − truth in the
/// axis's unit (`Axis.error`). Unless a figure says otherwise, it covers the runs with a valid threshold. The
/// value of a figure is `nil` if no run determines it, for example if the truth is unknown.
public struct SummaryRow: Sendable {
  /// The cell: strategy, listener and varied values.
  public var cell: CellRecord
  /// The estimator, with its target and the true threshold.
  public var estimator: EstimatorRecord
  /// The number of runs of the cell so far.
  public var replicates: Int
  /// The number of runs without a valid threshold.
  public var failed: MonteCarloValue
  /// The mean number of trials of a run, over all runs.
  public var trials: MonteCarloValue
  /// The mean threshold in the axis's unit; on a log axis the geometric mean. Its value is `nil` unless the truth is
  /// unknown.
  public var meanThreshold = MonteCarloValue.none
  /// The mean error: positive if the thresholds are too high.
  public var bias: MonteCarloValue
  /// The median error.
  public var medianBias: MonteCarloValue
  /// The standard deviation of the errors; if the truth is unknown, of the thresholds, on a log axis of their log2.
  public var standardDeviation: MonteCarloValue
  /// The distance between the quartiles of the errors.
  public var interquartileRange: MonteCarloValue
  /// The root mean square error: bias and spread together.
  public var rootMeanSquareError: MonteCarloValue
  /// The share (0…1) of the 95 % intervals that contain the truth, over the runs that have an interval; an open end
  /// is infinite.
  public var coverage: MonteCarloValue
  /// The number of runs that have a 95 % interval.
  public var intervals = 0
  /// The sweat factor: the mean number of trials times the variance of the errors. A small one is good.
  ///
  /// Source: Taylor & Creelman (1967), J. Acoust. Soc. Am. 41:782–787, doi:10.1121/1.1910407.
  public var sweatFactor: MonteCarloValue
  /// The smallest possible sweat factor, with every trial at the best level, divided by the actual one; 1 is ideal.
  public var efficiency: MonteCarloValue
  /// The mean percentage (0…100) of correct answers in a run, over all runs.
  public var percentCorrect: MonteCarloValue
  /// The share (0…1) of all runs, failed ones included, whose threshold lies within a tenth of the truth. Its value
  /// is `nil` on an axis whose 0 is a convention, such as dB.
  public var withinTenth: MonteCarloValue
  /// The share (0…1) of all runs within the requested part of the truth, failed ones included. Its value is `nil` as
  /// for `withinTenth`.
  public var within: MonteCarloValue
  /// The mean error of the slope dψ/dx, per unit of the axis, for estimators that estimate it.
  public var slopeBias: MonteCarloValue
  /// The root mean square error of the slope dψ/dx, per unit of the axis.
  public var slopeError: MonteCarloValue
  /// The mean error of the lapse rate λ (a probability), for estimators that estimate it.
  public var lapseBias: MonteCarloValue
  /// The root mean square error of the lapse rate λ (a probability).
  public var lapseError: MonteCarloValue
  /// The number of failed runs for each status.
  public var failures: [EstimateStatus: Int]
  /// The median |error| over all runs; failed runs count as infinitely far. Its value is `nil` if half of them or
  /// more failed.
  public var medianAbsoluteError: MonteCarloValue
  /// The median width of the 95 % intervals, in the unit of the error; intervals with an open end count as infinitely
  /// wide.
  public var intervalWidth: MonteCarloValue
  /// The share (0…1) of the intervals that have an open end.
  public var intervalOpen: MonteCarloValue
  /// The errors of the runs with a threshold, in ascending order; 400 evenly spaced quantiles of them if there are
  /// more.
  public var errorQuantiles: [Double]
}

extension SummaryRow {
  /// Whether fewer than nine of ten 95 % intervals contain the truth, beyond chance.
  package var hasNarrowIntervals: Bool {
    guard let coverage = coverage.value, let error = self.coverage.standardError else { return false }
    return coverage + 3 * error < 0.9
  }

  /// A row with errors and failures only.
  package init(
    cell: CellRecord, estimator: EstimatorRecord, replicates: Int, failed: MonteCarloValue,
    rootMeanSquareError: MonteCarloValue
  ) {
    self.init(
      cell: cell, estimator: estimator, replicates: replicates, failed: failed, trials: .none, bias: .none,
      medianBias: .none, standardDeviation: .none, interquartileRange: .none, rootMeanSquareError: rootMeanSquareError,
      coverage: .none, sweatFactor: .none, efficiency: .none, percentCorrect: .none, withinTenth: .none, within: .none,
      slopeBias: .none, slopeError: .none, lapseBias: .none, lapseError: .none, failures: [:],
      medianAbsoluteError: .none,
      intervalWidth: .none, intervalOpen: .none, errorQuantiles: [])
  }
}

/// Summaries of runs, from a results file or in memory.
///
/// ```swift
/// for row in try Summary.rows(of: results) {
///   print(row.cell.strategy, row.estimator.name, row.rootMeanSquareError.value ?? .nan)
/// }
/// ```
public enum Summary {
  /// The outcome of an estimate: its error, or `nil`, and whether its run counts as failed. A run also counts as
  /// failed if its error is not a number.
  package static func outcome(
    of estimate: EstimateRecord, _ estimator: EstimatorRecord, _ axis: Axis
  ) -> (error: Double?, isFailed: Bool) {
    if !estimate.status.hasThreshold { return (nil, true) }
    guard let threshold = estimate.threshold, let truth = estimator.held(against: estimate).truth else {
      return (nil, false)
    }
    let error = axis.error(of: threshold, truth: truth)
    return error.isFinite ? (error, false) : (nil, true)
  }

  /// Whether a threshold lies within a tenth of the truth.
  static func isWithinTenth(_ estimate: EstimateRecord, _ estimator: EstimatorRecord) -> Bool {
    guard let threshold = estimate.threshold, let truth = estimator.held(against: estimate).truth else { return false }
    return abs(threshold - truth) <= 0.1 * abs(truth)
  }

  /// Returns one row for each estimator of a cell, from runs in memory.
  package static func rows(of batch: BatchRecord, _ cell: CellRecord, _ axis: Axis) -> [SummaryRow] {
    var sample = CellSample(cell, axis, within: 0.1)
    sample.add(batch)
    return sample.rows()
  }

  /// Returns one row for each cell and estimator, in file order.
  ///
  /// - Parameter share: The part of the truth within which a threshold counts as `within`; 0.1 is 10 %.
  /// - Throws: `RecordsError` if the file cannot be read or is damaged.
  public static func rows(of results: ResultsFile, within share: Double = 0.1) throws(RecordsError) -> [SummaryRow] {
    let simulation = try results.simulation()
    let axis = simulation.axis
    var rows: [SummaryRow] = []
    for cell in try results.cells() {
      var sample = CellSample(cell, axis, within: share)
      try results.forEachRun(of: cell.id) { sample.add($0, $1) }
      rows += sample.rows()
    }
    return rows
  }
}

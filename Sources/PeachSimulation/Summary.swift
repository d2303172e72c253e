public import PeachStorage
public import PeachTrials

/// The summary of one estimator in one cell: error, bias, coverage, failures and cost.
///
/// The error of an estimate is log2(estimate / truth) on a log axis, in octaves, otherwise estimate − truth in the
/// axis's unit (`Axis.error`). In a population, the truth is that of the run's own listener. Unless its comment says
/// otherwise, a figure covers the runs with a valid threshold. The value of a figure is `nil` if no run determines it,
/// for example if the truth is unknown. In pitch matching, the parameter that `EstimatorRecord.name` states replaces
/// the threshold.
public struct SummaryRow: Sendable {
  /// The cell that the row describes: one strategy with one listener at one set of varied values.
  public var cell: CellRecord
  /// The estimator, with its target and the true threshold.
  public var estimator: EstimatorRecord
  /// The number of runs of the cell that the row covers, failed ones included: all that are stored so far.
  public var replicates: Int
  /// The number of failed runs: those without a valid threshold, or whose error is not a finite number. Its value is
  /// `nil` if there are no runs.
  public var failed: MonteCarloValue
  /// The mean number of trials of a run, over all runs, failed ones included. Its value is `nil` if there are no runs.
  public var trials: MonteCarloValue
  /// The mean of the valid thresholds in the axis's unit, on a log axis the geometric mean; only if the truth is
  /// unknown. Its value is `nil` if the truth is known, no threshold is valid, or the estimator has no target.
  public var meanThreshold = MonteCarloValue.none
  /// The mean error of the valid thresholds: log2(estimate / truth) on a log axis, otherwise estimate − truth in the
  /// axis's unit; positive if they are too high. Its value is `nil` if the truth is unknown or no threshold is valid.
  public var bias: MonteCarloValue
  /// The median error of the valid thresholds: log2(estimate / truth) on a log axis, otherwise estimate − truth in the
  /// axis's unit. Its value is `nil` if the truth is unknown or no threshold is valid.
  public var medianBias: MonteCarloValue
  /// The standard deviation of the errors of the valid thresholds, in octaves on a log axis, otherwise in the axis's
  /// unit. If the truth is unknown but the estimator has a target, it is that of the thresholds, on a log axis of their
  /// log2. Its value is `nil` if there are fewer than two.
  public var standardDeviation: MonteCarloValue
  /// The distance between the quartiles of the errors, in octaves on a log axis, otherwise in the axis's unit. Its
  /// value is `nil` if the truth is unknown or fewer than two thresholds are valid.
  public var interquartileRange: MonteCarloValue
  /// The root mean square error of the valid thresholds, bias and spread together, in octaves on a log axis, otherwise
  /// in the axis's unit. Its value is `nil` if the truth is unknown or no threshold is valid.
  public var rootMeanSquareError: MonteCarloValue
  /// The share (0…1) of the 95 % intervals of the threshold that contain the truth; an open end is infinite. It covers
  /// the runs with a known truth, a valid threshold and at least one end of its interval. Its value is `nil` if there
  /// are none.
  public var coverage: MonteCarloValue
  /// The number of runs that have a known truth, a valid threshold, and at least one end of its 95 % interval.
  public var intervals = 0
  /// The sweat factor: the mean number of trials times the variance of the errors (octaves² on a log axis, otherwise
  /// the axis's unit squared), both over the runs with a valid threshold. A small one is good. Its value is `nil` if
  /// the truth is unknown or fewer than two thresholds are valid.
  ///
  /// Source: Taylor & Creelman (1967), J. Acoust. Soc. Am. 41:782–787, doi:10.1121/1.1910407.
  public var sweatFactor: MonteCarloValue
  /// The smallest possible sweat factor, with every trial at the best level, divided by the actual one. 1 is ideal; it
  /// can be larger, because failed runs do not count. Its value is `nil` in pitch matching, and if either factor is
  /// unknown or the actual one is 0.
  public var efficiency: MonteCarloValue
  /// The mean percentage (0…100) of correct answers in a run, over all runs, failed ones included. Trials whose answer
  /// is neither correct nor wrong do not count. Its value is `nil` if there are no others, as in pitch matching.
  public var percentCorrect: MonteCarloValue
  /// The share (0…1) of all runs whose threshold lies within ±10 % of the truth; failed runs count as outside. Its
  /// value is `nil` if there are no runs, if the truth is unknown, 0 or never reached, or if the 0 of the axis is a
  /// convention: in dB, and on linear axes other than cents.
  public var withinTenth: MonteCarloValue
  /// The share (0…1) of all runs whose threshold lies within the part of the truth that `Summary.rows(of:within:)`
  /// states, by default ±10 %; failed runs count as outside. Its value is `nil` in the same cases as that of
  /// `withinTenth`.
  public var within: MonteCarloValue
  /// The mean error (estimate − truth) of the slope dψ/dx at the threshold, per unit of the axis. It covers the runs
  /// with a valid threshold and a slope, estimated or assumed. Its value is `nil` if there are none, or if the true
  /// slope is unknown. Peach knows none for the common fit of a comparison, nor for a strategy that does not estimate
  /// the threshold as a parameter of a psychometric function.
  public var slopeBias: MonteCarloValue
  /// The root mean square error of the slope dψ/dx at the threshold, per unit of the axis. It covers the same runs as
  /// `slopeBias`, and its value is `nil` in the same cases.
  public var slopeError: MonteCarloValue
  /// The mean error (estimate − truth) of the lapse rate λ, a probability. It covers the runs with a valid threshold
  /// and a lapse rate, estimated or assumed. Its value is `nil` if there are none, or if the true slope or the true λ
  /// is unknown.
  public var lapseBias: MonteCarloValue
  /// The root mean square error of the lapse rate λ, a probability. It covers the same runs as `lapseBias`, and its
  /// value is `nil` in the same cases.
  public var lapseError: MonteCarloValue
  /// The number of failed runs by the status of their estimate; a status without failed runs is missing. A failed run
  /// has a valid status such as `ok` if only its error is not a finite number.
  public var failures: [EstimateStatus: Int]
  /// The median |error| over all runs, in octaves on a log axis, otherwise in the axis's unit; failed runs count as
  /// infinitely far. Its value is `nil` if half of the runs or more failed, or if the truth is unknown.
  public var medianAbsoluteError: MonteCarloValue
  /// The median width of the 95 % intervals of the threshold: log2(high / low) on a log axis, otherwise high − low in the
  /// axis's unit. It covers the runs that `intervals` counts; an interval with an open end counts as infinitely wide. Its
  /// value is `nil` if half of them or more have an open end, or if there are none, for example if the truth is unknown.
  public var intervalWidth: MonteCarloValue
  /// The share (0…1) of the 95 % intervals that have an open end; on a log axis, a lower end of 0 or less is open. It
  /// covers the runs that `intervals` counts. Its value is `nil` if there are none, for example if the truth is unknown.
  public var intervalOpen: MonteCarloValue
  /// The errors of the valid thresholds in ascending order, in octaves on a log axis, otherwise in the axis's unit; 400
  /// evenly spaced quantiles of them if there are more. Empty if the truth is unknown or no threshold is valid.
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

/// Computes the summaries of runs: one `SummaryRow` for each cell and estimator.
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

  /// Returns one row for each cell and estimator, in file order. A cell without runs has rows too; their figures are
  /// `nil`.
  ///
  /// - Parameter share: The part of the truth within which a threshold counts in `SummaryRow.within`; 0.1 is ±10 %.
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

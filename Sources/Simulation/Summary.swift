public import Records
public import Trials

/// How well one estimator did in one cell.
public struct SummaryRow: Sendable {
  public var cell: CellRecord
  public var estimator: EstimatorRecord
  public var replicates: Int
  public var failed: Estimated
  public var trials: Estimated
  public var bias: Estimated
  public var medianBias: Estimated
  public var standardDeviation: Estimated
  public var interquartileRange: Estimated
  public var rootMeanSquareError: Estimated
  public var coverage: Estimated
  public var sweatFactor: Estimated
  public var efficiency: Estimated
  public var percentCorrect: Estimated
  /// The share of all runs, failed ones included, whose threshold lies within a tenth of the truth.
  public var withinTenth: Estimated
  /// The same for the share that was asked for.
  public var within: Estimated
  /// The mean error of dψ/dx, and the root of its mean square; of lapse rates likewise.
  public var slopeBias: Estimated
  public var slopeError: Estimated
  public var lapseBias: Estimated
  public var lapseError: Estimated
  /// How many runs failed with each status.
  public var failures: [String: Int]
}

/// The summary of a results file.
public enum Summary {
  /// Statuses of runs whose threshold counts.
  static let sound: Set<String> = ["ok", "at-bound:guess", "at-bound:lapse"]

  /// Whether a run with this status counts as failed.
  public static func isFailed(_ status: String) -> Bool { !sound.contains(status) }

  /// What counts of an estimate: its error, nil where there is none; and whether its run counts as failed, as one does
  /// whose error is no number too.
  public static func outcome(
    of estimate: EstimateRecord, _ estimator: EstimatorRecord, _ axis: Axis
  ) -> (error: Double?, isFailed: Bool) {
    if isFailed(estimate.status) { return (nil, true) }
    guard let threshold = estimate.threshold, let truth = estimator.truth else { return (nil, false) }
    let error = axis.error(of: threshold, truth: truth)
    return error.isFinite ? (error, false) : (nil, true)
  }

  /// One row for each cell and estimator, in file order.
  ///
  /// - Parameter share: Of the truth, within which thresholds are counted as `within`.
  public static func rows(of results: ResultsFile, within share: Double = 0.1) throws(RecordsError) -> [SummaryRow] {
    let simulation = try results.simulation()
    let axis = simulation.axis
    var rows: [SummaryRow] = []
    for cell in try results.cells() {
      var samples = cell.estimators.map { _ in Sample(share: share) }
      try results.forEachRun(of: cell.id) { run, estimate in
        samples[estimate.estimator].add(run, estimate, cell.estimators[estimate.estimator], axis)
      }
      rows += zip(cell.estimators, samples).map { $1.row(cell, $0) }
    }
    return rows
  }

  /// What is gathered from the runs of one estimator.
  private struct Sample {
    let share: Double
    var replicates = 0
    var failed = 0
    var failures: [String: Int] = [:]
    var withinTenth = 0
    var within = 0
    var trials: [Double] = []
    var percentCorrect: [Double] = []
    var errors: [Double] = []
    var slopeErrors: [Double] = []
    var lapseErrors: [Double] = []
    var costs: [Double] = []
    var covered = 0
    var intervals = 0

    mutating func add(_ run: RunRecord, _ estimate: EstimateRecord, _ estimator: EstimatorRecord, _ axis: Axis) {
      replicates += 1
      trials.append(Double(run.trials))
      if run.judged > 0 { percentCorrect.append(100 * Double(run.correct) / Double(run.judged)) }
      let outcome = Summary.outcome(of: estimate, estimator, axis)
      if outcome.isFailed {
        failed += 1
        failures[estimate.status, default: 0] += 1
      }
      guard let error = outcome.error, let threshold = estimate.threshold, let truth = estimator.truth else { return }
      let distance = abs(threshold - truth)
      if distance <= 0.1 * abs(truth) { withinTenth += 1 }
      if distance <= share * abs(truth) { within += 1 }
      errors.append(error)
      costs.append(Double(run.trials))
      if estimate.low != nil || estimate.high != nil {
        intervals += 1
        if estimate.low ?? -.infinity <= truth && truth <= estimate.high ?? .infinity { covered += 1 }
      }
      guard let trueSlope = estimator.trueSlope else { return }
      if let slope = estimate.slope { slopeErrors.append(slope - trueSlope) }
      if let lapse = estimate.lapse, let truth = estimator.trueLapse { lapseErrors.append(lapse - truth) }
    }

    func row(_ cell: CellRecord, _ estimator: EstimatorRecord) -> SummaryRow {
      let sorted = errors.sorted()
      let sweat = Statistics.sweat(errors: errors, costs: costs)
      // Of nothing there is no share.
      let hasShares = estimator.truth.map { $0 != 0 } ?? false
      return SummaryRow(
        cell: cell, estimator: estimator, replicates: replicates,
        failed: replicates == 0 ? .none : Statistics.count(failed, of: replicates),
        trials: Statistics.meanFigure(trials), bias: Statistics.meanFigure(errors),
        medianBias: Statistics.median(sorted: sorted), standardDeviation: Statistics.standardDeviation(errors),
        interquartileRange: Statistics.interquartileRange(sorted: sorted),
        rootMeanSquareError: Statistics.rootMeanSquare(errors),
        coverage: Statistics.proportion(covered, of: intervals), sweatFactor: sweat,
        efficiency: Statistics.ratio(estimator.idealSweat, over: sweat),
        percentCorrect: Statistics.meanFigure(percentCorrect),
        withinTenth: hasShares ? Statistics.proportion(withinTenth, of: replicates) : .none,
        within: hasShares ? Statistics.proportion(within, of: replicates) : .none,
        slopeBias: Statistics.meanFigure(slopeErrors), slopeError: Statistics.rootMeanSquare(slopeErrors),
        lapseBias: Statistics.meanFigure(lapseErrors), lapseError: Statistics.rootMeanSquare(lapseErrors),
        failures: failures)
    }
  }
}

import Glibc
import Records
import Trials

/// What is gathered from the runs of one estimator.
struct SummarySample {
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
  var widths: [Double] = []
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
    if Summary.isWithinTenth(estimate, estimator) { withinTenth += 1 }
    if distance <= share * abs(truth) { within += 1 }
    errors.append(error)
    costs.append(Double(run.trials))
    if estimate.low != nil || estimate.high != nil {
      intervals += 1
      if let width = axis.intervalWidth(from: estimate.low, to: estimate.high) { widths.append(width) }
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
      efficiency: Statistics.efficiency(ideal: estimator.idealSweat, errors: errors, costs: costs),
      percentCorrect: Statistics.meanFigure(percentCorrect),
      withinTenth: hasShares ? Statistics.proportion(withinTenth, of: replicates) : .none,
      within: hasShares ? Statistics.proportion(within, of: replicates) : .none,
      slopeBias: Statistics.meanFigure(slopeErrors), slopeError: Statistics.rootMeanSquare(slopeErrors),
      lapseBias: Statistics.meanFigure(lapseErrors), lapseError: Statistics.rootMeanSquare(lapseErrors),
      failures: failures, medianAbsoluteError: medianAbsoluteError(estimator),
      intervalWidth: Statistics.median(sorted: widths.sorted(), infinite: intervals - widths.count),
      intervalOpen: Statistics.proportion(intervals - widths.count, of: intervals))
  }

  private func medianAbsoluteError(_ estimator: EstimatorRecord) -> Estimated {
    guard estimator.truth != nil else { return .none }
    return Statistics.median(sorted: errors.map(abs).sorted(), infinite: replicates - errors.count)
  }
}

extension Axis {
  /// The width of an interval in units of errors; nil where an end is open, or beyond what a ratio can be of.
  func intervalWidth(from low: Double?, to high: Double?) -> Double? {
    guard let low, let high, high >= low, scale == .linear || low > 0 else { return nil }
    return scale == .linear ? high - low : log2(high / low)
  }
}

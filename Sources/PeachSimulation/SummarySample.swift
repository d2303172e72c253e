package import PeachStorage
import PeachSupport
package import PeachTrials

/// The data from the runs of one cell with all its estimators.
struct CellSample {
  let cell: CellRecord
  private let axis: Axis
  private var runs = RunSample()
  private var samples: [SummarySample]
  /// The error of each run, for each estimator by which strategies are compared; empty for the others.
  private(set) var pairs: [PairedRuns]
  private let isPaired: [Bool]

  /// - Parameters:
  ///   - share: The part of the truth within which a threshold counts as `within`.
  ///   - keepsPairs: Whether `pairs` is filled.
  init(_ cell: CellRecord, _ axis: Axis, within share: Double, keepsPairs: Bool = false) {
    self.cell = cell
    self.axis = axis
    samples = cell.estimators.map { _ in SummarySample(share: share) }
    pairs = cell.estimators.map { PairedRuns(of: $0) }
    isPaired = cell.estimators.map { keepsPairs && PairedFamily.compares($0.name) }
  }

  /// Each run comes once with each of its estimates, in the order of the estimators.
  mutating func add(_ run: RunRecord, _ estimate: EstimateRecord) {
    let place = estimate.estimator
    if place == 0 { runs.add(run) }
    let error = samples[place].add(run, estimate, cell.estimators[place], axis)
    if isPaired[place] { pairs[place].add(run.replicate, error: error) }
  }

  mutating func add(_ batch: BatchRecord) {
    for (place, run) in batch.runs.enumerated() {
      for estimate in batch.estimates[(place * samples.count)..<((place + 1) * samples.count)] { add(run, estimate) }
    }
  }

  /// One for each estimator.
  func rows() -> [SummaryRow] {
    let figures = runs.figures()
    return zip(cell.estimators, samples).map { $1.row(cell, $0, figures) }
  }
}

/// The data from the runs of one cell, without estimates.
struct RunSample {
  private var trials: [Int32] = []
  private var percentCorrect: [Double] = []

  mutating func add(_ run: RunRecord) {
    trials.append(Int32(run.trials))
    if run.judged > 0 { percentCorrect.append(100 * Double(run.correct) / Double(run.judged)) }
  }

  /// The figures that all estimators of the cell share.
  func figures() -> (trials: MonteCarloValue, percentCorrect: MonteCarloValue) {
    (Statistics.meanFigure(trials.map(Double.init)), Statistics.meanFigure(percentCorrect))
  }
}

/// The data from the estimates of one estimator.
struct SummarySample {
  let share: Double
  private var replicates = 0
  private var failed = 0
  private var failures: [EstimateStatus: Int] = [:]
  /// Whether a part of the truth means something on the axis.
  private var hasShares = true
  private var withinTenth = 0
  private var within = 0
  private var errors: [Double] = []
  /// Thresholds of runs whose truth is unknown, on a log axis as logarithms to the base 2.
  private var thresholds: [Double] = []
  private var axis: Axis?
  private var slopeErrors: [Double] = []
  private var lapseErrors: [Double] = []
  /// The trials of the runs that have an error.
  private var costs: [Int32] = []
  private var widths: [Double] = []
  private var covered = 0
  private var intervals = 0

  init(share: Double) { self.share = share }

  /// - Returns: The error of the estimate; `nil` if it has none.
  @discardableResult mutating func add(
    _ run: RunRecord, _ estimate: EstimateRecord, _ estimator: EstimatorRecord, _ axis: Axis
  ) -> Double? {
    let estimator = estimator.held(against: estimate)
    replicates += 1
    hasShares = axis.hasTrueZero
    let outcome = Summary.outcome(of: estimate, estimator, axis)
    if outcome.isFailed {
      failed += 1
      failures[estimate.status, default: 0] += 1
    }
    self.axis = axis
    if estimator.isTruthUnknown, !outcome.isFailed, let threshold = estimate.threshold {
      thresholds.append(axis.scale == .log ? log2(threshold) : threshold)
    }
    guard let error = outcome.error, let threshold = estimate.threshold, let truth = estimator.truth else { return nil }
    let distance = abs(threshold - truth)
    if Summary.isWithinTenth(estimate, estimator) { withinTenth += 1 }
    if distance <= share * abs(truth) { within += 1 }
    errors.append(error)
    costs.append(Int32(run.trials))
    if estimate.low != nil || estimate.high != nil {
      intervals += 1
      if let width = axis.intervalWidth(from: estimate.low, to: estimate.high) { widths.append(width) }
      if estimate.low ?? -.infinity <= truth && truth <= estimate.high ?? .infinity { covered += 1 }
    }
    guard let trueSlope = estimator.trueSlope else { return error }
    if let slope = estimate.slope { slopeErrors.append(slope - trueSlope) }
    if let lapse = estimate.lapse, let truth = estimator.trueLapse { lapseErrors.append(lapse - truth) }
    return error
  }

  func row(
    _ cell: CellRecord, _ estimator: EstimatorRecord, _ runs: (trials: MonteCarloValue, percentCorrect: MonteCarloValue)
  ) -> SummaryRow {
    let sorted = errors.sorted()
    let costs = costs.map(Double.init)
    let sweat = Statistics.sweat(errors: errors, costs: costs)
    // Of nothing there is no share.
    let hasShares = hasShares && estimator.truth.map { $0 != 0 } ?? false
    let truthError = axis.flatMap(estimator.truthError(on:))
    var row = SummaryRow(
      cell: cell, estimator: estimator, replicates: replicates,
      failed: replicates == 0 ? .none : Statistics.count(failed, of: replicates),
      trials: runs.trials, bias: Statistics.meanFigure(errors).adding(truthError),
      medianBias: Statistics.median(sorted: sorted).adding(truthError),
      standardDeviation: Statistics.standardDeviation(errors + thresholds),
      interquartileRange: Statistics.interquartileRange(sorted: sorted),
      rootMeanSquareError: Statistics.rootMeanSquare(errors),
      coverage: Statistics.proportion(covered, of: intervals), sweatFactor: sweat,
      efficiency: Statistics.efficiency(ideal: estimator.idealSweat, errors: errors, costs: costs),
      percentCorrect: runs.percentCorrect,
      withinTenth: hasShares ? Statistics.proportion(withinTenth, of: replicates) : .none,
      within: hasShares ? Statistics.proportion(within, of: replicates) : .none,
      slopeBias: Statistics.meanFigure(slopeErrors), slopeError: Statistics.rootMeanSquare(slopeErrors),
      lapseBias: Statistics.meanFigure(lapseErrors), lapseError: Statistics.rootMeanSquare(lapseErrors),
      failures: failures, medianAbsoluteError: medianAbsoluteError(sorted, estimator),
      intervalWidth: Statistics.median(sorted: widths.sorted(), infinite: intervals - widths.count),
      intervalOpen: Statistics.proportion(intervals - widths.count, of: intervals),
      errorQuantiles: Self.quantiles(sorted))
    row.meanThreshold = meanThreshold
    row.intervals = intervals
    return row
  }

  private var meanThreshold: MonteCarloValue {
    let mean = Statistics.meanFigure(thresholds)
    guard axis?.scale == .log, let value = mean.value else { return mean }
    let level = exp2(value)
    return MonteCarloValue(value: level, standardError: mean.standardError.map { $0 * level * log(2) })
  }

  private static let mostQuantiles = 400

  /// The middles of equal parts of rising values.
  private static func quantiles(_ sorted: [Double]) -> [Double] {
    guard sorted.count > mostQuantiles else { return sorted }
    return (0..<mostQuantiles).map { sorted[(2 * $0 + 1) * sorted.count / (2 * mostQuantiles)] }
  }

  /// - Parameter sorted: The errors, rising.
  private func medianAbsoluteError(_ sorted: [Double], _ estimator: EstimatorRecord) -> MonteCarloValue {
    guard estimator.truth != nil else { return .none }
    return Statistics.median(sorted: Self.magnitudes(sorted), infinite: replicates - sorted.count)
  }

  /// The magnitudes of rising values, rising: two runs from the first that is not negative, merged.
  private static func magnitudes(_ sorted: [Double]) -> [Double] {
    var high = sorted.firstIndex { $0 >= 0 } ?? sorted.count
    var low = high - 1
    return sorted.indices.map { _ in
      let takesLow = low >= 0 && (high == sorted.count || -sorted[low] < sorted[high])
      defer { if takesLow { low -= 1 } else { high += 1 } }
      return abs(sorted[takesLow ? low : high])
    }
  }
}

extension EstimatorRecord {
  /// The standard error of a simulated truth in the unit of errors; `nil` if the truth is exact.
  package func truthError(on axis: Axis) -> Double? {
    guard let truthError, let truth else { return nil }
    return axis.scale == .log ? truthError / (truth * log(2)) : truthError
  }
}

extension MonteCarloValue {
  /// The value with an independent standard error added to its own.
  fileprivate func adding(_ error: Double?) -> MonteCarloValue {
    guard let error, let standardError else { return self }
    return MonteCarloValue(value: value, standardError: (standardError * standardError + error * error).squareRoot())
  }
}

extension Axis {
  /// The width of an interval in units of errors; `nil` if an end is open, or beyond what a ratio can be of.
  func intervalWidth(from low: Double?, to high: Double?) -> Double? {
    guard let low, let high, high >= low, scale == .linear || low > 0 else { return nil }
    return scale == .linear ? high - low : log2(high / low)
  }
}

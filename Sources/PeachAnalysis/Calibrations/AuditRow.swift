package import PeachSimulation
package import PeachStorage
import PeachSupport
package import PeachTrials

/// The audit of one estimator, for twins that are equal or drawn.
package struct AuditRow: Sendable {
  package var estimator: EstimatorRecord
  /// Whether the twins were drawn from what is not known surely.
  package var isUncertain: Bool
  /// How many twins, each of whom did it twice.
  package var twins: Int
  /// Trials of a run.
  package var trials: MonteCarloValue
  /// The bias: the mean of log2(estimate / truth) over both runs.
  package var bias: MonteCarloValue
  package var deviation: MonteCarloValue
  package var rootMeanSquareError: MonteCarloValue
  /// The coverage of the 95 % intervals, among closed intervals.
  package var coverage: MonteCarloValue
  /// Runs without a threshold that counts.
  package var failed: MonteCarloValue
  /// How often each status came that is not `ok`, the most frequent first.
  package var failures: [(status: EstimateStatus, share: MonteCarloValue)]
  /// How often two runs of one twin differ by the test of their logarithms at 5 %, where both have an interval.
  package var spuriousDifference: MonteCarloValue
}

/// The tally of the runs of one kind of twin.
struct AuditTally {
  private let estimator: EstimatorRecord
  private let isUncertain: Bool
  private var trials: [Double] = []
  private var errors: [Double] = []
  private var held = 0
  private var intervals = 0
  private var statuses: [EstimateStatus: Int] = [:]
  private var runs = 0
  private var pairs = 0
  private var different = 0

  init(_ estimator: EstimatorRecord, isUncertain: Bool) {
    self.estimator = estimator
    self.isUncertain = isUncertain
  }

  /// - Parameters:
  ///   - truth: Of this twin.
  ///   - both: Of both runs.
  mutating func add(_ both: [EstimateRecord], trials counts: [Int], truth: Double?) {
    trials += counts.map(Double.init)
    for estimate in both {
      runs += 1
      if estimate.status != .ok { statuses[estimate.status, default: 0] += 1 }
      guard let truth, truth > 0, estimate.status.hasThreshold, let threshold = estimate.threshold, threshold > 0
      else { continue }
      errors.append(log2(threshold / truth))
      guard let (low, high) = AuditTally.ends(estimate) else { continue }
      intervals += 1
      if low <= truth, truth <= high { held += 1 }
    }
    if let isDifferent = AuditTally.differ(both) {
      pairs += 1
      if isDifferent { different += 1 }
    }
  }

  var row: AuditRow {
    let failures = statuses.byCount
    return AuditRow(
      estimator: estimator, isUncertain: isUncertain, twins: runs / 2, trials: Statistics.meanFigure(trials),
      bias: Statistics.meanFigure(errors), deviation: Statistics.standardDeviation(errors),
      rootMeanSquareError: Statistics.rootMeanSquare(errors), coverage: Statistics.proportion(held, of: intervals),
      failed: Statistics.proportion(runs - errors.count, of: runs),
      failures: failures.map { ($0.status, Statistics.proportion($0.count, of: runs)) },
      spuriousDifference: Statistics.proportion(different, of: pairs))
  }

  /// An end that is open is counted as infinite.
  private static func ends(_ estimate: EstimateRecord) -> (Double, Double)? {
    guard estimate.low != nil || estimate.high != nil else { return nil }
    return (estimate.low ?? -.infinity, estimate.high ?? .infinity)
  }

  /// `nil` if one of them has no threshold or no closed interval.
  private static func differ(_ both: [EstimateRecord]) -> Bool? {
    let quantities = both.compactMap { estimate -> IntervalEstimate? in
      guard estimate.status.hasThreshold, let value = estimate.threshold, value > 0, let low = estimate.low,
        let high = estimate.high
      else { return nil }
      return IntervalEstimate(value: value, low: low, high: high)
    }
    guard quantities.count == 2, let ratio = CalibrationDifference.ratio(quantities[0], quantities[1]) else {
      return nil
    }
    return ratio.low > 1 || ratio.high < 1
  }
}

package import PeachStorage
import PeachSupport
import PeachTrials

/// How many trials one estimator of one cell needs.
package struct PrecisionRow: Sendable {
  package enum Answer: String, CaseIterable, Sendable {
    /// So many trials are needed.
    case found
    /// The fewest that are tried are enough.
    case fewer
    /// The most that are tried are not enough.
    case never
    /// Its tracks end before they are precise enough, by themselves or by a stop of their own that looks at more than trials.
    case ended
    /// They do, and are precise enough.
    case endedInTime = "ended-in-time"
    /// The listener has no such threshold, or it is 0, of which there is no share.
    case unreachable
  }

  package var cell: CellRecord
  package var estimator: EstimatorRecord
  package var answer: Answer
  /// A number of trials that is enough, as is every larger one that was simulated: the upper end of the one-sided 95 %
  /// interval of the root mean square error is at most the precision.
  package var trials: Int?
  /// The 95 % Monte Carlo interval of the number at which the root mean square error equals the precision.
  package var trialsLow: Int?
  package var trialsHigh: Int?
  /// The largest number of trials that was simulated.
  package var checkedTo: Int?
  /// The number of trials for which only the standard deviation is small enough.
  package var trialsOfDeviation: Int?
  /// Trials in the mean of the runs with that number of them; what follows is of these runs.
  package var simulatedTrials: Double?
  package var replicates: Int?
  /// In percent of the truth.
  package var rootMeanSquareError: MonteCarloValue
  package var bias: MonteCarloValue
  package var deviation: MonteCarloValue
  /// The share of runs without a threshold.
  package var failed: MonteCarloValue
  /// Replicates after which the RMSE has a Monte Carlo error of 2 %.
  package var replicatesNeeded: Int?
  /// The root mean square error after each number of trials that was simulated, in percent of the truth.
  package var course: [(trials: Int, error: Double)] = []

  init(
    _ cell: CellRecord, _ estimator: EstimatorRecord, _ place: Int, share: Double, _ axis: Axis,
    _ samples: [Int: PlanRunSample], _ outcome: TrialSearch.Outcome?, _ deviationOutcome: TrialSearch.Outcome?
  ) {
    self.cell = cell
    self.estimator = estimator
    var near: Int?
    switch outcome {
    case .trials(let trials, let low, let high, let largest):
      answer = trials == TrialSearch.ladder[0] ? .fewer : .found
      near = trials
      self.trials = trials
      checkedTo = largest
      if answer == .found {
        trialsLow = PrecisionRow.whole(low)
        trialsHigh = PrecisionRow.whole(high)
      }
    case .never:
      answer = .never
      near = TrialSearch.ladder.last
      checkedTo = near
    case .ended(let at, let isEnough):
      answer = isEnough ? .endedInTime : .ended
      near = at
    case nil: answer = .unreachable
    }
    if case .trials(let trials, _, _, _) = deviationOutcome { trialsOfDeviation = trials }
    let sample = near.flatMap { samples[$0] }
    simulatedTrials = sample.map { Double($0.trialsPlayed) / Double($0.replicates) }
    replicates = sample?.replicates
    let unit = PrecisionRow.percent(axis, truth: estimator.truth)
    let raw = sample?.rootMeanSquare(place) ?? .none
    rootMeanSquareError = unit(raw)
    bias = unit(sample?.bias(place) ?? .none)
    deviation = unit(sample?.figure(.standardDeviation, place) ?? .none)
    failed = sample?.failed(place) ?? .none
    course = samples.keys.sorted().compactMap { trials in
      unit(samples[trials]?.rootMeanSquare(place) ?? .none).value.map { (trials, $0) }
    }
    if let sample, let value = raw.value, let error = raw.standardError, value > 0, error > 0 {
      let ratio = error / value / PrecisionPlan.statedError
      replicatesNeeded = Int((Double(sample.replicates) * ratio * ratio).rounded(.up))
    }
  }

  private static func whole(_ trials: Double) -> Int { Int(min(trials, 1e9).rounded(.up)) }

  /// The numbers of trials that a search tries first, rising.
  package static var steps: [Int] { TrialSearch.ladder }

  /// From the unit of errors to percent of the truth; a ratio of 1.1 is 10 %, one of 0.9 −10 %.
  private static func percent(_ axis: Axis, truth: Double?) -> (MonteCarloValue) -> MonteCarloValue {
    { figure in
      guard let value = figure.value, let truth else { return .none }
      if axis.scale == .log {
        return MonteCarloValue(
          value: 100 * (exp2(value) - 1), standardError: figure.standardError.map { 100 * exp2(value) * M_LN2 * $0 })
      }
      let unit = 100 / abs(truth)
      return MonteCarloValue(value: value * unit, standardError: figure.standardError.map { $0 * unit })
    }
  }
}

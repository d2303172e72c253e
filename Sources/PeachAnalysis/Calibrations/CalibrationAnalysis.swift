import PeachListeners
package import PeachStorage
import PeachStrategies
package import PeachTrials

/// The analysis of a calibration session.
package enum CalibrationAnalysis {
  /// How it is fitted, in a word.
  package static let method = "posterior"
  /// Fewer comparisons say too little.
  package static let leastTrials = 60

  /// - Parameters:
  ///   - trials: All of the session.
  ///   - precision: That was asked for.
  ///   - target: P(correct), averaged over both signs, at the threshold.
  /// - Returns: Nil of too few comparisons.
  package static func record(
    of trials: [TrialRecord], asked precision: Double, target: Double, in task: TrialTask
  ) -> CalibrationRecord? {
    let answers = answers(of: trials)
    guard answers.count >= leastTrials else { return nil }
    let posterior = ListenerPosterior(answers, target: target, in: task)
    let parameters = Twins.parameters(of: posterior)
    let estimate = posterior.estimate
    let status = status(of: answers) ?? estimate.status
    var threshold: IntervalEstimate?
    if status == .ok, let value = estimate.threshold, let low = estimate.low,
      let high = estimate.high
    {
      threshold = IntervalEstimate(value: value, low: low, high: high)
    }
    return CalibrationRecord(
      method: method, status: status, target: target, trials: answers.count, askedPrecision: precision,
      threshold: threshold, jnd: posterior.jnd, bias: posterior.bias, lapse: posterior.lapse,
      slope: posterior.slope, errors: parameters.errors, correlations: parameters.correlations)
  }

  /// The answers to comparisons of unequal notes that a strategy asked for.
  static func answers(of trials: [TrialRecord]) -> [(offset: Double, isHigher: Bool)] {
    trials.compactMap { trial in
      guard trial.kind == .test, trial.order == nil, let offset = trial.offset, let answer = trial.answer else {
        return nil
      }
      return (offset, answer == "higher")
    }
  }

  /// The status if the answers alone rule out a threshold; `nil` otherwise.
  static func status(of answers: [(offset: Double, isHigher: Bool)]) -> EstimateStatus? {
    if answers.allSatisfy({ $0.isHigher == answers[0].isHigher }) { return .oneAnswer }
    let wrong = answers.contains { $0.offset != 0 && ($0.offset > 0) != $0.isHigher }
    return wrong ? nil : .allCorrect
  }
}

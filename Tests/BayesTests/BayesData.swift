import PeachFitting
import PeachMath

/// Counts and fits that several suites of Bayesian fits share.
enum BayesData {
  /// Levels and answers of 24 trials each, as a listener would give them.
  static let counts = Counts([
    .init(level: 1.5, trials: 24, positives: 13), .init(level: 2.25, trials: 24, positives: 12),
    .init(level: 3.5, trials: 24, positives: 16), .init(level: 4, trials: 24, positives: 18),
    .init(level: 6.25, trials: 24, positives: 21), .init(level: 9, trials: 24, positives: 23),
  ])

  /// Signed levels, answered higher or lower.
  static let signed = Counts([
    .init(level: -21, trials: 15, positives: 1), .init(level: -8, trials: 15, positives: 3),
    .init(level: -3, trials: 15, positives: 5), .init(level: 2, trials: 15, positives: 11),
    .init(level: 9, trials: 15, positives: 12), .init(level: 17, trials: 15, positives: 15),
  ])

  static func fit(
    _ function: any PsychometricFunction.Type = NormalFunction.self, prior: Prior = Prior(),
    guess: GuessRate = .asymptote(.fixed(0.5)), lapse: Asymptote = .free(upTo: 0.5),
    isLogLevel: Bool = false, hasOverdispersion: Bool = false
  ) throws -> BayesianFit {
    try BayesianFit(
      function: function, prior: prior, guess: guess, lapse: lapse, isLogLevel: isLogLevel,
      hasOverdispersion: hasOverdispersion)
  }
}

extension ConfidenceInterval {
  /// Both ends, an open one as infinite.
  var ends: (low: Double, high: Double) { (low ?? -.infinity, high ?? .infinity) }
}

package import PeachMath
package import PeachSupport

/// A fit as it is asked for on the command line and in experiment files: what is left out follows from the task.
package struct FitRequest: Sendable {
  /// An asymptote: a number, free up to a bound, or tied to the lapse rate.
  package enum Rate: Hashable, Sendable {
    case fixed(Double)
    /// Up to the usual bound where none is given.
    case free(upTo: Double?)
    case lapse
  }

  package enum Method: String, CaseIterable, Sendable {
    case ml, reduced, bayes
  }

  package var function: any PsychometricFunction.Type = NormalFunction.self
  package var reading = Reading.accuracy
  package var guess: Rate?
  package var lapse: Rate?
  package var isLogLevel = false
  package var at: Double?
  package var method = Method.ml
  /// The prior of a Bayesian fit.
  package var prior = Prior()
  package var hasOverdispersion = false
  package var interval: IntervalKind?
  /// `nil` if there is no bootstrap.
  package var resamples: Int?
  package var bootstrap = Bootstrap.Kind.parametric
  /// Data sets for Monte Carlo tests; 0 = none.
  package var simulations = 0
  /// 1 is yes/no.
  package var alternatives = 2

  package init() {}

  /// The greatest free lapse and guess rate of maximum likelihood, reduced or not.
  package static let greatestLapse = 0.1
  package static let greatestGuess = 0.25
  /// The largest rate for a posterior, whose prior keeps rates small.
  package static let greatestRate = 0.5
  /// Resamples where an interval needs them and no number is given.
  package static let usualResamples = 2000

  /// Whether levels must be above 0, because the fit takes their logarithm.
  package var needsPositiveLevels: Bool { isLogLevel || function.usesLogarithm }

  /// Asymptotes as a fit takes them.
  package var guessModel: GuessRate {
    let bound = method == .bayes ? Self.greatestRate : Self.greatestGuess
    switch guess {
    case .fixed(let value): return .asymptote(.fixed(value))
    case .free(let own): return .asymptote(.free(upTo: own ?? bound))
    case .lapse: return .lapse
    case nil:
      if reading == .direction { return .lapse }
      return .asymptote(alternatives == 1 ? .free(upTo: bound) : .fixed(1 / Double(alternatives)))
    }
  }

  package var lapseModel: Asymptote {
    let bound = method == .bayes ? Self.greatestRate : Self.greatestLapse
    switch lapse {
    case .fixed(let value): return .fixed(value)
    case .free(let own): return .free(upTo: own ?? bound)
    case .lapse, nil: return .free(upTo: bound)
    }
  }

  /// The same for trials of so many alternatives.
  package func of(alternatives: Int) -> FitRequest {
    var request = self
    request.alternatives = alternatives
    return request
  }

  /// - Precondition: There are no problems.
  package var settings: FitSettings {
    FitSettings(
      function, reading: reading, guess: guessModel, lapse: lapseModel, isLogLevel: isLogLevel, at: at,
      method: method == .reduced ? .reduced : .ml)
  }

  /// How intervals are found where it is not said.
  package var intervalKind: IntervalKind {
    interval ?? (method == .bayes ? .posterior : resamples != nil ? .bca : .profile)
  }

  /// - Throws: `ConfigurationError` if the prior leaves a free parameter nothing.
  /// - Precondition: There are no contradictions.
  package func plan() throws(ConfigurationError) -> FitAnalysis.Plan {
    var plan = FitAnalysis.Plan(interval: intervalKind)
    let needsResamples = plan.interval == .percentile || plan.interval == .bca
    plan.resamples = resamples ?? (needsResamples ? Self.usualResamples : 0)
    plan.bootstrap = bootstrap
    plan.simulations = simulations
    if method == .bayes { plan.bayes = try bayesianFit() }
    return plan
  }

  private func bayesianFit() throws(ConfigurationError) -> BayesianFit {
    try BayesianFit(
      function: function, prior: prior, guess: guessModel, lapse: lapseModel, isLogLevel: isLogLevel,
      hasOverdispersion: hasOverdispersion)
  }
}

extension FitRequest.Rate {
  /// Reads `0.02`, `free`, `free:0.2` or `lapse`; `nil` for anything else.
  ///
  /// - Parameter number: Reads a number.
  package init?(parsing text: String, number: (String) -> Double?) {
    switch text {
    case "free": self = .free(upTo: nil)
    case "lapse": self = .lapse
    default:
      if text.hasPrefix("free:") {
        guard let bound = number(String(text.dropFirst(5))) else { return nil }
        self = .free(upTo: bound)
      } else if let value = number(text) {
        self = .fixed(value)
      } else {
        return nil
      }
    }
  }

  /// The text that is read.
  package var text: String {
    switch self {
    case .fixed(let value): "\(value.shortest)"
    case .free(nil): "free"
    case .free(let bound?): "free:\(bound.shortest)"
    case .lapse: "lapse"
    }
  }
}

/// The way to read trials for a fit: by accuracy or by direction.
package enum Reading: String, CaseIterable, Sendable {
  /// The proportion correct (yes, in yes/no) against the level.
  case accuracy
  /// The proportion of answers "higher" against the signed level.
  case direction
}

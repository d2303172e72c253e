import PeachMath
import PeachSupport

extension FitRequest {
  /// Something that cannot be fitted: the setting to change, and its allowed values.
  package struct Contradiction: Hashable, Sendable {
    package var setting: String
    package var message: String
  }

  /// The contradictions in the request; empty if it is valid.
  package var contradictions: [Contradiction] {
    rateProblems + functionProblems + (hasSoundRates ? levelProblems : []) + methodProblems
  }

  private var rateProblems: [Contradiction] {
    var found: [Contradiction] = []
    func check(_ rate: Rate?, _ name: String) {
      switch rate {
      case .fixed(let value) where !(0..<1).contains(value):
        found.append(
          Contradiction(setting: name, message: "expected a proportion from 0 to below 1, got \(value.shortest)"))
      case .free(let bound?) where !(bound > 0 && bound <= 0.5):
        found.append(
          Contradiction(setting: name, message: "expected a bound above 0 and up to 0.5, got \(bound.shortest)"))
      default: break
      }
    }
    check(guess, "guess")
    check(lapse, "lapse")
    if lapse == .lapse {
      found.append(
        Contradiction(
          setting: "lapse", message: "expected a proportion, free or free:MAX; only guess can be tied to lapse"))
    }
    if found.isEmpty, !hasSoundRates {
      found.append(
        Contradiction(
          setting: "lapse",
          message: "expected guess + lapse < 1, got \(lowestGuess.shortest) and \(lowestLapse.shortest)"))
    }
    return found
  }

  private var lowestLapse: Double {
    if case .fixed(let value) = lapseModel { value } else { 0 }
  }

  private var lowestGuess: Double {
    switch guessModel {
    case .lapse: lowestLapse
    case .asymptote(.fixed(let value)): value
    case .asymptote: 0
    }
  }

  private var hasSoundRates: Bool { lowestGuess >= 0 && lowestLapse >= 0 && lowestGuess + lowestLapse < 1 }

  private var functionProblems: [Contradiction] {
    let name = function.name
    if function.usesLogarithm, isLogLevel {
      return [
        Contradiction(
          setting: "log-level",
          message:
            "expected no log-level, because the function \(name) already takes the logarithm of the level"
            + (function == WeibullFunction.self ? "; gumbel on a log level is the same curve" : "")
        )
      ]
    }
    if reading == .direction, isLogLevel {
      return [
        Contradiction(
          setting: "log-level",
          message:
            "expected no log-level, because signed levels have no logarithm")
      ]
    }
    if reading == .direction, function.usesLogarithm {
      return [
        Contradiction(
          setting: "function", message: "expected a function of signed levels, got \(name), which takes their logarithm"
        )
      ]
    }
    return []
  }

  private var levelProblems: [Contradiction] {
    guard let at else { return [] }
    let height = 1 - lowestGuess - lowestLapse
    // In the direction reading the proportion is one of correct answers, averaged over both signs.
    let (low, high) =
      reading == .direction ? (0.5, 0.5 + height / 2) : (lowestGuess, 1 - lowestLapse)
    if at > low, at < high { return [] }
    let expected = "expected a proportion above \(low.shortest) and below \(high.shortest)"
    let reason = reading == .direction ? "correct, averaged over both signs" : "between guess and 1 − lapse"
    return [Contradiction(setting: "at", message: "\(expected) (\(reason)), got \(at.shortest)")]
  }

  private var methodProblems: [Contradiction] {
    var found: [Contradiction] = []
    if method != .bayes {
      if hasOverdispersion {
        found.append(
          Contradiction(
            setting: "overdispersion",
            message: "expected with --method bayes only, because it is a parameter of the posterior")
        )
      }
      if interval == .posterior {
        found.append(Contradiction(setting: "interval", message: "expected method bayes for a posterior interval"))
      }
    } else {
      if let interval, interval != .posterior {
        found.append(
          Contradiction(
            setting: "interval",
            message: "with method bayes the only value is posterior; got "
              + "\(interval.rawValue)"))
      }
      if resamples != nil {
        found.append(
          Contradiction(setting: "bootstrap", message: "expected method ml or reduced: a posterior needs no resamples"))
      }
    }
    if let resamples, !(100...1_000_000).contains(resamples) {
      found.append(
        Contradiction(
          setting: "bootstrap",
          message:
            "expected 100 to 1000000 resamples, got \(resamples)"))
    }
    if simulations != 0, !(100...1_000_000).contains(simulations) {
      found.append(
        Contradiction(setting: "simulate", message: "expected 100 to 1000000 simulated data sets, got \(simulations)"))
    }
    return found
  }
}

import Analysis
import Configuration
import Fitting
import Psychometrics

/// The settings of a fit in words.
struct FitWords {
  let settings: FitSettings
  let unit: String?

  /// What a level is counted in.
  var level: String { unit ?? "level" }

  /// Name and formula, with the function's own parameters where there is one fit.
  func function(_ result: FitResult? = nil) -> String {
    let name = settings.function.name + (settings.isLogLevel ? " of log10 of the level" : "")
    let text = "\(name), F = \(settings.function.formula)"
    guard let (alpha, beta) = result?.parameters(of: settings.function) else { return text }
    return text + ", α = \(Precision.text(alpha)), β = \(Precision.text(beta))"
  }

  /// - Parameter hasValue: Whether the number of a fixed rate stands beside.
  func guess(hasValue: Bool = false) -> String {
    switch settings.guess {
    case .lapse: "tied to the lapse rate"
    case .asymptote(let asymptote): FitWords.words(asymptote, hasValue)
    }
  }

  func lapse(hasValue: Bool = false) -> String { FitWords.words(settings.lapse, hasValue) }

  private static func words(_ asymptote: Asymptote, _ hasValue: Bool) -> String {
    switch asymptote {
    case .fixed(let value): hasValue ? "fixed" : "fixed at \(rate(value))"
    case .free(let bound): "free, 0 … \(bound.shortest)"
    }
  }

  /// A rate to its fourth decimal.
  static func rate(_ value: Double) -> String { ((value * 1e4).rounded() / 1e4).shortest }

  /// - Parameter result: Where there is one fit, whose ψ at the threshold is told.
  func threshold(_ result: FitResult? = nil) -> String {
    guard let at = settings.at else {
      guard let guess = result?.guess, let lapse = result?.lapse else { return "\(level) where F is ½" }
      return "\(level) where F is ½ and ψ \(FitWords.rate(guess + (1 - guess - lapse) / 2))"
    }
    let percent = (at * 1e6).rounded() / 1e4
    return settings.reading == .direction
      ? "\(level) with \(percent.shortest) % correct, mean of both signs"
      : "\(level) where ψ is \(at.shortest)"
  }

  /// A prior with the scale that its threshold and width are on.
  func prior(_ text: String) -> String {
    switch settings.scale {
    case .linear: text
    case .log10: text + "; on log10 of the level"
    case .ln: text + "; on ln of the level"
    }
  }

  /// Of several groups' fits, "threshold and width".
  func listed(_ shared: SharedParameters) -> String {
    FitStatus.Parameter.allCases.filter(shared.contains).map(\.rawValue).joined(separator: " and ")
  }

  var width: String { "\(settings.isLogLevel ? "log10 of " : "")\(level), from F = 0.05 to 0.95" }

  var slope: String {
    settings.isLogLevel
      ? "dψ/d log10 x at the threshold" : "dψ/dx at the threshold" + (unit.map { ", x in \($0)" } ?? "")
  }
}

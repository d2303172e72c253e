import PeachAnalysis
import PeachFitting
import PeachMath
import PeachSupport

/// The settings of a fit in words.
struct FitWords {
  let settings: FitSettings
  let unit: String?

  /// The unit of levels, or the word `level`.
  var level: String { unit ?? "level" }

  /// Name and formula, with the function's own parameters if there is one fit.
  func function(_ result: FitResult? = nil) -> String {
    let name = settings.function.name + (settings.isLogLevel ? " of log10 of the level" : "")
    let text = "\(name), F = \(settings.function.formula)"
    guard let (alpha, beta) = result?.parameters(of: settings.function) else { return text }
    return text + ", α = \(Precision.text(alpha)), β = \(Precision.text(beta))"
  }

  func guess() -> String {
    switch settings.guess {
    case .lapse: "equal to the lapse rate"
    case .asymptote(let asymptote): FitWords.words(asymptote)
    }
  }

  func lapse() -> String { FitWords.words(settings.lapse) }

  /// The guess rate next to its estimate.
  func guess(_ result: FitResult, _ interval: ConfidenceInterval?) -> String {
    guard case .asymptote(let asymptote) = settings.guess else { return guess() }
    return FitWords.words(asymptote, result.guess, "guesses", interval)
  }

  /// The lapse rate next to its estimate.
  func lapse(_ result: FitResult, _ interval: ConfidenceInterval?) -> String {
    FitWords.words(settings.lapse, result.lapse, "lapses", interval)
  }

  private static func words(_ asymptote: Asymptote) -> String {
    switch asymptote {
    case .fixed(let value): "fixed at \(rate(value))"
    case .free(let bound): "estimated between 0 and \(bound.shortest)"
    }
  }

  /// - Parameter what: The answers that a rate above 0 explains.
  private static func words(_ asymptote: Asymptote, _ value: Double?, _ what: String, _ interval: ConfidenceInterval?)
    -> String
  {
    guard case .free(let bound) = asymptote else { return "fixed" }
    guard value == 0, let interval else { return words(asymptote) }
    let most = interval.high.map { "up to \(rate($0))" } ?? "up to the bound of \(bound.shortest)"
    return "\(words(asymptote)); 0 fits best, but rates \(most) are compatible with the answers"
  }

  /// The interval of a rate.
  static func rates(_ interval: ConfidenceInterval) -> String {
    switch (interval.low, interval.high) {
    case (let low?, let high?): "\(rate(low)) … \(rate(high))"
    case (let low?, nil): "above \(rate(low))"
    case (nil, let high?): "below \(rate(high))"
    case (nil, nil): "open"
    }
  }

  /// The penalty of a penalised fit, in the α and β of the function's formula.
  var penalty: String {
    let penalty = settings.penalty
    let share = penalty.weight == 1 ? "½" : "¼"
    let intercept = settings.function.usesLogarithm ? "β ln α" : "αβ"
    return "\(share) ln det I(\(intercept), β), I at γ = λ = \(FitWords.rate(penalty.rate))"
  }

  /// A rate to its fourth decimal.
  static func rate(_ value: Double) -> String { ((value * 1e4).rounded() / 1e4).shortest }

  /// - Parameter result: The only fit, for its ψ at the threshold; `nil` if there are several.
  func threshold(_ result: FitResult? = nil) -> String {
    guard let at = settings.at else {
      guard let guess = result?.guess, let lapse = result?.lapse else { return "\(level) at which F is ½" }
      return "\(level) at which F is ½ and ψ is \(FitWords.rate(guess + (1 - guess - lapse) / 2))"
    }
    let percent = (at * 1e6).rounded() / 1e4
    return settings.reading == .direction
      ? "\(level) with \(percent.shortest) % correct, averaged over both signs of the level"
      : "\(level) at which ψ is \(at.shortest)"
  }

  /// A prior with the scale that its threshold and width are on.
  func prior(_ text: String) -> String {
    switch settings.scale {
    case .linear: text
    case .log10: text + "; on log10 of the level"
    case .ln: text + "; on ln of the level"
    }
  }

  /// The shared parameters: `threshold and width`.
  func listed(_ shared: SharedParameters) -> String {
    FitParameter.allCases.filter(shared.contains).map(\.rawValue).joined(separator: " and ")
  }

  var width: String { "\(settings.isLogLevel ? "log10 of " : "")\(level), from F = 0.05 to 0.95" }

  var slope: String {
    settings.isLogLevel
      ? "dψ/d log10 x at the threshold" : "dψ/dx at the threshold" + (unit.map { ", x in \($0)" } ?? "")
  }
}

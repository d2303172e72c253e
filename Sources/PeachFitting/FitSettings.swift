package import PeachMath

/// The settings of a fit of ψ(x) = γ + (1 − γ − λ)·F(x): its asymptotes, and the definition of the threshold.
package struct FitSettings: Sendable {
  package var function: any PsychometricFunction.Type
  package var reading: Reading
  package var guess: GuessRate
  package var lapse: Asymptote
  /// Whether F is a function of log10 of the level.
  package var isLogLevel: Bool
  /// The proportion whose level is the threshold: of positive responses, and in the direction reading of correct ones
  /// averaged over both signs. Nil: the level where F is ½.
  package var at: Double?
  package var method: FitMethod

  /// - Precondition: Asymptotes lie in 0..<½ where tied, else in 0..<1; no log level in the direction reading nor for a
  ///   function that takes a logarithm itself; `at` lies in 0…1, in the direction reading above ½.
  package init(
    _ function: any PsychometricFunction.Type = NormalFunction.self, reading: Reading, guess: GuessRate,
    lapse: Asymptote, isLogLevel: Bool = false, at: Double? = nil, method: FitMethod = .ml
  ) {
    precondition(!(isLogLevel && (function.usesLogarithm || reading == .direction)), "no log level here")
    precondition(reading == .accuracy || !function.usesLogarithm, "signed levels have no logarithm")
    if let at { precondition(at > (reading == .direction ? 0.5 : 0) && at < 1, "no such proportion") }
    self.function = function
    self.reading = reading
    self.guess = guess
    self.lapse = lapse
    self.isLogLevel = isLogLevel
    self.at = at
    self.method = method
  }

  package var scale: LevelScale { LevelScale(function, isLogLevel: isLogLevel) }

  /// Whether the threshold is a level on both sides of zero, with the bounds that go with adaptive tracks.
  var isTwoSided: Bool { reading == .direction && at != nil }

  /// The quantity that texts and figures report first: the PSE in the direction reading without `at`, else the threshold.
  package var mainQuantity: Quantity { reading == .direction && at == nil ? .pse : .threshold }

  /// The quantities of the fit that get an interval.
  package var quantities: [Quantity] { reading == .direction ? [.threshold, .width, .pse] : [.threshold, .width] }

  /// How many parameters are free.
  package var parameters: Int {
    var count = 2
    if case .asymptote(.free) = guess { count += 1 }
    if case .free = lapse { count += 1 }
    return count
  }
}

/// How a curve is estimated; the text is that of settings and of the `method` column.
package enum FitMethod: String, CaseIterable, Sendable {
  /// Maximum likelihood.
  case ml
  /// Maximum of the penalised likelihood (`Penalty`), which is finite for any data with a rising curve.
  case reduced
}

import PeachSupport

/// A psychometric function with its parameters, ψ(x) = γ + (1 − γ − λ) · F(x; α, β): the probability of a positive
/// response at a level.
///
/// The function is chosen at run time. A loop over many levels is faster when it is generic over the family and calls
/// `value` itself.
///
/// Source: Wichmann & Hill (2001), *Perception & Psychophysics* 63(8):1293–1313, doi:10.3758/BF03194544.
package struct PsychometricCurve: Sendable {
  /// The family F.
  package let function: any PsychometricFunction.Type
  /// α, on the function's scale: in level units, or in log10 of them where `isLogLevel`.
  package let threshold: Double
  /// β > 0, per unit of the function's scale.
  package let slope: Double
  /// γ, the lower asymptote, in 0..<1.
  package let guess: Double
  /// λ, the distance of the upper asymptote from 1, in 0..<1.
  package let lapse: Double
  /// Whether F is applied to log10 of the level; levels are then above 0, and a level that is not has ψ = γ.
  package let isLogLevel: Bool

  /// - Precondition: The threshold is finite, and above 0 if the function uses a logarithm; the slope is above 0 and
  ///   finite; guess and lapse are not negative, and together below 1; a function that uses a logarithm has no log level.
  package init(
    function: any PsychometricFunction.Type, threshold: Double, slope: Double, guess: Double, lapse: Double,
    isLogLevel: Bool
  ) {
    precondition(threshold.isFinite && (threshold > 0 || !function.usesLogarithm), "threshold out of range")
    precondition(slope > 0 && slope.isFinite, "the slope must be above 0 and finite")
    precondition(guess >= 0 && lapse >= 0 && guess + lapse < 1, "guess + lapse must be below 1")
    precondition(
      !(isLogLevel && function.usesLogarithm),
      "the function already takes the logarithm of the level: isLogLevel must be false")
    self.function = function
    self.threshold = threshold
    self.slope = slope
    self.guess = guess
    self.lapse = lapse
    self.isLogLevel = isLogLevel
  }

  /// ψ(level), in γ…1 − λ.
  package func probability(at level: Double) -> Double {
    guess + range * function.value(scaled(level), threshold: threshold, slope: slope)
  }

  /// 1 − ψ(level), in λ…1 − γ, accurate where ψ is close to 1.
  package func complement(at level: Double) -> Double {
    lapse + range * function.complement(scaled(level), threshold: threshold, slope: slope)
  }

  /// dψ/dx at a level, per level unit, also where F is applied to the logarithm.
  package func slope(at level: Double) -> Double {
    if isLogLevel && level <= 0 { return 0 }
    let derivative = range * function.derivative(scaled(level), threshold: threshold, slope: slope)
    return isLogLevel ? derivative / (level * log(10)) : derivative
  }

  /// The level at which ψ is `probability`; `nil` if no level reaches it, at or outside the asymptotes γ and 1 − λ.
  package func level(at probability: Double) -> Double? {
    guard probability > guess, probability < 1 - lapse else { return nil }
    let x = function.inverse((probability - guess) / range, threshold: threshold, slope: slope)
    let level = isLogLevel ? LevelScale.log10.level(at: x) : x
    // Within rounding of an asymptote the quotient may be 0 or 1.
    return level.isFinite && !(isLogLevel && level == 0) ? level : nil
  }

  /// 1 − γ − λ, the distance between the asymptotes.
  private var range: Double { 1 - guess - lapse }

  /// The level on the function's scale.
  private func scaled(_ level: Double) -> Double { isLogLevel ? LevelScale.log10.place(of: level) : level }
}

extension PsychometricCurve: Hashable {
  package static func == (left: PsychometricCurve, right: PsychometricCurve) -> Bool {
    left.function == right.function && left.threshold == right.threshold && left.slope == right.slope
      && left.guess == right.guess && left.lapse == right.lapse && left.isLogLevel == right.isLogLevel
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(function))
    hasher.combine(threshold)
    hasher.combine(slope)
    hasher.combine(guess)
    hasher.combine(lapse)
    hasher.combine(isLogLevel)
  }
}

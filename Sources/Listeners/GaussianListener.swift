public import Configuration
public import Trials

/// A listener who hears the offset with Gaussian noise: P(higher) = ℓ·g + (1 − ℓ)·Φ((x + b)/σ).
///
/// `jnd` is 0.67449 σ of the noise alone, σ that of the difference between the notes; with neither lapses nor bias it
/// is the level answered correctly 75 times in a hundred.
///
/// Source: Green & Swets (1966), Signal detection theory and psychophysics; the parameters as in Mathias et al. (2020),
/// J. Acoust. Soc. Am. 147:371–387, doi:10.1121/10.0000584, whose bias has the other sign.
public struct GaussianListener: ListenerDeclaration, SpreadListener {
  public static let kind = "gaussian"
  public static let summary = "hears the offset with Gaussian noise; lapses, and leans to a side"
  public static let source = "Green & Swets (1966), Signal detection theory and psychophysics"
  public static let example = "jnd: 12, lapse: 0.02, bias: 1"

  let sigma: Double
  let decision: Decision

  public static func read(_ reader: Reader, in task: TrialTask) -> GaussianListener {
    reader.requireNotes(task)
    let sigma = Decision.sigma(reader)
    return GaussianListener(sigma: sigma, decision: Decision(reader, in: task))
  }

  init(sigma: Double, decision: Decision) {
    self.sigma = sigma
    self.decision = decision
  }

  public mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    Answer(isHigher: decision.isHigher(comparison, sigma: sigma, using: &random))
  }

  public func probability(of comparison: Comparison) -> Double {
    decision.probabilityHigher(comparison, sigma: sigma)
  }

  func probability(of comparison: Comparison, spread: Double) -> Double {
    decision.probabilityHigher(comparison, sigma: (sigma * sigma + spread * spread).squareRoot())
  }

  public var isSameOnAllNotes: Bool { true }
  public var lapse: Double { decision.asymptote(sigma: sigma) }
}

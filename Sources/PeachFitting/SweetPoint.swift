package import PeachMath
import PeachSupport

/// The levels at which a trial tells most about a parameter of ψ(u) = γ + (1 − γ − λ) · F(u), u = β · (g(x) − g(α)).
/// They minimise the asymptotic variance of its estimate with the other parameters known.
///
/// α has one such level. β has two, one on each side of α, because a trial at α tells nothing about β.
///
/// Source: Green (1990), J. Acoust. Soc. Am. 87:2662–2674 (α); Shen & Richards (2012), J. Acoust. Soc. Am.
/// 132:957–967, doi:10.1121/1.4733540 (β).
package struct SweetPoint: Sendable {
  package let function: any PsychometricFunction.Type
  package let guess: Double
  package let lapse: Double

  /// - Precondition: Neither is negative, and together they are below 1.
  package init(function: any PsychometricFunction.Type, guess: Double, lapse: Double) {
    precondition(guess >= 0 && lapse >= 0 && guess + lapse < 1, "guess + lapse must be below 1")
    self.function = function
    self.guess = guess
    self.lapse = lapse
  }

  private var range: Double { 1 - guess - lapse }

  /// ψ at u.
  package func probability(at u: Double) -> Double { guess + range * function.standardValue(u) }

  /// The u at which ψ is a probability between its asymptotes.
  package func position(of probability: Double) -> Double { function.standardQuantile((probability - guess) / range) }

  /// N · β² · Var(α̂) with N trials at u, ψ·(1 − ψ) / (∂ψ/∂u)², where g is the identity; else of g(α̂).
  package func thresholdVariance(at u: Double) -> Double {
    let positive = probability(at: u)
    let negative = lapse + range * function.standardComplement(u)
    let derivative = range * function.standardDensity(u)
    let variance = positive / derivative * (negative / derivative)
    return variance.isFinite ? variance : .infinity
  }

  /// N · Var(β̂) / β² with N trials at u: ψ·(1 − ψ) / (u · ∂ψ/∂u)².
  package func slopeVariance(at u: Double) -> Double { u == 0 ? .infinity : thresholdVariance(at: u) / (u * u) }

  /// The u that tells most of α; accurate to about 1e-7, and to rounding for the logistic without lapses.
  package var threshold: Double {
    if function == LogisticFunction.self, lapse == 0 {
      return LogisticFunction.standardQuantile((SweetPoint.logistic(guess: guess) - guess) / range)
    }
    return UnimodalMinimum.minimum(in: lowest...highest, thresholdVariance)
  }

  /// The two u that tell most of β, the lower first; accurate to about 1e-7.
  package var slopes: (low: Double, high: Double) {
    (UnimodalMinimum.minimum(in: lowest...0, slopeVariance), UnimodalMinimum.minimum(in: 0...highest, slopeVariance))
  }

  /// ψ at the sweet point of α of the logistic without lapses: (2γ + 1 + √(1 + 8γ)) / (3 + √(1 + 8γ)).
  package static func logistic(guess: Double) -> Double {
    let root = (1 + 8 * guess).squareRoot()
    return (2 * guess + 1 + root) / (3 + root)
  }

  // Beyond these nothing is learnt.
  private var lowest: Double { function.standardQuantile(1e-9) }
  private var highest: Double { function.standardQuantile(1 - 1e-9) }
}

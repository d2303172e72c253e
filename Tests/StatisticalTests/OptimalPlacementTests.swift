import Glibc
import PeachMath
import Testing

/// Where the noise of a listener who answers higher or lower is best measured, from the Fisher information: theory
/// against published figures.
///
/// An answer at a level x tells ψ′²/(ψ(1 − ψ)) of ln σ, with the derivative −x·dψ/dx; N answers leave the coefficient of
/// variation CV with CV·√N = √(ψ(1 − ψ))/(x·dψ/dx).
@Suite struct OptimalPlacementTests {
  private static let sigma = 13.7

  /// - Parameter lapse: The probability ℓ of an answer without listening, so that γ = λ = ℓ/2.
  private static func curve(lapse: Double) -> PsychometricCurve {
    PsychometricCurve(
      function: NormalFunction.self, threshold: 0, slope: 1 / sigma, guess: lapse / 2, lapse: lapse / 2,
      isLogLevel: false)
  }

  private static func variation(_ curve: PsychometricCurve, at level: Double) -> Double {
    (curve.probability(at: level) * curve.complement(at: level)).squareRoot() / (level * curve.slope(at: level))
  }

  /// The level at which an answer tells most, by the golden section.
  private static func best(_ curve: PsychometricCurve) -> Double {
    var (low, high) = (0.3 * sigma, 3 * sigma)
    let ratio = (5.0.squareRoot() - 1) / 2
    while high - low > 1e-9 * sigma {
      let (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
      if variation(curve, at: left) < variation(curve, at: right) { high = right } else { low = left }
    }
    return (low + high) / 2
  }

  @Test func `without lapses noise is best measured at 1.575 σ`() {
    let curve = Self.curve(lapse: 0)
    let level = Self.best(curve)
    #expect(abs(level / Self.sigma - 1.575) < 5e-4)
    #expect(abs(curve.probability(at: level) - 0.9424) < 5e-5)
    #expect(abs(Self.variation(curve, at: level) - 1.282) < 5e-4)
  }

  @Test(arguments: [(0.01, 0.9287, 1.3365), (0.02, 0.9177, 1.3852), (0.05, 0.8913, 1.5156)])
  func `lapses make it costlier, and lower the best level`(lapse: Double, proportion: Double, variation: Double) {
    let curve = Self.curve(lapse: lapse)
    let level = Self.best(curve)
    #expect(abs(curve.probability(at: level) - proportion) < 5e-5)
    #expect(abs(Self.variation(curve, at: level) - variation) < 5e-5)
  }

  /// With half a unit of the published figure's last digit, or what half a unit of 0.643 makes.
  static let placements: [(proportion: Double, variation: Double, rounding: Double)] = [
    (0.55, 10.0, 0.05), (0.60, 5.01, 5e-3), (0.643, 3.507, 0.012), (0.7071, 2.4285, 5e-5), (0.75, 2.0202, 5e-5),
    (0.7937, 1.7317, 5e-5), (0.8409, 1.5116, 5e-5), (0.90, 1.3339, 5e-5),
  ]

  @Test(arguments: placements)
  func `elsewhere it is measured as badly as published`(
    proportion: Double, variation: Double, rounding: Double
  ) throws {
    let curve = Self.curve(lapse: 0)
    let level = try #require(curve.level(at: proportion))
    #expect(abs(Self.variation(curve, at: level) - variation) < rounding)
  }

  /// Trials a procedure needs that stays at a proportion, over those at the best level.
  @Test(arguments: [(0.7937, 1.8), (0.7071, 3.6), (0.643, 7.5)])
  func `tracking a low proportion costs trials`(proportion: Double, times: Double) throws {
    let curve = Self.curve(lapse: 0)
    let here = Self.variation(curve, at: try #require(curve.level(at: proportion)))
    let least = Self.variation(curve, at: Self.best(curve))
    #expect(abs(here * here / (least * least) - times) < 0.05)
  }
}

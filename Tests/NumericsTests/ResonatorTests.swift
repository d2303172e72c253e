import Foundation
import PeachMath
import Testing

@Suite struct ResonatorTests {
  private static let rate = 48_000.0

  /// The share of the power of a long tone that a gammatone filter passes.
  private static func passed(_ hertz: Double, _ filter: Resonator) -> Double {
    let samples = (0..<9600).map { sin(2 * .pi * hertz * Double($0) / rate) }
    let heard = filter.filtered(samples, times: 4).real.suffix(4800).map { 2 * $0 }
    return heard.reduce(0) { $0 + $1 * $1 } / samples.suffix(4800).reduce(0) { $0 + $1 * $1 }
  }

  /// It passes (1 + (f − centre)²∕b²)⁻⁴ of the power, with b = 1.0186·ERB (Patterson et al. 1987, as in Hohmann 2002).
  @Test func `a gammatone filter has its published shape`() {
    let filter = Resonator(gammatone: 1000, equivalentBandwidth: 132.64, rate: Self.rate)
    let b = 1.0186 * 132.64
    for distance in [-200.0, -100, -50, 0, 50, 100, 200] {
      let expected = pow(1 + distance * distance / (b * b), -4)
      let passed = Self.passed(1000 + distance, filter)
      #expect(abs(10 * log10(passed / expected)) < 0.1, "\(distance) Hz: \(passed) for \(expected)")
    }
  }

  /// One pole passes half of the power at the edges of its bandwidth.
  @Test func `a resonator has its bandwidth`() {
    let filter = Resonator(centre: 100, bandwidth: 50, rate: Self.rate)
    for (hertz, expected) in [(75.0, 0.5), (100, 1), (125, 0.5)] {
      let angles = (0..<19_200).map { 2 * .pi * hertz * Double($0) / Self.rate }
      // The filter is linear: a complex oscillation is the sum of a real and an imaginary one.
      let (cosine, sine) = (filter.filtered(angles.map { cos($0) }), filter.filtered(angles.map { sin($0) }))
      let power = (9600..<19_200).reduce(0.0) { sum, n in
        let (real, imaginary) = (cosine.real[n] - sine.imaginary[n], cosine.imaginary[n] + sine.real[n])
        return sum + real * real + imaginary * imaginary
      }
      #expect(abs(power / 9600 - expected) < 0.01, "\(hertz) Hz: \(power / 9600)")
    }
  }
}

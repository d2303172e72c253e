import PeachSupport

/// A complex filter with one pole: y₀ = p·y₁ + (1 − |p|)·x₀, with |p| = e^(−π·bandwidth ∕ rate) at the angle of the centre.
///
/// At the centre it passes a complex oscillation unchanged, and half of a real one. Four of them in a row are a gammatone filter of
/// fourth order, whose real part doubled passes a tone at the centre unchanged.
///
/// Source: Dau, Kollmeier & Kohlrausch (1997), J. Acoust. Soc. Am. 102:2892–2905 (modulation filters); Hohmann (2002), Acta Acust.
/// united Ac. 88:433–442 (gammatone filters).
package struct Resonator: Sendable {
  private let real: Double
  private let imaginary: Double
  private let gain: Double

  /// - Parameters:
  ///   - centre: Hz.
  ///   - bandwidth: Hz between the points at which one pole passes half of the power.
  ///   - rate: Samples per second.
  package init(centre: Double, bandwidth: Double, rate: Double) {
    let length = exp(-.pi * bandwidth / rate)
    let angle = 2 * .pi * centre / rate
    (real, imaginary, gain) = (length * cos(angle), length * sin(angle), 1 - length)
  }

  /// A pole of a gammatone filter of fourth order. The equivalent rectangular bandwidth of the filter is 5π∕32 times the bandwidth of
  /// the pole.
  ///
  /// - Parameters:
  ///   - centre: Hz.
  ///   - equivalentBandwidth: Of the filter, in Hz.
  ///   - rate: Samples per second.
  package init(gammatone centre: Double, equivalentBandwidth: Double, rate: Double) {
    self.init(centre: centre, bandwidth: equivalentBandwidth * 32 / (5 * .pi), rate: rate)
  }

  /// The filtered samples; before them there is silence.
  ///
  /// - Parameter times: How many such filters are in a row.
  package func filtered(_ samples: [Double], times: Int = 1) -> (real: [Double], imaginary: [Double]) {
    var (reals, imaginaries) = (samples, [Double](repeating: 0, count: samples.count))
    for _ in 0..<times {
      var (a, b) = (0.0, 0.0)
      for i in samples.indices {
        (a, b) = (
          real * a - imaginary * b + gain * reals[i], real * b + imaginary * a + gain * imaginaries[i]
        )
        (reals[i], imaginaries[i]) = (a, b)
      }
    }
    return (reals, imaginaries)
  }
}

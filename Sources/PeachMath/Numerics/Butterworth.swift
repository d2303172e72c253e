import PeachSupport

/// Butterworth filters of sampled signals, as cascades of second-order sections.
///
/// The analogue filter is brought to samples by the bilinear transform, with its edges at the stated frequencies. At an edge
/// the power is half of that in the middle of the band.
///
/// Source: Oppenheim & Schafer (2010), *Discrete-Time Signal Processing*, 3rd ed., ch. 7; scipy.signal.butter is the oracle of
/// its tests.
package struct Butterworth: Sendable {
  /// y₀ = b₀x₀ + b₁x₁ + b₂x₂ − a₁y₁ − a₂y₂.
  package struct Section: Hashable, Sendable {
    package var b0: Double
    package var b1: Double
    package var b2: Double
    package var a1: Double
    package var a2: Double
  }

  package let sections: [Section]

  /// A first-order low-pass filter.
  ///
  /// - Parameters:
  ///   - edge: Hz, above 0 and below half the rate.
  ///   - rate: Samples per second.
  package init(lowPass edge: Double, rate: Double) {
    let k = tan(.pi * edge / rate)
    sections = [Section(b0: k / (1 + k), b1: k / (1 + k), b2: 0, a1: (k - 1) / (k + 1), a2: 0)]
  }

  /// A low-pass filter of second order.
  ///
  /// - Parameters:
  ///   - edge: Hz, above 0 and below half the rate.
  ///   - rate: Samples per second.
  package init(lowPass2 edge: Double, rate: Double) {
    let k = tan(.pi * edge / rate)
    self.init(edge: k, zeros: (k * k, 2 * k * k, k * k))
  }

  /// A high-pass filter of second order.
  ///
  /// - Parameters:
  ///   - edge: Hz, above 0 and below half the rate.
  ///   - rate: Samples per second.
  package init(highPass2 edge: Double, rate: Double) {
    self.init(edge: tan(.pi * edge / rate), zeros: (1, -2, 1))
  }

  /// A section with the two poles of second order.
  ///
  /// - Parameters:
  ///   - k: The edge after the bilinear transform.
  ///   - zeros: b₀, b₁ and b₂ before they are scaled like the poles.
  private init(edge k: Double, zeros: (b0: Double, b1: Double, b2: Double)) {
    let scale = 1 / (1 + 2.0.squareRoot() * k + k * k)
    sections = [
      Section(
        b0: zeros.b0 * scale, b1: zeros.b1 * scale, b2: zeros.b2 * scale, a1: 2 * (k * k - 1) * scale,
        a2: (1 - 2.0.squareRoot() * k + k * k) * scale)
    ]
  }

  /// A band-pass filter of order 2: four poles.
  ///
  /// - Parameters:
  ///   - low: Hz, above 0 and below `high`.
  ///   - high: Hz, below half the rate.
  ///   - rate: Samples per second.
  package init(low: Double, high: Double, rate: Double) {
    let (w1, w2) = (2 * rate * tan(.pi * low / rate), 2 * rate * tan(.pi * high / rate))
    let (band, middle) = (w2 - w1, (w1 * w2).squareRoot())
    // A pole of the low-pass filter, e^(3πi/4), becomes two of the band-pass filter: p = q ± √(q² − ω²), q = pole × band/2.
    let part = 0.5.squareRoot()
    let q = Complex(-part, part) * (band / 2)
    let root = (q * q - Complex(middle * middle, 0)).root
    let poles = [q + root, q - root].map { Butterworth.bilinear($0, rate: rate) }
    // The gain is 1 in the middle of the band.
    let angle = 2 * atan(middle / (2 * rate))
    sections = poles.map { pole in
      var section = Section(b0: 1, b1: 0, b2: -1, a1: -2 * pole.real, a2: pole.squaredLength)
      let gain = section.gain(at: angle)
      section.b0 /= gain
      section.b2 /= gain
      return section
    }
  }

  private static func bilinear(_ pole: Complex, rate: Double) -> Complex {
    (Complex(2 * rate, 0) + pole) / (Complex(2 * rate, 0) - pole)
  }

  /// The filtered samples; before them there is silence.
  package func filtered(_ samples: [Double]) -> [Double] {
    var samples = samples
    for section in sections {
      var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
      for i in samples.indices {
        let x = samples[i]
        let y = section.b0 * x + section.b1 * x1 + section.b2 * x2 - section.a1 * y1 - section.a2 * y2
        (x2, x1, y2, y1) = (x1, x, y1, y)
        samples[i] = y
      }
    }
    return samples
  }

  /// A complex number with the arithmetic of the design.
  struct Complex {
    var real: Double
    var imaginary: Double

    init(_ real: Double, _ imaginary: Double) { (self.real, self.imaginary) = (real, imaginary) }

    var squaredLength: Double { real * real + imaginary * imaginary }

    /// The root with a part ≥ 0.
    var root: Complex {
      let length = squaredLength.squareRoot()
      let root = Complex(((length + real) / 2).squareRoot(), ((length - real) / 2).squareRoot())
      return imaginary < 0 ? Complex(root.real, -root.imaginary) : root
    }

    static func + (a: Complex, b: Complex) -> Complex { Complex(a.real + b.real, a.imaginary + b.imaginary) }
    static func - (a: Complex, b: Complex) -> Complex { Complex(a.real - b.real, a.imaginary - b.imaginary) }
    static func * (a: Complex, b: Double) -> Complex { Complex(a.real * b, a.imaginary * b) }
    static func * (a: Complex, b: Complex) -> Complex {
      Complex(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
    }
    static func / (a: Complex, b: Complex) -> Complex {
      a * Complex(b.real / b.squaredLength, -b.imaginary / b.squaredLength)
    }
  }
}

extension Butterworth.Section {
  /// The magnitude of the response at an angle in radians per sample.
  func gain(at angle: Double) -> Double {
    func size(_ c0: Double, _ c1: Double, _ c2: Double) -> Double {
      Butterworth.Complex(
        c0 + c1 * cos(angle) + c2 * cos(2 * angle), -c1 * sin(angle) - c2 * sin(2 * angle)
      ).squaredLength.squareRoot()
    }
    return size(b0, b1, b2) / size(1, a1, a2)
  }
}

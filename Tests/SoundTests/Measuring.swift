import Glibc
import PeachAudio
import PeachPitch
import Synchronization

/// Measures what samples hold, by textbook signal processing that knows nothing of how they were made.
///
/// Window: four-term Blackman–Harris, whose side lobes lie below −92 dB (Harris, 1978, *Proc. IEEE* 66:51–83).
enum Measuring {
  static func blackmanHarris(_ count: Int) -> [Double] {
    windows.withLock { windows in
      if let window = windows[count] { return window }
      let terms = [0.35875, -0.48829, 0.14128, -0.01168]
      let window = (0..<count).map { i in
        let angle = 2 * Double.pi * (Double(i) + 0.5) / Double(count)
        return terms.enumerated().reduce(0) { $0 + $1.element * cos(Double($1.offset) * angle) }
      }
      windows[count] = window
      return window
    }
  }

  /// By length: the same few are asked for again and again.
  private static let windows = Mutex<[Int: [Double]]>([:])

  /// The frequency of the partial near an expected one: the phase that two windows of a note see, each relative to the
  /// expected frequency, and how far apart in time they are.
  static func frequency(_ samples: some Collection<Double>, near expected: Double, rate: Double) -> Double {
    let all = Array(samples)
    let half = all.count / 2
    let early = phase(all[..<half], expected, rate, from: 0)
    let late = phase(all[half..<2 * half], expected, rate, from: half)
    let turn = remainder(late - early, 2 * .pi)
    return expected + turn / (2 * .pi) * rate / Double(half)
  }

  /// The same for a partial that may be tens of cents away, where the phase of a long stretch has more than one meaning:
  /// a short one comes first.
  static func frequency(_ samples: some Collection<Double>, around expected: Double, rate: Double) -> Double {
    let roughly = frequency(Array(samples.prefix(8192)), near: expected, rate: rate)
    return frequency(samples, near: roughly, rate: rate)
  }

  private static func phase(_ part: ArraySlice<Double>, _ frequency: Double, _ rate: Double, from start: Int) -> Double
  {
    let sum = correlation(part, frequency, rate, from: start)
    return atan2(sum.imaginary, sum.real)
  }

  /// The amplitude of a partial.
  static func amplitude(_ samples: [Double], at frequency: Double, rate: Double) -> Double {
    let sum = correlation(samples[...], frequency, rate, from: 0)
    return 2 * hypot(sum.real, sum.imaginary) / blackmanHarris(samples.count).reduce(0, +)
  }

  private static func correlation(
    _ part: ArraySlice<Double>, _ frequency: Double, _ rate: Double, from start: Int
  ) -> (real: Double, imaginary: Double) {
    var (real, imaginary) = (0.0, 0.0)
    for (i, (sample, weight)) in zip(part, blackmanHarris(part.count)).enumerated() {
      let cycles = frequency / rate * Double(start + i)
      let angle = 2 * Double.pi * (cycles - cycles.rounded())
      real += weight * sample * cos(angle)
      imaginary -= weight * sample * sin(angle)
    }
    return (real, imaginary)
  }

  /// The level in dB against a sine of peak 1, by the windowed mean square.
  static func level(_ samples: some Collection<Double>) -> Double {
    var (power, weights) = (0.0, 0.0)
    for (sample, weight) in zip(samples, blackmanHarris(samples.count)) {
      power += weight * weight * sample * sample
      weights += weight * weight
    }
    return 10 * log10(2 * power / weights)
  }

  static func cents(_ frequency: Double, over other: Double) -> Double { 1200 * log2(frequency / other) }

  /// The part of a note between its ramps.
  static func steady(_ note: [Double], ramp: Double, rate: SampleRate) -> ArraySlice<Double> {
    let length = Int((ramp * rate.hertz).rounded(.up))
    return note[length..<(note.count - length)]
  }
}

/// Powers of the bins of a discrete Fourier transform.
enum Spectrum {
  /// In dB relative to the strongest bin; the number of samples is a power of two.
  ///
  /// The window is a Kaiser window with side lobes below −150 dB.
  static func decibels(_ samples: [Double]) -> [Double] {
    let count = samples.count
    var real = zip(samples, kaiser(count, 17)).map { $0 * $1 }
    var imaginary = [Double](repeating: 0, count: count)
    transform(&real, &imaginary)
    let powers = (0...count / 2).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
    let strongest = powers.max() ?? 1
    return powers.map { 10 * log10(max($0 / strongest, 1e-30)) }
  }

  /// How far from a partial its main lobe reaches, in bins: √(β² + π²) / π, rounded up, and some.
  static let lobe = 7

  static func kaiser(_ count: Int, _ beta: Double) -> [Double] {
    (0..<count).map { i in
      let x = 2 * (Double(i) + 0.5) / Double(count) - 1
      return bessel(beta * sqrt(1 - x * x)) / bessel(beta)
    }
  }

  /// I₀ by its series.
  private static func bessel(_ x: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for k in 1...200 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
      if term < sum * 1e-18 { break }
    }
    return sum
  }

  /// Cooley & Tukey (1965), in place.
  private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let count = real.count
    var reversed = 0
    for i in 1..<count {
      var bit = count >> 1
      while reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
      if i < reversed {
        real.swapAt(i, reversed)
        imaginary.swapAt(i, reversed)
      }
    }
    var size = 2
    while size <= count {
      for k in 0..<size / 2 {
        let angle = -2 * Double.pi * Double(k) / Double(size)
        let (c, s) = (cos(angle), sin(angle))
        for i in stride(from: k, to: count, by: size) {
          let j = i + size / 2
          let (re, im) = (c * real[j] - s * imaginary[j], s * real[j] + c * imaginary[j])
          (real[j], imaginary[j]) = (real[i] - re, imaginary[i] - im)
          (real[i], imaginary[i]) = (real[i] + re, imaginary[i] + im)
        }
      }
      size *= 2
    }
  }
}

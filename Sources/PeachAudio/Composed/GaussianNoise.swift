import PeachMath
import PeachSupport
import PeachTrials

/// Gaussian noise made from its spectrum: the sum of all multiples of rate ∕ 2ᵏ in the bands, with normal amplitudes of
/// sine and cosine. 2ᵏ samples are at least as long as the sound. The expected mean square is that of a sine with peak 1.
///
/// Source: Rice (1944), Bell Syst. Tech. J. 23:282–332.
struct GaussianNoise: SourceWaveform {
  /// Real and imaginary parts as `FourierTransform` has them.
  private var spectrum: [Double]

  /// - Parameters:
  ///   - bands: In Hz, at most `rate.highest`.
  ///   - weight: The relative amplitude at a frequency.
  /// - Throws: `SoundError` if no component is in the bands.
  static func drawn(
    in bands: [ClosedRange<Double>], seconds: Double, rate: SampleRate, random: RandomStream,
    weight: (Double) -> Double
  ) throws(SoundError) -> GaussianNoise {
    // One ear may get the noise late, so a little more is needed.
    let needed = rate.frames(seconds + ComposedSound.greatestDelay) + 2
    let length = FourierTransform.length(holding: needed)
    let spacing = rate.hertz / Double(length)
    var spectrum = [Double](repeating: 0, count: length)
    var random = random
    var power = 0.0
    for band in bands {
      let first = max(1, Int((band.lowerBound / spacing).rounded(.up)))
      let last = min(length / 2 - 1, Int((band.upperBound / spacing).rounded(.down)))
      guard first <= last else { continue }
      for k in first...last {
        let amplitude = weight(Double(k) * spacing)
        power += amplitude * amplitude
        spectrum[k] = amplitude * random.normal()
        spectrum[length - k] = amplitude * random.normal()
      }
    }
    guard power > 0 else {
      throw SoundError(
        "noise: a band of \(bands.map { $0.upperBound - $0.lowerBound }.max()?.shortest ?? "0") Hz is narrower "
          + "than the \(spacing.shortest) Hz between the frequency components of a sound this short",
        hint: "widen the band, or make the sound longer")
    }
    let scale = 1 / (2 * power).squareRoot()
    for k in spectrum.indices { spectrum[k] *= scale }
    return GaussianNoise(spectrum: spectrum)
  }

  func samples(
    _ count: Int, delay: Double, phase: Double, rate: SampleRate, modulation: FrequencyModulation?
  ) -> [Double] {
    var turned = SpectrumShift.shifted(spectrum, delay: delay, phase: phase, rate: rate)
    FourierTransform.inverse(&turned)
    // The inverse transform divides by the length, and each component stands there twice.
    let scale = Double(turned.count) / 2
    return turned.prefix(count).map { $0 * scale }
  }
}

extension DrawScope {
  /// Reads how long the same noise returns.
  static func readFresh(_ reader: Reader) -> DrawScope {
    reader.choice(
      "fresh", default: .interval,
      "When the noise is new: in every interval; in every trial, the same in all its intervals; or once in a "
        + "session (frozen noise)")
  }
}

/// Delays and phases of a spectrum, exact for every frequency below half the rate.
enum SpectrumShift {
  static func shifted(_ spectrum: [Double], delay: Double, phase: Double, rate: SampleRate) -> [Double] {
    guard delay != 0 || phase != 0 else { return spectrum }
    var turned = spectrum
    let length = spectrum.count
    let step = 2 * .pi * rate.hertz / Double(length) * delay
    for k in 1..<length / 2 where spectrum[k] != 0 || spectrum[length - k] != 0 {
      let angle = phase - step * Double(k)
      let (real, imaginary) = (spectrum[k], spectrum[length - k])
      turned[k] = real * cos(angle) - imaginary * sin(angle)
      turned[length - k] = real * sin(angle) + imaginary * cos(angle)
    }
    return turned
  }
}

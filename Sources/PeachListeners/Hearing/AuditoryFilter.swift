import PeachAudio
import PeachSupport

/// The shares of the power that an auditory filter passes, of a spectrum as `FourierTransform` has it.
///
/// It passes (1 + pg)·e^(−pg) of the power at the relative distance g from its centre, with p = 4·centre ∕ ERB and
/// ERB = 24.7·(4.37·centre ∕ kHz + 1) Hz.
///
/// Source: Patterson et al. (1982), J. Acoust. Soc. Am. 72:1788–1803 (the filter); Glasberg & Moore (1990), Hear. Res. 47:103–138
/// (its width).
struct AuditoryFilter: Sendable {
  /// The first component of the spectrum that it passes.
  let first: Int
  let shares: [Double]

  /// - Parameters:
  ///   - length: Of the spectrum.
  ///   - hertz: Samples per second.
  init(centre: Double, length: Int, hertz: Double) {
    let slope = 4 * centre / AuditoryBandwidth.equivalent(at: centre)
    let spacing = hertz / Double(length)
    // Beyond pg = 35 it passes less than −135 dB.
    let reach = centre * 35 / slope
    let first = max(1, Int((centre - reach) / spacing))
    let last = min(length / 2 - 1, Int((centre + reach) / spacing))
    shares = stride(from: first, through: last, by: 1).map {
      let distance = slope * abs(Double($0) * spacing - centre) / centre
      return (1 + distance) * exp(-distance)
    }
    self.first = first
  }

  /// The energy that it passes.
  func energy(of spectrum: [Double]) -> Double {
    var sum = 0.0
    for (place, share) in shares.enumerated() {
      let component = first + place
      let (real, imaginary) = (spectrum[component], spectrum[spectrum.count - component])
      sum += share * (real * real + imaginary * imaginary)
    }
    return 2 * sum / Double(spectrum.count)
  }
}

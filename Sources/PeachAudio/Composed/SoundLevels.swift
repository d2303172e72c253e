import PeachMath
import PeachSupport

/// Extremes and levels of samples, as drawings of a sound need them.
extension StereoSamples {
  /// The smallest and the largest sample of each of some stretches of equal duration.
  ///
  /// - Parameters:
  ///   - frames: The samples.
  ///   - columns: The number of stretches. Fewer samples have one for each.
  package func extremes(
    of ear: KeyPath<StereoSamples, [Double]>, in frames: Range<Int>, columns: Int
  ) -> [(seconds: Double, low: Double, high: Double)] {
    let samples = self[keyPath: ear]
    let count = min(columns, frames.count)
    return (0..<count).map { column in
      let start = frames.lowerBound + column * frames.count / count
      let range = start..<frames.lowerBound + (column + 1) * frames.count / count
      let stretch = samples[range]
      return (
        Double(range.lowerBound + range.upperBound - 1) / 2 / rate.hertz, stretch.min() ?? 0, stretch.max() ?? 0
      )
    }
  }

  /// Levels in bands around frequencies, of the mean power of both ears, in dB FS: 0 is a sine with peak 1.
  ///
  /// The samples have a Hann window. A band is at least as wide as the spectrum of a sine in that window, so that a sine shows its
  /// level.
  ///
  /// Source: Harris (1978), Proc. IEEE 66:51–83 (window and its equivalent noise bandwidth).
  ///
  /// - Parameters:
  ///   - range: The samples; what lies outside the sound counts as silence.
  ///   - bands: The middle and the width of each band, in Hz.
  package func levels(of range: Range<Int>, in bands: [(middle: Double, width: Double)]) -> [Double] {
    let window = range.indices.map {
      0.5 - 0.5 * cos(2 * .pi * (Double($0 - range.lowerBound) + 0.5) / Double(range.count))
    }
    let length = FourierTransform.length(holding: 2 * range.count)
    let inside = range.clamped(to: 0..<frames)
    /// The power up to half a step above each frequency of the transform.
    var sums = [Double](repeating: 0, count: length / 2)
    for ear in [left, right] {
      var samples = [Double](repeating: 0, count: length)
      for i in inside { samples[i - range.lowerBound] = ear[i] * window[i - range.lowerBound] }
      FourierTransform.forward(&samples)
      for k in 1..<length / 2 { sums[k] += samples[k] * samples[k] + samples[length - k] * samples[length - k] }
    }
    for k in 1..<length / 2 { sums[k] += sums[k - 1] }
    let scale = 2 / (Double(length) * window.reduce(0) { $0 + $1 * $1 })
    let step = rate.hertz / Double(length)
    func sum(below frequency: Double) -> Double {
      let place = min(max(frequency / step - 0.5, 0), Double(length / 2 - 2))
      let k = Int(place)
      return sums[k] + (place - Double(k)) * (sums[k + 1] - sums[k])
    }
    let least = 4 * rate.hertz / Double(range.count)
    return bands.map { band in
      let half = max(band.width, least) / 2
      return 10 * log10(max(scale * (sum(below: band.middle + half) - sum(below: band.middle - half)), 1e-30))
    }
  }
}

import PeachSupport
import PeachTrials

/// Gaussian noise in a band with sharp edges, flat or along a slope, with a notch if there is one.
///
/// Its level is the expected one: a single noise is a little louder or softer, as any Gaussian noise is.
struct NoiseSource: SoundSource {
  static let key = "noise"
  static let hasSpectrumLevel = true

  /// Hz.
  var low: StimulusNumber
  var high: StimulusNumber
  var notch: (centre: StimulusNumber, width: StimulusNumber)?
  /// dB per octave of the power in equal bands of Hz; −3 is pink.
  var slope: Double
  /// How long the same samples return.
  var fresh: DrawScope

  static func read(_ reader: SoundReader) -> NoiseSource? {
    reader.reader.section(key, "Gaussian noise in a band with sharp edges") { inner -> NoiseSource? in
      let numbers = reader.inside(inner, key)
      let bounds = Bounds.within(1...43_200)
      let low = numbers.number("from", .frequency, in: bounds, required: true, "Lower edge of the noise band")
      let high = numbers.number("to", .frequency, in: bounds, required: true, "Upper edge of the noise band")
      let notch = inner.section("notch", "Notch: a part of the band without noise") { notch in
        let numbers = numbers.inside(notch, "notch")
        return (
          centre: numbers.number("centre", .frequency, in: bounds, required: true, "Middle of the notch"),
          width: numbers.number("width", .frequency, in: .within(0...43_200), required: true, "Width of the notch")
        )
      }
      let slope = inner.number(
        "slope", unit: "dB", in: .within(-12...12), default: 0,
        "Slope of the noise spectrum, in dB per octave; 0 is white noise, -3 is pink noise")
      let fresh = DrawScope.readFresh(inner)
      guard let low, let high else { return nil }
      guard let notch else { return NoiseSource(low: low, high: high, notch: nil, slope: slope, fresh: fresh) }
      guard let centre = notch.centre, let width = notch.width else { return nil }
      return NoiseSource(low: low, high: high, notch: (centre, width), slope: slope, fresh: fresh)
    } ?? nil
  }

  func bandwidth(_ draws: SoundDraws) -> Double? {
    guard slope == 0 else { return nil }
    return bands(draws).reduce(0) { $0 + $1.upperBound - $1.lowerBound }
  }

  /// The parts of the band next to the notch.
  private func bands(_ draws: SoundDraws) -> [ClosedRange<Double>] {
    let (low, high) = (draws.value(low), draws.value(high))
    guard low < high else { return [] }
    guard let notch else { return [low...high] }
    let (centre, width) = (draws.value(notch.centre), max(0, draws.value(notch.width)))
    let edges = (min(max(low, centre - width / 2), high), min(max(low, centre + width / 2), high))
    return [low...edges.0, edges.1...high].filter { $0.lowerBound < $0.upperBound }
  }

  func drawn(
    _ draws: SoundDraws, key: String, seconds: Double, rate: SampleRate
  ) throws(SoundError) -> any SourceWaveform {
    let bands = bands(draws)
    guard let highest = bands.last?.upperBound else {
      throw SoundError(
        "noise: the band from \(draws.value(low).shortest) to \(draws.value(high).shortest) Hz is empty",
        hint: "the lower edge (from) must be below the upper edge (to), and the notch must leave a part of the band")
    }
    try rate.check(highest, "noise")
    return try GaussianNoise.drawn(
      in: bands, seconds: seconds, rate: rate, random: draws.stream("\(key).noise", each: fresh)
    ) { slope == 0 ? 1 : pow(10, slope * log2($0 / 1000) / 20) }
  }
}

import PeachSupport

/// Threshold-equalising noise: a tone of any frequency in its band is masked up to the same level.
///
/// A tone is just heard if its power is K times that of the noise in the equivalent rectangular bandwidth (ERB) of the auditory filter,
/// so the power in each Hz is proportional to 1 ∕ (K · ERB). Between the values of K Peach draws straight lines in dB over log
/// frequency; common programs use a spline, which differs by less than 0.2 dB.
///
/// Source: Moore, Huss, Vickers, Glasberg & Alcántara (2000), Br. J. Audiol. 34:205–224; K from Moore, Glasberg & Baer (1997),
/// J. Audio Eng. Soc. 45:224–240; ERB from Glasberg & Moore (1990), Hear. Res. 47:103–138.
struct EqualisingSource: SoundSource {
  static let key = "threshold-equalising"
  static let hasSpectrumLevel = true

  /// Hz.
  var low: StimulusNumber
  var high: StimulusNumber
  /// How long the same samples return.
  var fresh: DrawScope

  static func read(_ reader: SoundReader) -> EqualisingSource? {
    reader.reader.section(
      key,
      "Threshold-equalising noise: it masks tones of all frequencies up to the same level. spectrum-level and "
        + "erb-level state its level at 1 kHz"
    ) { inner -> EqualisingSource? in
      let numbers = reader.inside(inner, key)
      let bounds = Bounds.within(50...20_000)
      let low = numbers.number("from", .frequency, in: bounds, required: true, "Lower edge of the noise band")
      let high = numbers.number("to", .frequency, in: bounds, required: true, "Upper edge of the noise band")
      let fresh = DrawScope.readFresh(inner)
      guard let low, let high else { return nil }
      return EqualisingSource(low: low, high: high, fresh: fresh)
    } ?? nil
  }

  /// The power over that at 1 kHz, by Simpson's rule over log frequency.
  func bandwidth(_ draws: SoundDraws) -> Double? {
    let (low, high) = (draws.value(low), draws.value(high))
    guard low > 0, low < high else { return 0 }
    let steps = 400
    let step = log(high / low) / Double(steps)
    let sum = (0...steps).reduce(0.0) { sum, place in
      let frequency = low * exp(step * Double(place))
      let weight = place == 0 || place == steps ? 1.0 : place.isMultiple(of: 2) ? 2 : 4
      return sum + weight * frequency * Self.power(at: frequency) / Self.power(at: 1000)
    }
    return sum * step / 3
  }

  func drawn(
    _ draws: SoundDraws, key: String, seconds: Double, rate: SampleRate
  ) throws(SoundError) -> any SourceWaveform {
    let (low, high) = (draws.value(low), draws.value(high))
    guard low < high else {
      throw SoundError(
        "threshold-equalising: the band from \(low.shortest) to \(high.shortest) Hz is empty",
        hint: "the lower edge (from) must be below the upper edge (to)")
    }
    try rate.check(high, Self.key)
    return try GaussianNoise.drawn(
      in: [low...high], seconds: seconds, rate: rate, random: draws.stream("\(key).noise", each: fresh)
    ) { Self.power(at: $0).squareRoot() }
  }

  /// The relative power in a band of 1 Hz.
  private static func power(at frequency: Double) -> Double {
    1 / (pow(10, ratio(at: frequency) / 10) * AuditoryBandwidth.equivalent(at: frequency))
  }

  /// K in dB.
  private static func ratio(at frequency: Double) -> Double {
    guard let above = ratios.firstIndex(where: { $0.hertz >= frequency }) else {
      return ratios[ratios.count - 1].decibels
    }
    guard above > 0 else { return ratios[0].decibels }
    let (a, b) = (ratios[above - 1], ratios[above])
    return a.decibels + (b.decibels - a.decibels) * log(frequency / a.hertz) / log(b.hertz / a.hertz)
  }

  private static let ratios: [(hertz: Double, decibels: Double)] = [
    (50, 13.5), (63, 10), (80, 7.2), (100, 4.9), (125, 3.1), (160, 1.6), (200, 0.4), (250, -0.4), (315, -1.2),
    (400, -1.85), (500, -2.4), (630, -2.7), (750, -2.85), (800, -2.9), (1000, -3),
  ]
}

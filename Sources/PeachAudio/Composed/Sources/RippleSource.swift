import PeachSupport

/// Iterated rippled noise: noise that is delayed and added to itself, several times. It has the pitch 1 ∕ delay.
///
/// The noise is made from its spectrum, weighted by |1 + g·exp(−2πifd)|ⁿ: what n delays d with gain g, each added to the
/// result of the one before, make of a noise that has lasted for long.
///
/// Source: Yost (1996), J. Acoust. Soc. Am. 100:511–518 (add-same network).
struct RippleSource: SoundSource {
  static let key = "ripple"

  /// Hz.
  var low: StimulusNumber
  var high: StimulusNumber
  /// Milliseconds.
  var delay: StimulusNumber
  var gain: Double
  var iterations: Int

  static func read(_ reader: SoundReader) -> RippleSource? {
    reader.reader.section(
      key, "Iterated rippled noise: a noise with a pitch, to which a delayed copy is added again and again"
    ) { inner -> RippleSource? in
      let numbers = reader.inside(inner, key)
      let bounds = Bounds.within(1...43_200)
      let low = numbers.number("from", .frequency, in: bounds, required: true, "Lower edge of the noise band")
      let high = numbers.number("to", .frequency, in: bounds, required: true, "Upper edge of the noise band")
      let delay = numbers.number(
        "delay", .milliseconds, in: .within(0.05...100), required: true,
        "Delay of the copy in ms; the pitch in Hz is 1000 divided by it")
      let gain = inner.number(
        "gain", unit: "1", in: .within(-1...1), default: 1,
        "Factor by which the amplitude of the delayed copy is multiplied; a negative one inverts the copy")
      let iterations = inner.integer(
        "iterations", in: 1...64, default: 8, "Number of iterations: how often the noise is delayed and added")
      guard let low, let high, let delay else { return nil }
      return RippleSource(low: low, high: high, delay: delay, gain: gain, iterations: iterations)
    } ?? nil
  }

  func drawn(
    _ draws: SoundDraws, key: String, seconds: Double, rate: SampleRate
  ) throws(SoundError) -> any SourceWaveform {
    let (low, high, delay) = (draws.value(low), draws.value(high), draws.value(delay) / 1000)
    guard low < high else {
      throw SoundError(
        "ripple: the band from \(low.shortest) to \(high.shortest) Hz is empty",
        hint: "the lower edge (from) must be below the upper edge (to)")
    }
    try rate.check(high, "ripple")
    return try GaussianNoise.drawn(
      in: [low...high], seconds: seconds, rate: rate, random: draws.stream("\(key).ripple", each: .interval)
    ) { frequency in
      let angle = 2 * .pi * frequency * delay
      return pow((1 + gain * gain + 2 * gain * cos(angle)).squareRoot(), Double(iterations))
    }
  }
}

import PeachMath
import PeachSupport

/// Clicks: rectangular pulses, once or at a rate, without the frequencies above half the sample rate.
///
/// Its level is that of the height of a pulse: a pulse of 0 dB FS has the height 1 before its high frequencies are left out.
struct ClickSource: SoundSource {
  static let key = "click"

  /// Milliseconds.
  var width: StimulusNumber
  /// Per second; `nil` for one click.
  var rate: StimulusNumber?

  static func read(_ reader: SoundReader) -> ClickSource? {
    reader.reader.section(key, "Clicks") { inner -> ClickSource? in
      let numbers = reader.inside(inner, key)
      let width = numbers.number(
        "width", .milliseconds, in: .within(0.01...10), required: true, "Click: a rectangular pulse of this width")
      let rate = numbers.number(
        "rate", .frequency, in: .within(0.1...5000),
        "Clicks per second, for a train of clicks; without this key one click")
      return width.map { ClickSource(width: $0, rate: rate) }
    } ?? nil
  }

  func drawn(
    _ draws: SoundDraws, key: String, seconds: Double, rate: SampleRate
  ) throws(SoundError) -> any SourceWaveform {
    let width = draws.value(width) / 1000
    guard width > 0 else { throw SoundError("click: a width of \(width.shortest) s; expected more than 0") }
    guard let clicks = self.rate.map(draws.value) else {
      return Clicks(width: width, spacing: seconds, count: 1, seconds: seconds)
    }
    guard clicks > 0, 1 / clicks > width else {
      throw SoundError(
        "click: \(clicks.shortest) clicks per second overlap, because each lasts \((width * 1000).shortest) ms",
        hint: "lower the rate or the width")
    }
    // A click whose pulse begins at the end of the sound is left out.
    let count = max(1, Int((seconds * clicks - 1e-9).rounded(.up)))
    return Clicks(width: width, spacing: 1 / clicks, count: count, seconds: seconds)
  }

  private struct Clicks: SourceWaveform {
    var width: Double
    var spacing: Double
    var count: Int
    var seconds: Double

    func samples(
      _ count: Int, delay: Double, phase: Double, rate: SampleRate, modulation: FrequencyModulation?
    ) -> [Double] {
      // Room for the ripples before the first and after the last pulse.
      let length = FourierTransform.length(holding: 2 * count + 256)
      var spectrum = [Double](repeating: 0, count: length)
      spectrum[0] = width * Double(self.count) * rate.hertz
      for k in 1..<length / 2 {
        let turn = 2 * .pi * Double(k) * rate.hertz / Double(length)
        let half = turn * width / 2
        let height = width * sin(half) / half * rate.hertz
        // The sum over the pulses: sin(n·a) ∕ sin(a), about the middle of all.
        let a = turn * spacing / 2
        let n = Double(self.count)
        let sum = abs(sin(a)) < 1e-12 ? n * cos((n - 1) * a) : sin(n * a) / sin(a)
        let angle = phase - turn * (width / 2 + spacing * (n - 1) / 2 + delay)
        spectrum[k] = height * sum * cos(angle)
        spectrum[length - k] = height * sum * sin(angle)
      }
      FourierTransform.inverse(&spectrum)
      return Array(spectrum.prefix(count))
    }
  }
}

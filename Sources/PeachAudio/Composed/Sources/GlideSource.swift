import PeachSupport

/// A tone whose frequency moves from one value to another during the sound: on a straight line, or in equal ratios.
struct GlideSource: SoundSource {
  static let key = "glide"

  enum Shape: String, CaseIterable { case linear, log }

  var from: StimulusNumber
  var to: StimulusNumber
  var shape: Shape

  static func read(_ reader: SoundReader) -> GlideSource? {
    reader.reader.section(key, "Glide: a tone whose frequency moves from one value to another") {
      inner -> GlideSource? in
      let numbers = reader.inside(inner, key)
      let bounds = Bounds.within(1...43_200)
      let from = numbers.number("from", .frequency, in: bounds, required: true, "Frequency of the glide at its onset")
      let to = numbers.number("to", .frequency, in: bounds, required: true, "Frequency of the glide at its end")
      let shape: Shape = inner.choice(
        "shape", default: .log,
        "How the frequency moves: log: by equal ratios in equal times; linear: by equal differences")
      guard let from, let to else { return nil }
      return GlideSource(from: from, to: to, shape: shape)
    } ?? nil
  }

  func drawn(
    _ draws: SoundDraws, key: String, seconds: Double, rate: SampleRate
  ) throws(SoundError) -> any SourceWaveform {
    let (from, to) = (draws.value(from), draws.value(to))
    try rate.check(from, "glide")
    try rate.check(to, "glide")
    return Glide(from: from, to: to, shape: shape, seconds: seconds)
  }

  /// The phase is the integral of the frequency. Before the onset and after the end the frequency stays.
  private struct Glide: SourceWaveform {
    var from: Double
    var to: Double
    var shape: Shape
    var seconds: Double

    func samples(
      _ count: Int, delay: Double, phase: Double, rate: SampleRate, modulation: FrequencyModulation?
    ) -> [Double] {
      (0..<count).map { sin(2 * .pi * cycles(at: Double($0) / rate.hertz - delay) + phase) }
    }

    private func cycles(at time: Double) -> Double {
      if time <= 0 { return from * time }
      let inside = min(time, seconds)
      let after = to * (time - inside)
      let ratio = log(to / from)
      guard shape == .log, abs(ratio) > 1e-9 else {
        return from * inside + (to - from) * inside * inside / (2 * seconds) + after
      }
      return from * seconds / ratio * expm1(ratio * inside / seconds) + after
    }
  }
}

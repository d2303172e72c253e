import PeachMath
import PeachSupport

/// A filter of a sound's source, before modulation, gap and ramps: a Butterworth filter with 12 dB per octave at each edge. The
/// level of the sound is that before the filter.
struct SoundFilter: Sendable {
  /// Hz; `nil` for a low-pass filter.
  var from: StimulusNumber?
  /// Hz; `nil` for a high-pass filter.
  var to: StimulusNumber?

  static func read(_ reader: SoundReader) -> SoundFilter? {
    reader.reader.section(
      "filter",
      "Filter of the sound with slopes of 12 dB per octave: a band-pass filter with from and to, a high-pass filter "
        + "with only from, a low-pass filter with only to; level states the level before this filter"
    ) {
      inner -> SoundFilter? in
      let numbers = reader.inside(inner, "filter")
      let from = numbers.number(
        "from", .frequency, in: .within(1...48_000),
        "Lower edge of the filter; if you leave out to, the filter is a high-pass filter")
      let to = numbers.number(
        "to", .frequency, in: .within(1...48_000),
        "Upper edge of the filter; if you leave out from, the filter is a low-pass filter")
      if !inner.isDescribing, !inner.has("from"), !inner.has("to") {
        inner.reportMissing("from", expected: "an edge of the filter as from, to or both")
      }
      return SoundFilter(from: from, to: to)
    } ?? nil
  }

  /// The filter with its edges drawn.
  ///
  /// - Throws: `SoundError` if an edge is beyond what the sample rate has, or the edges do not rise.
  func drawn(_ draws: SoundDraws, rate: SampleRate) throws(SoundError) -> Butterworth {
    let (from, to) = (from.map(draws.value), to.map(draws.value))
    for edge in [from, to].compactMap(\.self) where !(edge > 0 && edge <= rate.highest) {
      throw SoundError(
        "filter: an edge at \(edge.shortest) Hz; expected an edge up to \(rate.highest.shortest) Hz at a sample "
          + "rate of \(rate)",
        hint: "narrow the limits of the strategy, or set a higher sample-rate")
    }
    switch (from, to) {
    case (let from?, let to?):
      guard from < to else {
        throw SoundError(
          "filter: the lower edge (from), \(from.shortest) Hz, is not below the upper edge (to), \(to.shortest) "
            + "Hz", hint: "narrow the limits of the strategy")
      }
      return Butterworth(low: from, high: to, rate: rate.hertz)
    case (let from?, nil): return Butterworth(highPass2: from, rate: rate.hertz)
    case (nil, let to?): return Butterworth(lowPass2: to, rate: rate.hertz)
    case (nil, nil): preconditionFailure("a filter without an edge is a problem of its file")
    }
  }
}

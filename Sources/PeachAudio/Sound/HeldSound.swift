package import PeachPitch

/// A reference note, a gap, and a note that goes on until it is stopped, whose pitch can be changed while it sounds. One
/// stretch of samples, so that the gap is exact to a sample.
package struct HeldSound: Sendable {
  package var reference: Tone
  /// The held note at its start.
  package var held: Tone
  /// The highest that the held note may be given: harmonics that would be too high there are left out all along.
  package var highest: Frequency
  /// Duration of the reference note in seconds, ramps included, 0.01…60.
  package var noteDuration: Double
  /// Silence between the notes in seconds, 0…60.
  package var gap: Double
  package var ramp: Ramp
  /// The timbre of both notes.
  package var timbre: any Timbre
  package var sampleRate: SampleRate

  package init(
    reference: Tone, held: Tone, highest: Frequency, noteDuration: Double, gap: Double, ramp: Ramp,
    timbre: any Timbre, sampleRate: SampleRate
  ) {
    self.reference = reference
    self.held = held
    self.highest = highest
    self.noteDuration = noteDuration
    self.gap = gap
    self.ramp = ramp
    self.timbre = timbre
    self.sampleRate = sampleRate
  }

  /// The levels of the notes: those asked for, or the highest that neither goes beyond full scale with.
  ///
  /// - Throws: `SoundError` if a pair of such notes could not be made, or the timbre cannot hold one.
  package func levels() throws(SoundError) -> (reference: AmplitudeDB, held: AmplitudeDB) {
    let notes = try HeldNotes(self)
    return (notes.reference.level, notes.level)
  }

  /// Both notes. They have the same harmonics, those that neither is too high for: what is left out would tell how far
  /// off a note is.
  func notes(of pair: TonePair) throws(SoundError) -> (first: TonePair.Note, second: TonePair.Note) {
    var (first, second) = try pair.notes(second: "held")
    guard case .harmonics(_, let one) = first.waveform.content, case .harmonics(_, let other) = second.waveform.content,
      one.count != other.count
    else { return (first, second) }
    let shared = one.count < other.count ? one : other
    first.waveform = Waveform(pair.reference.frequency, harmonics: shared)
    second.waveform = Waveform(pair.target.frequency, harmonics: shared)
    first.level = Level.limited(pair.reference.level, first.waveform)
    second.level = Level.limited(pair.target.level, second.waveform)
    if pair.reference.level == pair.target.level {
      let level = min(first.level, second.level)
      (first.level, second.level) = (level, level)
    }
    return (first, second)
  }

  /// The same notes as a pair, the held one as high as it may become and can be heard.
  var pair: TonePair {
    var top = held
    top.frequency = max(held.frequency, min(highest, Frequency(unchecked: sampleRate.highest)))
    return TonePair(
      reference: reference, target: top, noteDuration: noteDuration, gap: gap, ramp: ramp, timbre: timbre,
      sampleRate: sampleRate)
  }

  /// Seconds from the first sample to the onset of the held note.
  package var onset: Double {
    Double(sampleRate.frames(noteDuration) + sampleRate.frames(gap)) / sampleRate.hertz
  }
}

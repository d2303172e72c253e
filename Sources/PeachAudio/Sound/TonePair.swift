package import PeachPitch
import PeachSupport

/// Two notes one after the other in one stretch of samples, so that the gap between them is exact to a sample.
package struct TonePair: Sendable {
  /// The durations of a note that are accepted, in seconds.
  package static let durations = 0.01...60.0
  /// The gaps that are accepted, in seconds.
  package static let gaps = 0.0...60.0

  package var reference: Tone
  package var target: Tone
  /// Duration of each note in seconds, ramps included, 0.01…60.
  package var noteDuration: Double
  /// Silence between the notes in seconds, 0…60.
  package var gap: Double
  package var ramp: Ramp
  /// The timbre of both notes.
  package var timbre: any Timbre
  package var sampleRate: SampleRate

  package init(
    reference: Tone, target: Tone, noteDuration: Double, gap: Double, ramp: Ramp, timbre: any Timbre,
    sampleRate: SampleRate
  ) {
    self.reference = reference
    self.target = target
    self.noteDuration = noteDuration
    self.gap = gap
    self.ramp = ramp
    self.timbre = timbre
    self.sampleRate = sampleRate
  }

  /// The samples. Both notes start at phase 0 and last round(duration × rate) frames, the gap round(gap × rate).
  ///
  /// A note that would go beyond full scale is limited to the highest level that does not; notes of equal levels both are.
  ///
  /// - Throws: `SoundError` if a duration, gap or ramp is out of its range, a frequency is above 0.45 of the rate, or
  ///   the timbre cannot make a note.
  package func rendered() throws(SoundError) -> RenderedSound {
    try rendered(in: [false, true], levels: [reference.level, target.level])
  }

  /// The samples of notes in any order, each the reference or the target at a level of its own, and silence of the gap
  /// between them. Levels are limited as above.
  ///
  /// - Parameters:
  ///   - order: True for the target; at least one note.
  ///   - levels: Of the notes, as many.
  /// - Throws: As `rendered` does.
  package func rendered(in order: [Bool], levels: [AmplitudeDB]) throws(SoundError) -> RenderedSound {
    let (reference, target) = try notes()
    var notes = zip(order, levels).map { isTarget, level in
      let waveform = isTarget ? target.waveform : reference.waveform
      return (waveform: waveform, level: Level.limited(level, waveform))
    }
    if levels.allSatisfy({ $0 == levels[0] }), let level = notes.map(\.level).min() {
      for place in notes.indices { notes[place].level = level }
    }
    let starts = notes.indices.map { $0 * targetStart }
    return RenderedSound(
      samples: samples(Array(zip(notes, starts)), frames: (notes.count - 1) * targetStart + length),
      sampleRate: sampleRate, parts: zip(notes, starts).map { RenderedSound.Part(start: $1, level: $0.level) })
  }

  /// A note and the level it can have.
  typealias Note = (waveform: Waveform, level: AmplitudeDB)

  /// Frames of a note.
  private var length: Int { sampleRate.frames(noteDuration) }
  /// The frame at which the second note begins.
  var targetStart: Int { length + sampleRate.frames(gap) }

  /// Both notes; throws as `rendered` does.
  ///
  /// - Parameter name: What messages call the second.
  func notes(second name: String = "target") throws(SoundError) -> (first: Note, second: Note) {
    try checkTimes()
    var first = try note(reference, "reference")
    var second = try note(target, name)
    if reference.level == target.level {
      // Notes of one level keep one level: a level that only one of them can have would tell them apart.
      let level = min(first.level, second.level)
      (first.level, second.level) = (level, level)
    }
    return (first, second)
  }

  /// Notes at their places, and silence of the gap after each, up to the end.
  func samples(_ notes: [(note: Note, start: Int)], frames: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: frames) { buffer, count in
      for (note, start) in notes {
        buffer[(start + length)..<max(start + length, min(start + targetStart, frames))].initialize(repeating: 0)
        note.waveform.write(
          level: note.level.decibels, ramp: ramp, rate: sampleRate,
          to: UnsafeMutableBufferPointer(rebasing: buffer[start..<start + length]))
      }
      count = frames
    }
  }

  /// Sees that both notes can be made; throws as `rendered` does.
  package func check() throws(SoundError) { _ = try notes() }

  private func checkTimes() throws(SoundError) {
    guard Self.durations.contains(noteDuration) else {
      throw SoundError("note duration must be between 0.01 and 60 s, got \(noteDuration.shortest) s")
    }
    guard Self.gaps.contains(gap) else { throw SoundError("gap must be between 0 and 60 s, got \(gap.shortest) s") }
    guard 2 * ramp.seconds <= noteDuration else {
      throw SoundError(
        "two ramps of \(ramp.seconds.shortest) s do not fit into a note of \(noteDuration.shortest) s",
        hint: "a ramp is at most half of the note's duration")
    }
  }

  private func note(_ tone: Tone, _ which: String) throws(SoundError) -> Note {
    guard tone.frequency.hertz <= sampleRate.highest else {
      throw SoundError(
        "the \(which) note is \(tone.frequency.hertz.shortest) Hz, above 0.45 of the sample rate (\(sampleRate.highest.shortest) Hz at \(sampleRate))",
        hint: "choose a lower note or a higher sample rate")
    }
    let waveform = try timbre.note(tone.frequency, key: tone.key, frames: length, rate: sampleRate)
    return (waveform, Level.limited(tone.level, waveform))
  }
}

import PeachPitch
import PeachSupport
package import PeachTrials

/// How comparisons sound to one listener on one device.
package struct ComparisonStimuli: Sendable {
  package var notes: NoteStimuli
  /// How much the target's level varies.
  package var loudness: LoudnessVariation
  /// The sound after a wrong answer; `nil` for silence.
  package var tick: RenderedSound?

  package init(_ notes: NoteStimuli, loudness: LoudnessVariation, tick: RenderedSound? = nil) {
    self.notes = notes
    self.loudness = loudness
    self.tick = tick
  }

  /// Cents beyond which no frequency is a number.
  private static let greatestOffset = 1e6

  /// The sound of a trial.
  ///
  /// - Parameter random: Drawn from for the target's level; of a choice among notes, where a level of one kind alone would
  ///   tell it from the other, for that of each note.
  /// - Throws: `SoundError` if the target is farther off than any sound, or cannot be made.
  package func sound(of comparison: Comparison, using random: inout RandomStream) throws(SoundError) -> RenderedSound {
    guard let form = notes.task.kind.form else { return try pair(of: comparison, draw: random.unit()).rendered() }
    let order = form.order(of: comparison)
    let pair = try pair(of: comparison, draw: 0.5)
    var levels: [AmplitudeDB] = []
    for isTarget in order { levels.append(level(of: isTarget ? pair.target : pair.reference, random.unit())) }
    return try pair.rendered(in: order, levels: levels)
  }

  private func level(of target: Tone, _ draw: Double) -> AmplitudeDB {
    loudness.targetLevel(
      reference: notes.levels.level(at: target.key, sounding: target.frequency.hertz), uniform: draw,
      limit: notes.levels.limit(at: target.key, sounding: target.frequency.hertz...target.frequency.hertz))
  }

  /// - Parameter draw: From 0..<1, for the target's level.
  /// - Throws: `SoundError` if the target is farther off than any sound.
  package func pair(of comparison: Comparison, draw: Double) throws(SoundError) -> TonePair {
    guard abs(comparison.offset) <= Self.greatestOffset else {
      throw SoundError(
        "the target note would be \(comparison.offset.shortest) cents away from its exact interval, which is far "
          + "outside the audible range",
        hint: "keep the strategy's levels in a range that can be heard: limits: [low, high], in cents")
    }
    var target = notes.targetTone(
      comparison.interval, above: comparison.reference, offset: Cents(unchecked: comparison.offset))
    target.level = level(of: target, draw)
    return TonePair(
      reference: notes.referenceTone(comparison.reference), target: target, noteDuration: notes.task.noteDuration,
      gap: notes.task.gap, ramp: notes.ramp, timbre: notes.timbre,
      sampleRate: notes.sampleRate)
  }
}

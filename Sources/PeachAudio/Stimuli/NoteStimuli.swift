package import PeachPitch
package import PeachTrials

/// How the notes of trials sound to one listener on one device, whatever is asked of them.
package struct NoteStimuli: Sendable {
  package var task: TrialTask
  package var timbre: any Timbre
  package var sampleRate: SampleRate
  package var levels: NoteLevels
  package var ramp: Ramp
  /// The name of the device as it is stored; `nil` if nothing sounds.
  package var device: String?
  /// Seconds from the player's reading to the sound, where that was calibrated.
  package var onsetLatency: Double

  /// - Parameter levels: Of both notes.
  package init(
    task: TrialTask, timbre: any Timbre, sampleRate: SampleRate, levels: NoteLevels, ramp: Ramp,
    device: String? = nil, onsetLatency: Double = 0
  ) {
    self.task = task
    self.timbre = timbre
    self.sampleRate = sampleRate
    self.levels = levels
    self.levels.referencePitch = task.referencePitch.hertz
    self.ramp = ramp
    self.device = device
    self.onsetLatency = onsetLatency
  }

  /// Notes of one level in dB FS.
  package init(
    task: TrialTask, timbre: any Timbre, sampleRate: SampleRate, level: AmplitudeDB, ramp: Ramp,
    device: String? = nil, onsetLatency: Double = 0
  ) {
    self.init(
      task: task, timbre: timbre, sampleRate: sampleRate, levels: NoteLevels(.fullScale(level.decibels)), ramp: ramp,
      device: device, onsetLatency: onsetLatency)
  }

  /// Notes as a task says that they sound, with the defaults of the machine where it says nothing.
  ///
  /// - Throws: `SoundError` if no such sound exists, or a ramp is out of range.
  package init(asStatedIn task: TrialTask) throws(SoundError) {
    let sounding = task.sounding
    self.init(
      task: task, timbre: try BuiltInTimbres.named(sounding.sound ?? SoundSettings.standardSound),
      sampleRate: sounding.sampleRate.flatMap(SampleRate.init) ?? .hz44100,
      levels: NoteLevels(sounding.level ?? .fullScale(SoundSettings.standardLevel), gains: sounding.gains ?? .none),
      ramp: try Ramp(sounding.ramp ?? SoundSettings.standardRamp))
  }

  /// Makes a note to see that it can be made.
  ///
  /// - Throws: `SoundError` if it cannot.
  package func check(_ tone: Tone) throws(SoundError) {
    let pair = TonePair(
      reference: tone, target: tone, noteDuration: task.noteDuration, gap: 0, ramp: ramp, timbre: timbre,
      sampleRate: sampleRate)
    try pair.check()
  }

  package func referenceTone(_ reference: MIDINote) -> Tone {
    let frequency = task.tuning.frequency(of: reference, referencePitch: task.referencePitch)
    return Tone(
      frequency: frequency, level: levels.level(at: reference, sounding: frequency.hertz), key: reference)
  }

  /// The key of the note at an interval from a reference note. A unison has the same key for both notes; a task's targets
  /// are keys.
  package func targetKey(_ interval: DirectedInterval, above reference: MIDINote) -> MIDINote {
    (try? reference.transposed(by: interval)) ?? reference
  }

  /// The note at an interval and an offset from a reference note.
  ///
  /// - Parameter reach: How far from the interval, in cents, it may be tuned while it sounds; it is safe as far as that.
  package func targetTone(
    _ interval: DirectedInterval, above reference: MIDINote, offset: Cents, tunable reach: Double = 0
  ) -> Tone {
    let key = targetKey(interval, above: reference)
    let frequency = frequency(interval, above: reference, offset: offset)
    // A note that is tuned has the level of the right pitch.
    let right = reach > 0 ? self.frequency(interval, above: reference, offset: .zero) : frequency
    let level = levels.level(at: key, sounding: right.hertz)
    let ends = [-reach, reach].map {
      self.frequency(interval, above: reference, offset: Cents(unchecked: $0)).hertz
    }
    let sounding = min(ends[0], frequency.hertz)...max(ends[1], frequency.hertz)
    let limit = levels.limit(at: key, sounding: sounding)
    return Tone(frequency: frequency, level: limit.map { min($0, level) } ?? level, key: key)
  }

  package func frequency(_ interval: DirectedInterval, above reference: MIDINote, offset: Cents) -> Frequency {
    task.tuning.frequency(of: interval, offset: offset, above: reference, referencePitch: task.referencePitch)
  }

  /// The size of an interval above a reference note in the task's tuning.
  package func size(of interval: DirectedInterval, above reference: MIDINote) -> Cents {
    Cents.between(
      task.tuning.frequency(of: reference, referencePitch: task.referencePitch),
      frequency(interval, above: reference, offset: .zero))
  }

  /// The stored presentation of notes at these levels.
  ///
  /// - Parameter offset: How far the target was from the interval; where it was tuned, where it was left.
  package func presentation(
    of reference: MIDINote, _ referenceLevel: AmplitudeDB, _ interval: DirectedInterval, _ targetLevel: AmplitudeDB,
    offset: Cents
  ) -> Presentation {
    var heard = Presentation(of: task)
    heard.sound = timbre.name
    heard.referenceLevel = levels.told(
      referenceLevel, at: reference,
      sounding: task.tuning.frequency(of: reference, referencePitch: task.referencePitch).hertz)
    heard.targetLevel = levels.told(
      targetLevel, at: targetKey(interval, above: reference),
      sounding: frequency(interval, above: reference, offset: offset).hertz)
    heard.device = device
    return heard
  }
}

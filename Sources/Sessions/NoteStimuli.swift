public import Pitch
public import Sound
public import Trials

/// How the notes of trials sound to one listener on one device, whatever is asked of them.
public struct NoteStimuli: Sendable {
  public var task: TrialTask
  public var timbre: any Timbre
  public var sampleRate: SampleRate
  /// Of both notes.
  public var level: AmplitudeDB
  public var ramp: Ramp
  /// The name of the device as it is stored; nil where nothing sounds.
  public var device: String?
  /// Seconds from the player's reading to the sound, where that was calibrated.
  public var onsetLatency: Double

  public init(
    task: TrialTask, timbre: any Timbre, sampleRate: SampleRate, level: AmplitudeDB, ramp: Ramp,
    device: String? = nil, onsetLatency: Double = 0
  ) {
    self.task = task
    self.timbre = timbre
    self.sampleRate = sampleRate
    self.level = level
    self.ramp = ramp
    self.device = device
    self.onsetLatency = onsetLatency
  }

  func referenceTone(_ reference: MIDINote) -> Tone {
    Tone(
      frequency: task.tuning.frequency(of: reference, referencePitch: task.referencePitch), level: level,
      key: reference)
  }

  /// The note at an interval and an offset from a reference note. A unison has the same key for both notes; a task's
  /// targets are keys.
  func targetTone(
    _ interval: DirectedInterval, above reference: MIDINote, offset: Cents, level: AmplitudeDB
  ) -> Tone {
    Tone(
      frequency: frequency(interval, above: reference, offset: offset), level: level,
      key: (try? reference.transposed(by: interval)) ?? reference)
  }

  func frequency(_ interval: DirectedInterval, above reference: MIDINote, offset: Cents) -> Frequency {
    task.tuning.frequency(of: interval, offset: offset, above: reference, referencePitch: task.referencePitch)
  }

  /// What is stored of notes that were presented at these levels, and of when they were answered.
  ///
  /// - Parameters:
  ///   - seconds: From the onset that is asked of; nil where no time is known.
  func presentation(
    _ referenceLevel: AmplitudeDB, _ targetLevel: AmplitudeDB, seconds: Double?, _ mark: TrialMark
  ) -> Presentation {
    var heard = Presentation(of: task)
    heard.sound = timbre.name
    heard.referenceLevel = referenceLevel.decibels
    heard.targetLevel = targetLevel.decibels
    heard.device = device
    heard.onsetLatency = mark.isTimed ? onsetLatency : nil
    heard.responseTime = seconds
    heard.timestamp = mark.timestamp
    return heard
  }
}

extension TrialMark {
  /// Whether it was answered at a time of day; on a virtual clock it was not.
  var isTimed: Bool { timestamp != nil }
}

import Configuration
public import Pitch
public import Sound
public import Trials

/// How comparisons sound to one listener on one device.
public struct ComparisonStimuli: Sendable {
  public var task: TrialTask
  public var timbre: any Timbre
  public var sampleRate: SampleRate
  /// Of both notes, before the target's varies.
  public var level: AmplitudeDB
  public var ramp: Ramp
  /// How much the target's level varies.
  public var loudness: LoudnessVariation
  /// What is heard after a wrong answer; nil for nothing.
  public var tick: RenderedSound?
  /// The name of the device as it is stored; nil where nothing sounds.
  public var device: String?
  /// Seconds from the player's reading to the sound, where that was calibrated.
  public var onsetLatency: Double

  public init(
    task: TrialTask, timbre: any Timbre, sampleRate: SampleRate, level: AmplitudeDB, ramp: Ramp,
    loudness: LoudnessVariation, tick: RenderedSound? = nil, device: String? = nil, onsetLatency: Double = 0
  ) {
    self.task = task
    self.timbre = timbre
    self.sampleRate = sampleRate
    self.level = level
    self.ramp = ramp
    self.loudness = loudness
    self.tick = tick
    self.device = device
    self.onsetLatency = onsetLatency
  }

  /// Cents beyond which no frequency is a number.
  private static let greatestOffset = 1e6

  /// - Parameter draw: From 0..<1, for the target's level.
  /// - Throws: `SoundError` when the target is farther off than any sound.
  func pair(of comparison: Comparison, draw: Double) throws(SoundError) -> TonePair {
    guard abs(comparison.offset) <= Self.greatestOffset else {
      throw SoundError(
        "the target note would be \(comparison.offset.shortest) cents off, farther than any sound",
        hint: "limits: [low, high] keep a strategy's levels where they can be heard")
    }
    let reference = comparison.reference
    // The same key for both notes of a unison; a task's targets are keys.
    let key = (try? reference.transposed(by: comparison.interval)) ?? reference
    return TonePair(
      reference: Tone(
        frequency: task.tuning.frequency(of: reference, referencePitch: task.referencePitch), level: level,
        key: reference),
      target: Tone(
        frequency: task.tuning.frequency(
          of: comparison.interval, offset: Cents(unchecked: comparison.offset), above: reference,
          referencePitch: task.referencePitch),
        level: loudness.targetLevel(reference: level, uniform: draw), key: key),
      noteDuration: task.noteDuration, gap: task.gap, ramp: ramp, timbre: timbre, sampleRate: sampleRate)
  }

  /// What is stored of a sound that was presented.
  func presentation(_ sound: RenderedSound) -> Presentation {
    var heard = Presentation(of: task)
    heard.sound = timbre.name
    heard.referenceLevel = sound.parts[0].level.decibels
    heard.targetLevel = sound.parts[1].level.decibels
    heard.device = device
    return heard
  }
}

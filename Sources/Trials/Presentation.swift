public import Pitch

/// What a listener heard on a trial, kept beside the answer. Empty where nothing sounded.
public struct Presentation: Hashable, Sendable {
  public var tuning: String
  public var referencePitch: Frequency
  /// Seconds.
  public var noteDuration: Double
  /// Seconds between the notes.
  public var gap: Double
  /// The name of the sound; nil in simulation.
  public var sound: String?
  public var referenceLevel: AmplitudeDB?
  public var targetLevel: AmplitudeDB?
  /// The audio device; nil in simulation.
  public var device: String?

  public init(
    tuning: String, referencePitch: Frequency, noteDuration: Double, gap: Double, sound: String? = nil,
    referenceLevel: AmplitudeDB? = nil, targetLevel: AmplitudeDB? = nil, device: String? = nil
  ) {
    self.tuning = tuning
    self.referencePitch = referencePitch
    self.noteDuration = noteDuration
    self.gap = gap
    self.sound = sound
    self.referenceLevel = referenceLevel
    self.targetLevel = targetLevel
    self.device = device
  }

  /// What a simulated trial of a comparison task stands for.
  public init(simulating task: TrialTask) {
    self.init(
      tuning: task.tuning.name, referencePitch: task.referencePitch, noteDuration: task.noteDuration, gap: task.gap)
  }
}

public import Pitch
public import Sound

/// The sound of a trial, ready to be started.
public struct PreparedTrial: Hashable, Sendable {
  /// Seconds from the first sample to the target's.
  public var targetStart: Double
  /// Seconds from the first sample to the target's end.
  public var end: Double
  /// The levels that are presented.
  public var referenceLevel: AmplitudeDB
  public var targetLevel: AmplitudeDB

  public init(targetStart: Double, end: Double, referenceLevel: AmplitudeDB, targetLevel: AmplitudeDB) {
    self.targetStart = targetStart
    self.end = end
    self.referenceLevel = referenceLevel
    self.targetLevel = targetLevel
  }
}

/// What makes the sound of trials heard.
public protocol TrialPlayer: AnyObject {
  /// Makes a sound ready, so that starting it takes next to no time; what is heard meanwhile goes on.
  func prepare(_ pair: TonePair) throws(SoundError) -> PreparedTrial
  /// Starts what was prepared.
  func start() throws(SoundError)
  /// Whether its samples are on their way to the listener.
  func hasStarted() throws(SoundError) -> Bool
  /// - Throws: `SoundError` when the player has died.
  func check() throws(SoundError)
  /// Plays a short sound at once in the place of one that is over; what was prepared stays so.
  func play(_ sound: RenderedPair) throws(SoundError)
  /// Ends the sound by a ramp of at most 10 ms, without a click.
  func release()
  /// Ends the sound at once.
  func silence()
}

extension PreparedTrial {
  /// What is known of a sound once it is rendered.
  public init(_ sound: RenderedPair) {
    self.init(
      targetStart: Double(sound.targetStart) / sound.sampleRate.hertz, end: sound.duration,
      referenceLevel: sound.referenceLevel, targetLevel: sound.targetLevel)
  }
}

extension AplayPlayer: TrialPlayer {
  public func prepare(_ pair: TonePair) throws(SoundError) -> PreparedTrial {
    let sound = try pair.rendered()
    try prepare(sound)
    return PreparedTrial(sound)
  }
}

/// Plays nothing, on a clock that takes no time. What could not be played is refused all the same.
public final class SilentPlayer: TrialPlayer {
  public init() {}

  public func prepare(_ pair: TonePair) throws(SoundError) -> PreparedTrial { PreparedTrial(try pair.rendered()) }
  public func start() {}
  public func hasStarted() -> Bool { true }
  public func check() {}
  public func play(_ sound: RenderedPair) {}
  public func release() {}
  public func silence() {}
}

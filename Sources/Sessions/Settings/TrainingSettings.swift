public import Configuration
public import Pitch
public import Sound
public import Stimuli
public import Trials

/// A listener's settings for training, with the defaults of this machine. They take effect on the next trial; an
/// experiment file freezes its own.
///
/// Each is declared once, where it is read. The ranges leave nothing to check across keys: a target within an octave of
/// any note of the range is a MIDI note, and two ramps of the longest kind fit into the shortest note.
public struct TrainingSettings: Sendable {
  /// The range of reference notes.
  public enum NoteRange: Hashable, Sendable {
    case fixed(ClosedRange<MIDINote>)
    /// Grows by a semitone a side once its edge notes have data.
    case adaptive
  }

  public enum Strategy: String, CaseIterable, Sendable {
    case kazez, adaptive
  }

  /// The sound of a wrong answer, for a listener who does not look at the screen.
  public enum WrongTick: String, CaseIterable, Sendable {
    case auto, vibrate, sound, off
  }

  public enum Language: String, CaseIterable, Sendable {
    /// The choice of the environment.
    case auto
    case en, de
  }

  public var notes: NoteRange
  /// Seconds.
  public var noteDuration: Double
  /// Seconds between the notes.
  public var gap: Double
  /// A4.
  public var referencePitch: Frequency
  /// Cents.
  public var limits: ClosedRange<Double>
  /// 0 to 1: the target's level varies by ± this × 2 dB.
  public var varyLoudness: Double
  /// 0 stays near the last note, 1 jumps to weak spots. Only `adaptive` asks.
  public var naturalMechanical: Double
  /// Cents: how far off the tunable note of a matching starts at most, and how far its control moves it either way.
  public var matchingOffset: Double
  /// The intervals of the interval modes.
  public var intervals: [DirectedInterval]
  public var tuning: any TuningSystem
  public var sound: any Timbre
  public var strategy: Strategy
  public var wrongTick: WrongTick
  public var language: Language
  /// The device, by its name in aplay.
  public var device: String
  /// Seconds from the player's reading of a sample to its sound on that device; 0 if it was not measured.
  public var onsetLatency: Double
  public var level: SoundLevel
  /// How many dB louder or softer some notes are.
  public var gains: NoteGains
  /// Seconds.
  public var ramp: Double
  public var channel: Channel
  public var sampleRate: SampleRate
  public var sampleFormat: SampleFormat
  /// All of it as text of the same grammar, by key, in the order of declaration.
  public var resolved: [Value.Field]
}

/// Why a value is refused, with what to do about it.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  public var reason: String
  public var hint: String?
  /// The problem of a level that cannot be played; `nil` for every other error.
  public var level: LevelProblem?

  public init(_ reason: String, hint: String? = nil, level: LevelProblem? = nil) {
    self.reason = reason
    self.hint = hint
    self.level = level
  }

  public var description: String { reason + (hint.map { "\n  hint: \($0)" } ?? "") }
}

package import PeachAudio
package import PeachPitch
package import PeachSupport
package import PeachTrials

/// A listener's settings for training, with the defaults of this machine. They take effect on the next trial; an
/// experiment file freezes its own.
///
/// Each is declared once, where it is read. The ranges leave nothing to check across keys: a target within an octave of
/// any note of the range is a MIDI note, and two ramps of the longest kind fit into the shortest note.
package struct TrainingSettings: Sendable {
  /// The range of reference notes.
  package enum NoteRange: Hashable, Sendable {
    case fixed(ClosedRange<MIDINote>)
    /// Grows by a semitone a side once its edge notes have data.
    case adaptive
  }

  package enum Strategy: String, CaseIterable, Sendable {
    case kazez, adaptive
  }

  /// The sound of a wrong answer, for a listener who does not look at the screen.
  package enum WrongTick: String, CaseIterable, Sendable {
    case auto, vibrate, sound, off
  }

  package enum Language: String, CaseIterable, Sendable {
    /// The choice of the environment.
    case auto
    case en, de
  }

  package var notes: NoteRange
  /// Seconds.
  package var noteDuration: Double
  /// Seconds between the notes.
  package var gap: Double
  /// A4.
  package var referencePitch: Frequency
  /// Cents.
  package var limits: ClosedRange<Double>
  /// 0 to 1: the target's level varies by ± this × 2 dB.
  package var varyLoudness: Double
  /// 0 stays near the last note, 1 jumps to weak spots. Only `adaptive` asks.
  package var naturalMechanical: Double
  /// Cents: how far off the tunable note of a matching starts at most, and how far its control moves it either way.
  package var matchingOffset: Double
  /// The intervals of the interval modes.
  package var intervals: [DirectedInterval]
  package var tuning: any TuningSystem
  package var sound: any Timbre
  package var strategy: Strategy
  package var wrongTick: WrongTick
  package var language: Language
  /// The device, by its name in aplay.
  package var device: String
  /// Seconds from the player's reading of a sample to its sound on that device; 0 if it was not measured.
  package var onsetLatency: Double
  package var level: SoundLevel
  /// How many dB louder or softer some notes are.
  package var gains: NoteGains
  /// Seconds.
  package var ramp: Double
  package var channel: Channel
  package var sampleRate: SampleRate
  package var sampleFormat: SampleFormat
  /// All of it as text of the same grammar, by key, in the order of declaration.
  package var resolved: [Value.Field]
}

/// Why a value is refused, with what to do about it.
package struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  package var reason: String
  package var hint: String?
  /// The problem of a level that cannot be played; `nil` for every other error.
  package var level: LevelProblem?

  package init(_ reason: String, hint: String? = nil, level: LevelProblem? = nil) {
    self.reason = reason
    self.hint = hint
    self.level = level
  }

  package var description: String { reason + (hint.map { "\n  hint: \($0)" } ?? "") }
}

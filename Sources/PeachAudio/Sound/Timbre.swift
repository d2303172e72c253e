package import PeachPitch

/// The timbre of a note: how its waveform is made. Both notes of a pair have the same one.
///
/// To add one: a new file with a type that conforms, and its name in `BuiltInTimbres`.
package protocol Timbre: Sendable {
  /// The pattern of names in settings and columns: "sine", "complex:N[:R]".
  static var pattern: String { get }
  /// One line that says what it is.
  static var summary: String { get }
  /// The source of the definition.
  static var source: String { get }

  /// The timbre of this type that `name` means ("complex:10"), or `nil` if it means none of this type.
  ///
  /// - Throws: `SoundError` if the name is of this type, but what it says is refused.
  init?(named name: String) throws(SoundError)

  /// The name of this very timbre, accepted by `init(named:)`.
  var name: String { get }

  /// More facts about this timbre, for people who choose one.
  var facts: [(key: String, text: String)] { get }

  /// One note, starting at phase 0, at any level and without ramps.
  ///
  /// - Parameters:
  ///   - frequency: Of the fundamental; at most 0.45 of the rate.
  ///   - key: The key of a sampled instrument.
  ///   - frames: How long it must last.
  /// - Throws: `SoundError` if this timbre cannot make the note.
  func note(_ frequency: Frequency, key: MIDINote, frames: Int, rate: SampleRate) throws(SoundError) -> Waveform

  /// A note that goes on until it is stopped, starting at phase 0, as loud as `note` at the highest frequency. A timbre
  /// whose notes are harmonics need not say how.
  ///
  /// - Parameters:
  ///   - frequency: As it begins.
  ///   - highest: What it will be given at most; at most 0.45 of the rate.
  ///   - key: The key of a sampled instrument.
  /// - Throws: `SoundError` if this timbre cannot hold the note.
  func heldVoice(
    _ frequency: Frequency, upTo highest: Frequency, key: MIDINote, rate: SampleRate
  ) throws(SoundError) -> any HeldVoice
}

extension Timbre {
  package var facts: [(key: String, text: String)] { [] }
}

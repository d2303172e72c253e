public import Pitch

/// A pure tone.
public struct Sine: Timbre, Hashable {
  public static let pattern = "sine"
  public static let summary = "a pure tone"
  public static let source = "Hartmann (1997), Signals, Sound, and Sensation, AIP Press"

  public init() {}

  public init?(named name: String) {
    guard name == Self.pattern else { return nil }
  }

  public var name: String { Self.pattern }

  public var facts: [(key: String, text: String)] { [("highest level", "0 dB FS")] }

  public func note(_ frequency: Frequency, key: MIDINote, frames: Int, rate: SampleRate) -> Waveform {
    Waveform(frequency, harmonics: [1])
  }
}

package import PeachPitch

/// A pure tone.
package struct Sine: Timbre, Hashable {
  package static let pattern = "sine"
  package static let summary = "a pure tone"
  package static let source = "Hartmann (1997), Signals, Sound, and Sensation, AIP Press"

  package init() {}

  package init?(named name: String) {
    guard name == Self.pattern else { return nil }
  }

  package var name: String { Self.pattern }

  package var facts: [(key: String, text: String)] { [("highest level", "0 dB FS")] }

  package func note(_ frequency: Frequency, key: MIDINote, frames: Int, rate: SampleRate) -> Waveform {
    Waveform(frequency, harmonics: [1])
  }
}

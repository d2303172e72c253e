package import PeachPitch

/// A note that goes on for as long as samples are asked of it, and whose pitch can be changed between them: the phase goes
/// on, and the frequency glides to where it was told to go.
///
/// Made by `Timbre.heldVoice`; a value of its own to each note.
package protocol HeldVoice: Sendable {
  /// The RMS of its samples at a gain of 1, times √2, and what their magnitude does not exceed.
  var size: Double { get }
  var peak: Double { get }

  /// Lets the note glide to a frequency.
  mutating func tune(to frequency: Frequency)

  /// Writes the next samples.
  ///
  /// - Parameter gain: What samples are multiplied by.
  mutating func write(gain: Double, to output: UnsafeMutableBufferPointer<Float>)
}

extension Timbre {
  /// Notes of harmonics are held by any timbre that makes them; of samples nobody knows how they go on.
  package func heldVoice(
    _ frequency: Frequency, upTo highest: Frequency, key: MIDINote, rate: SampleRate
  ) throws(SoundError) -> any HeldVoice {
    switch try note(highest, key: key, frames: 1, rate: rate).content {
    case .harmonics(_, let amplitudes): return HarmonicVoice(frequency, amplitudes, rate: rate)
    case .samples:
      throw SoundError(
        "the sound \(name) cannot be held, as a matching needs", hint: "choose sine or a complex, such as complex:10")
    }
  }
}

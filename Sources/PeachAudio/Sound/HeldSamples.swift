package import PeachPitch
import PeachSupport

/// The samples of a held sound, stretch by stretch for as long as they are asked for: the reference note as a `TonePair`
/// has it, the gap, and the held note.
package struct HeldSamples: Sendable {
  /// The reference note and the gap.
  private let opening: [Float]
  private let rising: [Double]
  private let gain: Double
  private let highest: Frequency
  private var voice: any HeldVoice
  /// How many were made.
  private var place = 0

  /// - Throws: `SoundError` if the notes cannot be made (`HeldNotes`).
  package init(_ sound: HeldSound) throws(SoundError) {
    let notes = try HeldNotes(sound)
    highest = notes.pair.target.frequency
    voice = notes.voice
    opening = notes.pair.samples([(notes.reference, 0)], frames: notes.pair.targetStart)
    rising = sound.ramp.factors(rate: sound.sampleRate, falling: false)
    gain = pow(10, notes.level.decibels / 20) / voice.size
  }

  /// Changes the frequency of the held note, at most to the highest it may have.
  package mutating func tune(to frequency: Frequency) { voice.tune(to: min(frequency, highest)) }

  /// Writes the next samples.
  package mutating func write(to output: UnsafeMutableBufferPointer<Float>) {
    let played = min(output.count, max(0, opening.count - place))
    for i in 0..<played { output[i] = opening[place + i] }
    let held = UnsafeMutableBufferPointer(rebasing: output[played...])
    if !held.isEmpty {
      voice.write(gain: gain, to: held)
      // How far into the held note this begins.
      let past = max(0, place - opening.count)
      for i in 0..<max(0, min(held.count, rising.count - past)) {
        held[i] = Float(Double(held[i]) * rising[past + i])
      }
    }
    place += output.count
  }

  /// Writes the last samples, which fall to silence, and silence after them.
  package mutating func end(by ramp: Ramp, rate: SampleRate, to output: UnsafeMutableBufferPointer<Float>) {
    write(to: output)
    let factors = ramp.factors(rate: rate, falling: true)
    for i in output.indices { output[i] = i < factors.count ? Float(Double(output[i]) * factors[i]) : 0 }
  }
}

import Glibc
package import Pitch

/// The samples of a held sound, stretch by stretch for as long as they are asked for: the reference note as a `TonePair`
/// has it, the gap, and the held note.
package struct HeldSamples: Sendable {
  /// Of both notes.
  let level: AmplitudeDB
  /// The reference note and the gap.
  private let opening: [Float]
  private let rising: [Double]
  private let gain: Double
  private let highest: Frequency
  private var voice: any HeldVoice
  /// How many were made.
  private var place = 0

  /// - Throws: `SoundError` where a `TonePair` of these notes would throw, or the timbre cannot hold a note.
  package init(_ sound: HeldSound) throws(SoundError) {
    let pair = sound.pair
    highest = pair.target.frequency
    var (reference, held) = try sound.notes(of: pair)
    voice = try sound.timbre.heldVoice(
      sound.held.frequency, upTo: max(highest, sound.reference.frequency), key: sound.held.key, rate: sound.sampleRate)
    // A note that grows louder than it began is limited by what it becomes.
    let limit = try? AmplitudeDB(20 * log10(voice.size / voice.peak))
    reference.level = min(reference.level, limit ?? held.level)
    held.level = min(held.level, limit ?? held.level)
    level = held.level
    opening = pair.samples([(reference, 0)], frames: pair.targetStart)
    rising = sound.ramp.factors(rate: sound.sampleRate, falling: false)
    gain = pow(10, level.decibels / 20) / voice.size
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

package import PeachPitch
import PeachSupport

/// The parts from which a page makes a held sound: the samples up to the held note, and the harmonics of that note. The page
/// makes the note as `HarmonicVoice` does, because only the page can follow a finger at once.
package struct HeldRecipe: Sendable {
  /// The reference note and the gap.
  package let opening: RenderedSound
  /// The frequency of the held note at its start.
  package let frequency: Frequency
  /// The highest frequency that it may be given.
  package let highest: Frequency
  /// The amplitudes of the harmonics from the fundamental up; 1 is full scale.
  package let amplitudes: [Double]
  /// The time constant of the two filters through which the frequency glides, in seconds.
  package let glide: Double
  /// The length of the rising ramp, in seconds.
  package let ramp: Double
  /// The length of the ramp that ends the note, in seconds.
  package let release: Double

  /// - Throws: `SoundError` if the notes cannot be made, or the timbre does not consist of harmonics.
  package init(_ sound: HeldSound) throws(SoundError) {
    let notes = try HeldNotes(sound)
    guard let voice = notes.voice as? HarmonicVoice else {
      throw SoundError(
        "a web page cannot play held notes of this sound, because it does not consist of harmonics",
        hint: "choose sine or a complex, such as complex:10")
    }
    let gain = pow(10, notes.level.decibels / 20) / voice.size
    opening = RenderedSound(
      samples: notes.pair.samples([(notes.reference, 0)], frames: notes.pair.targetStart),
      sampleRate: sound.sampleRate, parts: [RenderedSound.Part(start: 0, level: notes.reference.level)])
    frequency = sound.held.frequency
    highest = notes.pair.target.frequency
    amplitudes = voice.amplitudes.map { gain * $0 }
    glide = Glide.timeConstant
    ramp = sound.ramp.seconds
    release = AplayPlayer.releaseSeconds
  }
}

import PeachPitch
import PeachSupport

/// The two notes of a held sound, before samples are made.
struct HeldNotes {
  let pair: TonePair
  let reference: TonePair.Note
  let voice: any HeldVoice
  /// The level of the held note.
  let level: AmplitudeDB

  /// - Throws: `SoundError` if a `TonePair` of these notes would throw, or the timbre cannot hold a note.
  init(_ sound: HeldSound) throws(SoundError) {
    pair = sound.pair
    var (reference, held) = try sound.notes(of: pair)
    voice = try sound.timbre.heldVoice(
      sound.held.frequency, upTo: max(pair.target.frequency, sound.reference.frequency), key: sound.held.key,
      rate: sound.sampleRate)
    // A note that grows louder than it began is limited by what it becomes.
    let limit = try? AmplitudeDB(20 * log10(voice.size / voice.peak))
    reference.level = min(reference.level, limit ?? held.level)
    held.level = min(held.level, limit ?? held.level)
    self.reference = reference
    level = held.level
  }
}

#if SoundFonts
  import PeachPitch
#endif

/// The list of sounds that can be named.
package struct SoundList: Sendable {
  package struct Entry: Sendable {
    /// The name, or the pattern of names.
    package let name: String
    package let summary: String
    /// How far the sound itself is off at A4, in cents to a tenth; `nil` if it is not, or cannot be told.
    package let cents: Double?
  }

  package let entries: [Entry]
  /// Advice on how to get more sounds; `nil` if there is none.
  package let advice: String?

  /// How a build comes to SoundFonts.
  static let soundFontAdvice =
    "install the packages libfluidsynth-dev and timgm6mb-soundfont, then build Peach with: swift build -c "
    + "release --traits SoundFonts"

  /// All built-in timbres, and the presets of the SoundFont where this build plays them.
  package static func all() -> SoundList {
    let timbres = BuiltInTimbres.all.map { Entry(name: $0.pattern, summary: $0.summary, cents: nil) }
    #if SoundFonts
      do {
        let font = try SoundFont.standard()
        let a4 = MIDINote(unchecked: 69)
        let presets = font.presets.map { preset in
          let timbre = SoundFontTimbre(preset, of: font)
          return Entry(
            name: timbre.name, summary: preset.name, cents: timbre.deviation(at: a4).map { ($0 * 10).rounded() / 10 })
        }
        return SoundList(entries: timbres + presets, advice: nil)
      } catch {
        return SoundList(
          entries: timbres, advice: "no SoundFont presets: \(error.reason)\(error.hint.map { "; \($0)" } ?? "")")
      }
    #else
      return SoundList(entries: timbres, advice: "SoundFont presets: \(soundFontAdvice)")
    #endif
  }
}

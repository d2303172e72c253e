import PeachSupport

/// The timbres that can be named. One word here makes a new one known everywhere.
package enum BuiltInTimbres {
  #if SoundFonts
    package static let all: [any Timbre.Type] = [Sine.self, HarmonicComplex.self, SoundFontTimbre.self]
  #else
    package static let all: [any Timbre.Type] = [Sine.self, HarmonicComplex.self]
  #endif

  /// The timbre with that name.
  ///
  /// - Throws: `SoundError` with what is accepted and the nearest name, when there is none.
  package static func named(_ name: String) throws(SoundError) -> any Timbre {
    for type in all {
      if let timbre = try type.init(named: name) { return timbre }
    }
    let head = String(name.prefix { $0 != ":" })
    #if !SoundFonts
      if head == "soundfont" {
        throw SoundError(
          "this build of Peach cannot play SoundFonts: \(SafeText.quoted(name))", hint: SoundList.soundFontAdvice)
      }
    #endif
    let patterns = all.map { $0.pattern }
    // What stands before the first colon is what was probably mistyped.
    let nearest = NearestName.of(head, among: patterns.map { String($0.prefix { $0 != ":" }) })
    throw SoundError(
      "no sound named \(SafeText.quoted(name)); sounds are \(patterns.joined(separator: ", "))",
      hint: nearest.map { NearestName.question(about: $0 + name.drop { $0 != ":" }) })
  }
}

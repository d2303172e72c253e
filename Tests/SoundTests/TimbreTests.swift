import PeachAudio
import PeachPitch
import Testing

@Suite struct TimbreTests {
  @Test(arguments: [
    ("sine", "sine"), ("complex:10", "complex:10"), ("complex:10:6", "complex:10"), ("complex:1:0", "complex:1:0"),
    ("complex:64:4.50", "complex:64:4.5"), ("complex:2:60", "complex:2:60"),
  ])
  func `a name is read in many forms and printed in one`(name: String, canonical: String) throws {
    let timbre = try BuiltInTimbres.named(name)
    #expect(timbre.name == canonical)
    #expect(try BuiltInTimbres.named(timbre.name).name == canonical)
  }

  @Test(arguments: [
    ("sin", "sine"), ("complx:10", "complex:10"), ("Sine", "sine"), ("complexe:3:2", "complex:3:2"),
  ])
  func `a name that is nearly right gets a hint`(name: String, meant: String) {
    let text = message { _ = try BuiltInTimbres.named(name) }
    #expect(text.hasPrefix("no sound named '\(name)'; sounds are sine, complex:N[:R]"))
    #expect(text.hasSuffix("\n  hint: did you mean '\(meant)'?"))
  }

  @Test func `a suggestion shows no raw characters of the input`() {
    let error = #expect(throws: SoundError.self) { try BuiltInTimbres.named("complx:3\u{1b}[2J") }
    #expect(error?.hint == "did you mean 'complex:3\\u{1b}[2J'?")
  }

  @Test(arguments: ["", "square", ":", "sine:2", "trumpet:4"]) func `an unknown name lists the available ones`(
    name: String
  ) {
    let text = message { _ = try BuiltInTimbres.named(name) }
    #expect(text.hasPrefix("no sound named '\(name)'; sounds are sine, complex:N[:R]"))
  }

  @Test(arguments: ["complex", "complex:", "complex:ten", "complex:1.5", "complex:3:", "complex:3:x", "complex:3:2:1"])
  func `an unreadable complex gets a hint with the syntax`(name: String) {
    #expect(
      message { _ = try BuiltInTimbres.named(name) } == """
        a complex is named complex:N or complex:N:R (N harmonics, R dB per octave), got '\(name)'
          hint: complex:10:6 has 10 harmonics that fall by 6 dB per octave
        """)
  }

  @Test func `numbers of a complex have their ranges`() {
    for count in [0, -3, 65] {
      #expect(
        message { _ = try BuiltInTimbres.named("complex:\(count)") } == """
          a complex has 1…64 harmonics, got \(count)
            hint: complex:10 has 10
          """)
    }
    for (rollOff, told) in [("-1", "-1"), ("60.5", "60.5")] {
      #expect(
        message { _ = try BuiltInTimbres.named("complex:4:\(rollOff)") } == """
          the roll-off of a complex is 0…60 dB per octave, got \(told)
            hint: an example is complex:10:6, whose harmonics fall by 6 dB per octave
          """)
    }
  }

  #if !SoundFonts
    @Test func `a build without SoundFonts tells how to get them`() {
      let how =
        "install the packages libfluidsynth-dev and timgm6mb-soundfont, then build Peach with: swift build -c "
        + "release --traits SoundFonts"
      for name in ["soundfont:0:0", "soundfont"] {
        #expect(
          message { _ = try BuiltInTimbres.named(name) } == """
            this build of Peach cannot play SoundFonts: '\(name)'
              hint: \(how)
            """)
      }
      #expect(SoundList.all().advice == "SoundFont presets: \(how)")
    }
  #endif

  @Test func `every pattern is listed`() {
    let names = SoundList.all().entries.map(\.name)
    for timbre in BuiltInTimbres.all { #expect(names.contains(timbre.pattern)) }
  }
}

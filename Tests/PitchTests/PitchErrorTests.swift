import PeachPitch
import Testing

/// Every edge of every range, and every message whole.
@Suite struct PitchErrorTests {
  private func message(_ make: () throws(PitchError) -> some Any) -> String? {
    do {
      _ = try make()
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [0, 1, 126, 127]) func `a MIDI note inside its range is accepted`(number: Int) throws {
    #expect(try MIDINote(number).number == number)
  }

  @Test(arguments: [-1, 128, .min, .max]) func `a MIDI note outside its range is refused`(number: Int) {
    #expect(message { () throws(PitchError) in try MIDINote(number) } == "MIDI note must be in 0…127, got \(number)")
  }

  @Test(arguments: [1, 2, 63, 127]) func `a MIDI velocity inside its range is accepted`(number: Int) throws {
    #expect(try MIDIVelocity(number).number == number)
  }

  @Test(arguments: [0, -1, 128, .min, .max]) func `a MIDI velocity outside its range is refused`(number: Int) {
    #expect(
      message { () throws(PitchError) in try MIDIVelocity(number) } == "MIDI velocity must be in 1…127, got \(number)")
  }

  @Test(arguments: [Double.leastNonzeroMagnitude, 442.37, .greatestFiniteMagnitude])
  func `a frequency above 0 and finite is accepted`(hertz: Double) throws {
    #expect(try Frequency(hertz).hertz == hertz)
  }

  @Test(arguments: [0.0, -0.0, -261.63, .infinity, -.infinity, .nan])
  func `a frequency not above 0 or not finite is refused`(hertz: Double) {
    #expect(
      message { () throws(PitchError) in try Frequency(hertz) }
        == "frequency must be above 0 Hz and finite, got \(hertz) Hz")
  }

  @Test(arguments: [-90, -12.37, 0, 12]) func `a level inside its range is accepted`(decibels: Double) throws {
    #expect(try AmplitudeDB(decibels).decibels == decibels)
  }

  @Test(arguments: [(-90.0).nextDown, 12.0.nextUp, .infinity, .nan])
  func `a level outside its range is refused`(decibels: Double) {
    #expect(
      message { () throws(PitchError) in try AmplitudeDB(decibels) } == "level must be in -90…12 dB, got \(decibels) dB"
    )
  }

  @Test(arguments: [-1e300, -0.1, 0, 701.955]) func `any finite distance is accepted`(cents: Double) throws {
    #expect(try Cents(cents).value == cents)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `a distance that is not finite is refused`(cents: Double) {
    #expect(
      message { () throws(PitchError) in try Cents(cents) }
        == "distance must be a finite number of cents, got \(cents) cents")
  }

  @Test func `the plain messages read as documented`() {
    #expect(message { () throws(PitchError) in try MIDINote(128) } == "MIDI note must be in 0…127, got 128")
    #expect(
      message { () throws(PitchError) in try Frequency(-3.5) } == "frequency must be above 0 Hz and finite, got -3.5 Hz"
    )
    #expect(message { () throws(PitchError) in try AmplitudeDB(12.5) } == "level must be in -90…12 dB, got 12.5 dB")
  }

  @Test(
    arguments: [
      "", "H4", "c4", "C", "#4", "4C", "C##4", "Cbb4", "C4 ", " C4", "C+4", "C04", "C-0", "C-2", "Cb-1", "G#9", "C10",
      "C99999999999999999999", "-1", "128", "060", "+60", "60.0", "99999999999999999999", "C♯4",
    ])
  func `a text that names no note is refused`(text: String) {
    #expect(
      message { () throws(PitchError) in try MIDINote(parsing: text) }
        == """
        MIDI note must be the name of a note from C-1 to G9, such as C4, C#4 or Db4, or a MIDI number from 0 to \
        127, got "\(text)"
        """)
  }

  @Test(arguments: ["", "fifth", "perfect-fifth-", "perfect-fifth-sideways", "Tritone", "octave-up-up", "up"])
  func `a text that names no interval is refused`(text: String) {
    #expect(
      message { () throws(PitchError) in try DirectedInterval(parsing: text) }
        == """
        interval must be one of prime, minor-second, major-second, minor-third, major-third, perfect-fourth, tritone, \
        perfect-fifth, minor-sixth, major-sixth, minor-seventh, major-seventh, octave, followed by -up or -down (without \
        either: up); prime has neither, got "\(text)"
        """)
  }

  @Test(arguments: ["prime-up", "prime-down"]) func `the prime takes no direction`(text: String) {
    #expect(
      message { () throws(PitchError) in try DirectedInterval(parsing: text) }
        == "interval must be prime without -up or -down, because a prime has no direction, got \"\(text)\"")
  }
}

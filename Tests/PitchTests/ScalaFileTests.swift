import Glibc
import PeachPitch
import PeachSupport
import Testing

/// Each rule of the format, and each message whole.
@Suite struct ScalaFileTests {
  private func read(_ text: String) throws(ConfigurationError) -> ScalaFile { try ScalaFile(text: text, file: "a.scl") }

  private func pitch(_ line: String) throws -> Double { try read("one\n2\n\(line)\n2/1\n").pitches[0] }

  /// All that is wrong with a text, or with bytes.
  private func problems(_ text: String) -> String? { problems(Array(text.utf8)) }

  private func problems(_ bytes: [UInt8]) -> String? {
    do {
      _ = try ScalaFile(bytes: bytes, file: "a.scl")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a file has a description and pitches as cents and ratios`() throws {
    let file = try read(
      """
      ! five.scl
      !
      Five notes of many kinds
       5  notes
      !
       9/8
       386.314   E
      ! between
      3/2  ! the fifth
      \t 5/3
      2

      """)
    #expect(file.description == "Five notes of many kinds")
    #expect(file.noteCount == 5)
    for (read, theory) in zip(file.pitches, [203.910002, 386.314, 701.955001, 884.358713, 1200]) {
      #expect((read - theory).magnitude <= 1e-6)
    }
    #expect(file.period == 1200)
    #expect(file.degrees.count == 5 && file.degrees[0] == 0)
  }

  @Test(arguments: [
    ("81/64", 1200 * log2(81.0 / 64)), ("408.0", 408), ("408.", 408), (".5", 0.5), ("5", 1200 * log2(5.0)),
    ("-5.0", -5), ("+5.25", 5.25), ("10/20", -1200), ("100.0 cents", 100), ("100.0 C#", 100), ("5/4   E\\", 386.313714),
    ("3 / 2", 701.955001), ("100.0cents", 100), ("2147483647/2147483646", 1200 * log1p(1.0 / 2_147_483_646) / log(2)),
    ("0003/0002", 701.955001), ("-0.0", 0), ("1/1", 0), ("000000000000000000000000000100.5", 100.5),
    // 3^53 / 2^84, Mercator's comma.
    ("19383245667680019896796723/19342813113834066795298816", 3.615046), ("3/2\tfifth", 701.955001),
  ])
  func `a pitch is cents with a period, else a ratio; what follows is ignored`(line: String, cents: Double) throws {
    #expect((try pitch(line) - cents).magnitude <= 1e-6)
    #expect((try pitch("  \t" + line + " \t") - cents).magnitude <= 1e-6)
  }

  @Test(arguments: [
    ("", "an empty line", ""), ("fifth", "'fifth'", ""), ("C#4", "'C#4'", ""), ("/2", "'/2'", ""), ("3/", "'3/'", ""),
    ("3/x", "'3/x'", ""), (".", "'.'", "\n  hint: write cents with a period, without a comma or exponent"),
    ("701,955", "'701,955'", "\n  hint: write a period instead of the comma"),
    ("3/2/1", "'3/2/1'", "\n  hint: write a ratio with one slash, such as 3/2"), ("3:2", "'3:2'", ""),
    ("1e3", "'1e3'", ""),
    ("1.2.3", "'1.2.3'", "\n  hint: write cents with a period, without a comma or exponent"),
    ("1.5e2", "'1.5e2'", "\n  hint: write cents with a period, without a comma or exponent"),
  ])
  func `a line that is no pitch is refused`(line: String, got: String, hint: String) {
    #expect(
      problems("one\n2\n \(line)\n2/1\n")
        == "a.scl:3:2: expected a pitch, cents such as 701.955 or a ratio such as 3/2, got \(got)\(hint)")
  }

  @Test(arguments: [
    ("-3/2", "expected a positive ratio, got '-3/2'\n  hint: cents may be negative, with a period: -5.0"),
    ("3/-2", "expected a positive ratio, got '3/-2'"),
    ("-4", "expected a positive ratio, got '-4'\n  hint: cents may be negative, with a period: -5.0"),
    ("3/0", "expected a ratio of numbers above 0, got '3/0'"),
    ("0/3", "expected a ratio of numbers above 0, got '0/3'"),
    ("0", "expected a ratio of numbers above 0, got '0'"),
    ("12000.1", "expected a pitch at most 10 octaves (12000 cents) from the tonic, got '12000.1'"),
    ("-12001.", "expected a pitch at most 10 octaves (12000 cents) from the tonic, got '-12001.'"),
    ("1025/1", "expected a pitch at most 10 octaves (12000 cents) from the tonic, got '1025/1'"),
    ("1/2147483647", "expected a pitch at most 10 octaves (12000 cents) from the tonic, got '1/2147483647'"),
  ])
  func `an inaudible pitch is rejected`(line: String, message: String) {
    #expect(problems("one\n2\n\(line)\n2/1\n") == "a.scl:3:1: \(message)")
  }

  @Test func `numbers of any length are read or refused, never wrapped`() {
    let long = String(repeating: "9", count: 400)
    #expect(problems("x\n2\n\(long)/\(long)\n2/1\n") == nil)
    let far = "expected a pitch at most 10 octaves (12000 cents) from the tonic, got"
    #expect(problems("x\n2\n\(long)\n2/1\n") == "a.scl:3:1: \(far) \(SafeText.quoted(long))")
    #expect(problems("x\n2\n\(long).0\n2/1\n") == "a.scl:3:1: \(far) \(SafeText.quoted(long))")
    #expect(
      problems("x\n\(long)\n2/1\n")
        == "a.scl:2:1: expected the number of notes, from 1 to 10000, got \(SafeText.quoted(long))"
        + "\n  hint: the line before the number of notes is the description of the scale, which may be empty but must be there"
    )
  }

  @Test func `ten octaves are the farthest pitch`() throws {
    #expect(try pitch("12000.0") == 12000)
    #expect(try pitch("1/1024") == -12000)
  }

  @Test(arguments: [
    ("x\n3\n3/2\n2/1\n", "a.scl:2:1: expected 3 pitches as line 2 says, got 2"),
    ("! c\nx\n1\n3/2\n! c\n2/1\n", "a.scl:6:1: expected 1 pitches as line 3 says, got 2"),
    ("x\n2\n", "a.scl:2:1: expected 2 pitches as line 2 says, got 0"),
    (
      "2\n5\n2/1\n",
      "a.scl:2:1: expected 5 pitches as line 2 says, got 1"
        + "\n  hint: line 1 is read as the description of the scale; it must come before the number of notes, and may be empty"
    ),
    (
      "12\n9/8\n2/1\n",
      "a.scl:2:1: expected the number of notes, from 1 to 10000, got '9/8'"
        + "\n  hint: the line before the number of notes is the description of the scale, which may be empty but must be there"
    ),
    (
      "x\n\n2/1\n",
      "a.scl:2:1: expected the number of notes, from 1 to 10000, got an empty line"
        + "\n  hint: the line before the number of notes is the description of the scale, which may be empty but must be there"
    ),
    (
      "x\n 0\n",
      "a.scl:2:2: expected the number of notes, from 1 to 10000, got '0'"
        + "\n  hint: write the number of notes; the last note is the period, after which the scale repeats"
    ),
    ("x", "a.scl:1:1: expected the number of notes after the description, got the end of the file"),
    ("", "a.scl:1:1: expected a description, got an empty file"),
    ("! only\n!\n", "a.scl:1:1: expected a description, got only comments"),
    ("x\n2\n2/1\n0.0\n", "a.scl:4:1: expected the last pitch, the period, above 0 cents, got 0"),
    ("x\n2\n2/1\n  -3.5\n", "a.scl:4:3: expected the last pitch, the period, above 0 cents, got -3.5"),
  ])
  func `a file that is not a scale is refused`(text: String, message: String) {
    #expect(problems(text) == message)
  }

  @Test func `all errors are reported at once`() {
    #expect(
      problems("x\n3\nfoo\n3/0\n2/1\n")
        == """
        a.scl:3:1: expected a pitch, cents such as 701.955 or a ratio such as 3/2, got 'foo'
        a.scl:4:1: expected a ratio of numbers above 0, got '3/0'
        """)
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func `lines end in any of the usual ways`(end: String) throws {
    let lines = ["! a", "Just fifth", "2", "! é", "3/2", "2/1"]
    let file = try read(lines.joined(separator: end) + end)
    #expect(file.pitches.map { $0.rounded() } == [702, 1200])
    #expect(file.text == lines.joined(separator: "\n") + "\n")
    #expect(try read(lines.joined(separator: end)) == file)
    #expect(problems(["x", "2", "foo", "2/1"].joined(separator: end))?.hasPrefix("a.scl:3:1: ") == true)
  }

  @Test func `an empty description and empty lines at the end are no fault`() throws {
    let file = try read("! a\n\n1\n2/1\n\n \n")
    #expect(file.description == "")
    #expect(file.pitches == [1200])
  }

  @Test func `bytes are UTF-8, with or without its mark, or else ISO 8859-1`() throws {
    let latin: [UInt8] = Array("Stra".utf8) + [0xdf] + Array("e\n1\n2/1\n".utf8)
    let old = try ScalaFile(bytes: latin, file: "a.scl")
    #expect(old.description == "Straße")
    #expect(try ScalaFile(bytes: Array("Straße\n1\n2/1\n".utf8), file: "a.scl") == old)
    #expect(try ScalaFile(bytes: [0xef, 0xbb, 0xbf] + Array("Straße\n1\n2/1\n".utf8), file: "a.scl") == old)
  }

  @Test func `a file that is not text is rejected`() {
    let message = "a.scl:1:1: expected text, got a zero byte\n  hint: save the file as UTF-8"
    #expect(problems([0xff, 0xfe] + "x\n1\n2/1\n".utf8.flatMap { [$0, 0] }) == message)
    #expect(problems("!\0\nx\n1\n2/1\n") == message)
  }

  @Test func `the text of a file reads back as the same scale`() throws {
    let file = try read("! c\r\nMajor\r\n2\r\n701.955\r\n2/1")
    #expect(try read(file.text) == file)
  }
}

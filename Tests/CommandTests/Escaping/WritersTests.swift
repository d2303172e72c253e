import Foundation
import PeachSupport
import Testing

/// Texts of others stay texts in every language that Peach writes, whatever stands before and behind a special character.
@Suite struct WritersTests {
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] == "1"

  /// What means something in some language.
  private static let special: [String] =
    "&<>\"'\\`$|*_{}[]()#!~^%=+-@,;:./? \t\n\r\u{0}\u{1b}\u{7f}\u{85}\u{2028}\u{2029}\u{feff}\u{fffe}\u{202e}＝"
    .unicodeScalars
    .map { String($0) }

  /// Each special character alone, and where it belongs to a `Character` together with what stands next to it.
  static let texts: [String] =
    special.flatMap { sign in
      [
        sign, "\u{d4e}\(sign)", "\(sign)\u{301}", "\(sign)\u{200c}", "\(sign)\u{fe0f}", "a\u{d4e}\(sign)b",
        "a\(sign)\u{301}b",
      ]
    } + [
      "</script\u{301}><script\u{200c}>alert(1)</script>",
      "\u{d4e}<meta http-equiv=refresh content='0;url=http://x.y'>",
      "'\u{301}; touch ran; '\u{301}", "x\\'; touch ran; '", "$(touch ran)\u{301}", "\u{d4e}`touch ran`", "-3.2",
      "1. a", "- b",
      "\u{feff}=1+1", "\u{200b}\u{d4e}=cmd|' /C calc'!A0", " @SUM(A1)", "می\u{200c}خواهم \"نقل\"\u{200c}",
      "👩\u{200d}🔬\"\u{fe0f}",
      "]]>\u{301}", "<!--\u{301}", "{{title}}", "{{{data}}}", "www.x.y http://x.y", "10.1000/x_y", "\\\\", "\"\"",
      "''''", "=",
    ]

  /// Random strings of these and of letters.
  private static func random(_ count: Int) -> [String] {
    var generator = Generator(state: 41)
    let alphabet =
      special + special + ["\u{d4e}", "\u{301}", "\u{200c}", "\u{fe0f}", "\u{338}", "\u{20d2}", "\u{1f3fd}", "\u{600}"]
      + ["a", "Z", "0", "7", "é", "ൎ", "ا", "👩", "n", "x"]
    return (0..<count).map { _ in
      (0..<Int.random(in: 1...12, using: &generator)).map { _ in alphabet.randomElement(using: &generator)! }.joined()
    }
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var word = state
      word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
      word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
      return word ^ word >> 31
    }
  }

  @Test(arguments: Writer.all) func `every writer returns a special character without an effect`(
    writer: Writer
  ) async throws {
    let problems = try await writer.problems(Self.texts)
    #expect(problems.isEmpty, "\(problems.count) of \(Self.texts.count), such as \(problems.prefix(5))")
  }

  @Test(arguments: Writer.all) func `every writer returns random strings of special characters`(
    writer: Writer
  ) async throws {
    let texts = Self.random(Self.isLong ? 100_000 : 200)
    let size = min(writer.most, 25_000)
    // Whole documents are slow to draw and read: of these, the long form makes fewer.
    let count = writer.most < 2000 ? min(texts.count, 2000) : texts.count
    for start in stride(from: 0, to: count, by: size) {
      let some = Array(texts[start..<min(start + size, count)])
      let problems = try await writer.problems(some)
      #expect(problems.isEmpty, "\(problems.count) from \(start), such as \(problems.prefix(5))")
    }
  }

  // MARK: No writer is missing

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  private static func files() throws -> [(path: String, text: String)] {
    let files = FileManager.default.enumerator(atPath: sources.path)
    var found: [(path: String, text: String)] = []
    while let file = files?.nextObject() as? String {
      guard file.hasSuffix(".swift") else { continue }
      found.append((file, String(decoding: try Data(contentsOf: sources.appending(path: file)), as: UTF8.self)))
    }
    return found
  }

  /// Files that have a sign of a writer and write no text of others, each with the reason.
  private static let harmless: [String: String] = [
    "PeachCommands/FitGroups.swift": "lists names in a message",
    "PeachCommands/Live/LiveCommand.swift": "joins names of intervals that were read",
    "PeachCommands/RestoreCommand.swift": "prints names of our own tables",
    "PeachStorage/Live/LiveDatabase+Backup.swift": "joins the lines of a message of SQLite",
    "PeachCommands/ResidualsFile.swift": "compares a header with our own columns",
    "PeachCommands/SourceExcerpt.swift": "draws a caret below a line",
    "PeachSupport/Configuration/ForcedChoiceName.swift": "reads a name",
    "PeachSupport/Configuration/ValueGuess.swift": "reads a value",
    "PeachSupport/Configuration/ObjectReader.swift": "reads JSON",
    "PeachListeners/BuiltIn.swift": "reads a name",
    "PeachAnalysis/Observations/KnownNames.swift": "reads a name",
    "PeachReporting/Reports/Methods/MethodsText.swift": "sets apostrophes in our own sentences",
    "PeachReporting/Reports/Pages/PageComparison.swift": "compares two pages",
    "PeachReporting/Reports/Screens/CurveText.swift": "draws a curve",
    "PeachReporting/Reports/Sections/Simulation/SimulationAnswer.swift": "puts a sign into words",
    "PeachSessions/Settings/SettingTexts.swift": "joins names of intervals",
    "PeachSessions/Setup/DeviceReadings.swift": "lists columns in a message",
    "PeachTrials/NoteGains.swift": "joins notes and numbers",
  ]

  /// Files that write a language and are in no writer of the enumeration.
  private static func missing(from sources: [(path: String, text: String)]) -> [WriterScan.Place] {
    let known = Set(Writer.all.flatMap(\.files)).union(harmless.keys)
    return WriterScan.places(in: sources).filter { !known.contains($0.file) }
  }

  @Test func `every file that writes a language is in the enumeration`() throws {
    let files = try Self.files()
    #expect(files.count > 500)
    let missing = Self.missing(from: files)
    #expect(
      missing.isEmpty,
      "\(missing): write texts through Escaping, and add the file to a writer of Writers.swift or DocumentWriters.swift"
    )
    let found = Set(WriterScan.places(in: files).map(\.file))
    let gone = Set(Writer.all.flatMap(\.files)).union(Self.harmless.keys).subtracting(found)
    #expect(gone.isEmpty, "\(gone.sorted()) have no sign of a writer any more")
  }

  @Test func `every function of Escaping is in the enumeration, and works on scalars or bytes`() throws {
    let files = try Self.files().filter { $0.path.hasPrefix(WriterScan.folder) }
    let functions = files.flatMap {
      $0.text.matches(of: /(?:public|package) static func (\w+)\(/).map { String($0.output.1) }
    }
    #expect(Set(functions).subtracting(["guarded"]) == Set(Writer.languages.map(\.name)))
    for (path, text) in files {
      let code = text.split(separator: "\n").filter { !$0.contains("///") }.joined(separator: "\n")
      #expect(!code.contains(/\.(?:replacing|split|contains|firstIndex|hasPrefix)\(("|of: "|separator: ")/), "\(path)")
      #expect(!code.contains(/\bCharacter\b|for \w+ in text \{|\.is(?:Letter|Number|Whitespace)\b/), "\(path)")
    }
  }

  @Test(
    arguments: [
      "func row(_ name: String) -> String { \"<td>\\(name)</td>\" }",
      "let page = \"\"\"\n    <p>\n    \\(note)\n    </p>\n    \"\"\"",
      "text.replacing(\"&\", with: \"&amp;\")", "text.replacing(\"\\\"\", with: \"\\\"\\\"\")",
      "names.joined(separator: \",\") + \"\\n\"", "names.joined(separator: \"\\t\")",
      "\"{\\\"name\\\": \\\"\\(name)\\\"}\"", "\"set label '\\(name)' at 0,0\"", "\"| \\(name) |\"",
      "\"@\\(kind){\\(key), title = {\\(title)}}\"", "\".SH \\(heading)\"", "Process.run(\"/bin/sh\", [\"-c\", line])",
      "import Mustache", "NotebookCell(kind: .code, source: name)", "Escaping.html(name)",
      "word.replacing(\"'\", with: \"'\\\\''\")", "\"<text x=\\\"0\\\">\\(name)</text>\"",
    ])
  func `a planted writer outside the enumeration is found`(code: String) {
    let planted = (path: "PeachReporting/Reports/PlantedTable.swift", text: "import PeachSupport\n\n\(code)\n")
    #expect(Self.missing(from: [planted]).map(\.file).contains(planted.path), "\(code)")
  }
}

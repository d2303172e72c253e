import PeachSupport

/// Reads the lines of a Scala file and reports all that is wrong with them.
struct ScalaParser {
  let file: String
  let diagnostics: Diagnostics
  private let all: [String]
  /// The lines that are not comments, with their numbers.
  private var lines: ArraySlice<(number: Int, text: String)>

  init(lines: [String], file: String, diagnostics: Diagnostics) {
    self.file = file
    self.diagnostics = diagnostics
    all = lines
    let numbered = lines.enumerated().map { (number: $0 + 1, text: $1) }
    self.lines = numbered.filter { !$0.text.hasPrefix("!") }[...]
  }

  /// Nil after a problem.
  mutating func scale() -> (description: String, pitches: [Double])? {
    if let index = all.firstIndex(where: { $0.unicodeScalars.contains("\0") }) {
      report("expected text, got a zero byte", index + 1, 1, hint: "save the file as UTF-8")
      return nil
    }
    guard let description = lines.popFirst() else {
      let got = all.isEmpty ? "an empty file" : "only comments"
      report("expected a description, got \(got)", 1, 1)
      return nil
    }
    guard let count = count(after: description) else { return nil }
    let pitches = pitches(count, description)
    guard let last = pitches.last, let period = last else { return nil }
    let places = pitches.compactMap(\.self)
    guard places.count == pitches.count else { return nil }
    if period.cents <= 0 {
      report(
        "expected the last pitch, the period, above 0 cents, got \(period.cents.shortest)", period.line, period.column)
      return nil
    }
    return (description.text, places.map(\.cents))
  }

  private mutating func count(after description: (number: Int, text: String)) -> (value: Int, line: Int)? {
    guard let line = lines.popFirst() else {
      report("expected the number of notes after the description, got the end of the file", description.number, 1)
      return nil
    }
    let scanner = ScalaScanner(line.text)
    let column = scanner.column
    let word = scanner.word
    guard let count = Int(word), (1...10_000).contains(count) else {
      report(
        "expected the number of notes, from 1 to 10000, got \(word.isEmpty ? "an empty line" : SafeText.quoted(word))",
        line.number, column,
        hint: word == "0"
          ? "write the number of notes; the last note is the period, after which the scale repeats"
          : "the line before the number of notes is the description of the scale, which may be empty but must be there")
      return nil
    }
    return (count, line.number)
  }

  private struct Pitch {
    var cents: Double
    var line: Int
    var column: Int
  }

  /// The stated number of pitches, `nil` for each that is wrong.
  private mutating func pitches(
    _ count: (value: Int, line: Int), _ description: (number: Int, text: String)
  ) -> [Pitch?] {
    // Blank lines at the end are no pitches.
    while let last = lines.last, ScalaScanner(last.text).isAtEnd { lines.removeLast() }
    if lines.count != count.value {
      let place = lines.count < count.value ? count.line : lines[lines.startIndex + count.value].number
      let hint =
        Int(description.text.filter { $0 != " " }) == nil
        ? nil
        : "line \(description.number) is read as the description of the scale; it must come before the number of "
          + "notes, and may be empty"
      report(
        "expected \(count.value) pitches as line \(count.line) says, got \(lines.count)", place, 1, hint: hint)
    }
    return lines.prefix(count.value).map { line in
      var scanner = ScalaScanner(line.text)
      let column = scanner.column
      switch scanner.pitch() {
      case .success(let cents): return Pitch(cents: cents, line: line.number, column: column)
      case .failure(let fault):
        report(fault.message, line.number, column, hint: fault.hint)
        return nil
      }
    } + (lines.count < count.value ? [nil] : [])
  }

  private func report(_ message: String, _ line: Int, _ column: Int, hint: String? = nil) {
    diagnostics.report(
      Problem(place: Place(file: file, line: line, column: column), path: "", message: message, hint: hint))
  }
}

import PeachAnalysis
import PeachSupport

/// The rows of one table, field by field, with problems told by line and column.
struct ImportReader {
  let source: any ObservationSource
  let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)

  init(_ source: any ObservationSource) { self.source = source }

  /// One row.
  struct Row {
    let reader: ImportReader
    let table: any ObservationTable
    let row: Int

    var line: Int { table.line(of: row) }

    /// A field as it stands in the file; empty if there is no such column.
    func text(_ column: String) -> String {
      guard let place = table.index(of: column) else { return "" }
      return (table as? FieldTable)?[row, place] ?? table.trimmed(row, place)
    }

    func report(_ column: String, _ message: String, hint: String? = nil) {
      let place = table.index(of: column).map { table.place(of: row, $0) } ?? 1
      reader.report("column \(SafeText.quoted(column))", message, line: line, column: place, hint: hint)
    }

    /// A text that has to be there; empty after a problem.
    func required(_ column: String) -> String {
      let text = text(column)
      if text.isEmpty { report(column, "missing; expected a text") }
      return text
    }

    /// A whole number in bounds; `nil` if there is none, or after a problem.
    func whole(_ column: String, in bounds: ClosedRange<Int>, isRequired: Bool = true) -> Int? {
      let text = text(column)
      if text.isEmpty, !isRequired { return nil }
      if let number = NumberGrammar.integer(text), bounds.contains(number) { return number }
      report(
        column,
        "expected a whole number from \(bounds.lowerBound) to \(bounds.upperBound), got \(SafeText.quoted(text))")
      return nil
    }

    /// A number that has to be there; nil after a problem.
    func number(_ column: String) -> Double? {
      let text = text(column)
      if NumberGrammar.double(text) != nil, let number = Double(text) { return number }
      report(column, "expected a number, got \(SafeText.quoted(text))")
      return nil
    }

    /// One of some texts; `nil` if it is empty, or after a problem.
    func choice<T>(_ column: String, _ choices: KeyValuePairs<String, T>, isRequired: Bool) -> T? {
      let text = text(column)
      if text.isEmpty, !isRequired { return nil }
      if let found = choices.first(where: { $0.key == text }) { return found.value }
      report(column, "expected \(choices.map(\.key).joined(separator: ", ")), got \(SafeText.quoted(text))")
      return nil
    }

    /// An instant in UTC; `nil` if it is empty, or after a problem.
    func time(_ column: String, isRequired: Bool = false) -> String? {
      let text = text(column)
      if text.isEmpty, !isRequired { return nil }
      if (try? /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/.wholeMatch(in: text)) != nil { return text }
      report(column, "expected a time in UTC such as 2026-11-22T08:00:00Z, got \(SafeText.quoted(text))")
      return nil
    }
  }

  /// Says which columns are missing, and which there are that nothing is known of.
  func check(required: [String], known: [String]) {
    for name in required where source.index(of: name) == nil {
      report("", "missing column \(name)", line: source.headerLine)
    }
    var seen: Set<String> = []
    for name in source.columns {
      if !known.contains(name) {
        report(
          name, "is not a known column", line: source.headerLine,
          hint: NearestName.question(for: name, among: known)
            ?? "leave out this column to import the others")
      } else if !seen.insert(name).inserted {
        report(name, "appears twice in the header", line: source.headerLine)
      }
    }
  }

  func forEachRow(_ body: (Row) -> Void) throws {
    try diagnostics.check()
    try source.forEachPart { part in
      for row in 0..<part.count { body(Row(reader: self, table: part, row: row)) }
    }
    try diagnostics.check()
  }

  func report(_ path: String, _ message: String, line: Int, column: Int = 1, hint: String? = nil) {
    diagnostics.report(
      Problem(
        place: Place(file: source.source, line: line, column: column), path: SafeText.cut(path, to: 60),
        message: message,
        hint: hint))
  }
}

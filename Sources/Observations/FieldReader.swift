import Configuration

/// Reads single fields and says what is wrong with them.
struct FieldReader {
  /// What a field holds; of a wrong one a problem was reported.
  enum Field<T> {
    case missing, wrong
    case value(T)
  }

  var table: any ObservationTable
  let diagnostics: Diagnostics

  static func isMissing(_ text: String) -> Bool { text.isEmpty || text == "NA" || text == "n/a" }

  /// The text of a field without the spaces around it; nil where it is missing.
  func text(_ row: Int, _ column: Int?) -> String? {
    guard let column, case let text = table.trimmed(row, column), !FieldReader.isMissing(text) else { return nil }
    return text
  }

  func isEmpty(_ row: Int) -> Bool { table.columns.indices.allSatisfy { table.trimmed(row, $0).isEmpty } }

  func number(_ row: Int, _ column: Int?) -> Field<Double> {
    if let column, case .number(let number)? = table.value(row, column), FieldReader.isInRange(number) {
      return .value(number)
    }
    guard let text = text(row, column) else { return .missing }
    if let number = NumberGrammar.double(text) {
      if FieldReader.isInRange(number) { return .value(number) }
      report(
        "expected 0 or a number of a size from 1e-100 to 1e100, got \(shown(text))", row, column,
        hint: "levels in another unit are nearer to 1")
      return .wrong
    }
    report("expected a finite number, got \(shown(text))", row, column, hint: numberHint(text))
    return .wrong
  }

  private static func isInRange(_ number: Double) -> Bool { number == 0 || (1e-100...1e100).contains(abs(number)) }

  /// A whole number from 0.
  func count(_ row: Int, _ column: Int?) -> Field<Int> {
    guard let text = text(row, column) else { return .missing }
    if let number = NumberGrammar.integer(text), number >= 0 { return .value(number) }
    let isShare = NumberGrammar.double(text).map { $0 > 0 && $0 < 1 } ?? false
    report(
      "expected a whole number from 0, got \(shown(text))", row, column,
      hint: isShare ? "n and k are numbers of answers, not shares of them" : numberHint(text))
    return .wrong
  }

  /// 1 or 0, as spreadsheets and data frames may write them too.
  func flag(_ row: Int, _ column: Int?) -> Field<Bool> {
    if let column, case .integer(let number)? = table.value(row, column), 0...1 ~= number { return .value(number == 1) }
    guard let text = text(row, column) else { return .missing }
    switch text.lowercased() {
    case "1", "1.0", "true": return .value(true)
    case "0", "0.0", "false": return .value(false)
    default: break
    }
    let isCount = NumberGrammar.integer(text).map { $0 > 1 } ?? false
    report(
      "expected 1 or 0, got \(shown(text))", row, column, hint: isCount ? "counts stand in columns n and k" : nil)
    return .wrong
  }

  /// A number that has to be there; nil after a problem.
  func required<T>(_ field: Field<T>, _ expected: String, _ row: Int, _ column: Int?) -> T? {
    switch field {
    case .value(let value): return value
    case .wrong: return nil
    case .missing:
      report("missing; expected \(expected)", row, column)
      return nil
    }
  }

  /// A text as messages have it: a broken file may have very long ones.
  func shown(_ text: String) -> String {
    "'" + text.prefix(40).map { $0.isNewline ? " " : String($0) }.joined() + (text.count > 40 ? "…'" : "'")
  }

  func report(_ message: String, _ row: Int, _ column: Int?, hint: String? = nil) {
    diagnostics.report(
      Problem(
        place: Place(file: table.source, line: table.line(of: row), column: 1),
        path: column.map { table.columns[$0] } ?? "", message: message, hint: hint))
  }

  private func numberHint(_ text: String) -> String? {
    let pointed = text.replacing(",", with: ".")
    if pointed != text, NumberGrammar.double(pointed) != nil { return "decimals have a point: \(pointed)" }
    return text.lowercased() == "nan" ? "what is missing is empty, NA or n/a" : nil
  }
}

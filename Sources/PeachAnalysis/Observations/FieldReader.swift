import PeachSupport

/// Reads single fields and says what is wrong with them.
struct FieldReader {
  /// The value of a field; a wrong one has been reported.
  enum Field<T> {
    case missing, wrong
    case value(T)
  }

  var table: any ObservationTable
  let diagnostics: Diagnostics
  var style = NumberStyle()
  /// The hint for counts instead of answers.
  var hintForCounts = "for counts use the columns n (trials) and k (correct answers)"
  /// Values that the user says are missing.
  var missing: [MissingValue] = []
  /// Whether the column of answers mostly has 1 and 0, so that any other value is an odd one.
  var hasFlags = false
  /// Columns of levels, whose values must not be taken for missing by a hint.
  var levels: [Int] = []

  /// Empty, or what spreadsheets, R, pandas and JSON write in place of it.
  static func isMissing(_ text: String) -> Bool {
    guard text.utf8.count <= 4 else { return false }
    return switch text {
    case "", "NA", "n/a", "N/A", "NaN", "nan", "null", "NULL", "None", "#N/A": true
    default: false
    }
  }

  /// The text of a field without the spaces around it; `nil` if it is missing.
  func text(_ row: Int, _ column: Int?) -> String? {
    guard let column, case let text = table.trimmed(row, column), !FieldReader.isMissing(text) else { return nil }
    if !missing.isEmpty, missing.contains(where: { $0.matches(text, in: table.columns[column]) }) { return nil }
    return text
  }

  func isEmpty(_ row: Int) -> Bool { table.columns.indices.allSatisfy { table.trimmed(row, $0).isEmpty } }

  func number(_ row: Int, _ column: Int?) -> Field<Double> {
    if let column, case .number(let number)? = table.value(row, column), FieldReader.isInRange(number) {
      return .value(number)
    }
    guard let text = text(row, column) else { return .missing }
    if let number = style.double(text) {
      if FieldReader.isInRange(number) { return .value(number) }
      report(
        "expected 0, or a number between 1e-100 and 1e100 in size, got \(shown(text))", row, column,
        hint: "use a unit in which levels are nearer to 1")
      return .wrong
    }
    report(
      "expected a finite number, got \(shown(text))", row, column, hint: numberHint(text) ?? missingHint(text, column))
    return .wrong
  }

  private static func isInRange(_ number: Double) -> Bool { number == 0 || (1e-100...1e100).contains(abs(number)) }

  /// A whole number from 0.
  func count(_ row: Int, _ column: Int?) -> Field<Int> {
    if let column, case .integer(let number)? = table.value(row, column), number >= 0 { return .value(number) }
    guard let text = text(row, column) else { return .missing }
    if let number = whole(text), number >= 0 { return .value(number) }
    let isShare = style.double(text).map { $0 > 0 && $0 < 1 } ?? false
    report(
      "expected a whole number from 0, got \(shown(text))", row, column,
      hint: isShare ? "n and k are numbers of trials and of correct answers, not proportions" : numberHint(text))
    return .wrong
  }

  private func whole(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    return style.double(text).flatMap { NumberGrammar.integer($0.description) }
  }

  /// 1 or 0, as spreadsheets and data frames may write them too.
  func flag(_ row: Int, _ column: Int?) -> Field<Bool> {
    if let column, case .integer(let number)? = table.value(row, column), 0...1 ~= number { return .value(number == 1) }
    guard let text = text(row, column) else { return .missing }
    if let flag = FieldReader.flag(text) { return .value(flag) }
    let isCount = NumberGrammar.integer(text).map { $0 > 1 } ?? false
    report(
      "expected 1 or 0, got \(shown(text))", row, column,
      hint: isCount && !hasFlags ? hintForCounts : missingHint(text, column, ifAny: hasFlags))
    return .wrong
  }

  /// Reads the forms of 1 and 0; `nil` for anything else.
  static func flag(_ text: String) -> Bool? {
    switch text {
    case "1": return true
    case "0": return false
    default: break
    }
    switch text.lowercased() {
    case "true", "yes", "wahr", "1.0", "1,0": return true
    case "false", "no", "falsch", "0.0", "0,0": return false
    default: return nil
    }
  }

  /// Offers to leave out rows with a text that may stand for a missing value.
  ///
  /// - Parameter ifAny: Whether any text may; else one without letters and digits, such as `.` or `-`.
  private func missingHint(_ text: String, _ column: Int?, ifAny: Bool = false) -> String? {
    guard let column, text.utf8.count <= 20, ifAny || !text.contains(where: { $0.isLetter || $0.isNumber }) else {
      return nil
    }
    // The same number may be a level.
    let isLevel = levels.contains { level in
      level != column && (0..<min(table.count, 1000)).contains { table.trimmed($0, level) == text }
    }
    let value = isLevel ? "\(table.columns[column])=\(text)" : text
    return "--missing \(SafeText.forShell(value)) leaves out the rows that have \(SafeText.cut(text)) here"
  }

  /// A text as messages have it: a broken file may have very long ones.
  func shown(_ text: String) -> String {
    "'" + text.prefix(40).map { $0.isNewline ? " " : String($0) }.joined() + (text.count > 40 ? "…'" : "'")
  }

  func report(_ message: String, _ row: Int, _ column: Int?, hint: String? = nil) {
    diagnostics.report(
      Problem(
        place: Place(
          file: table.source, line: table.line(of: row), column: column.map { table.place(of: row, $0) } ?? 1),
        path: column.map { "column \(SafeText.quoted(table.name(of: row, $0)))" } ?? "", message: message, hint: hint))
  }

  private func numberHint(_ text: String) -> String? {
    guard text.contains(style.mark.other.rawValue), style.mark.other.double(text) != nil else { return nil }
    return style.mark == .point
      ? "write decimals with a point: \(text.replacing(",", with: "."))"
      : "this table writes decimals with a comma: \(text.replacing(".", with: ","))"
  }
}

extension FieldReader {
  /// Reads the fields of a source, whose columns are known. The table comes with the first rows.
  init(_ source: any ObservationSource, _ roles: ColumnRoles, _ ways: Observations.Ways, _ diagnostics: Diagnostics) {
    self.init(
      table: FieldTable(source: source.source, columns: source.columns), diagnostics: diagnostics, style: roles.style,
      hintForCounts: roles.hintForCounts, missing: ways.missing, hasFlags: roles.hasFlags, levels: roles.levels)
  }
}

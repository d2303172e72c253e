import PeachSupport

/// Finds columns by their names and by what they hold.
struct ColumnFinder {
  let table: any ObservationSource
  private let missing: [MissingValue]
  /// The names of each column as they are compared with those of others.
  private let folded: [[String]]

  init(_ table: any ObservationSource, missing: [MissingValue] = []) {
    self.table = table
    self.missing = missing
    folded = table.columns.map(KnownNames.folded)
  }

  /// The first values of a column, without those that the user says are missing.
  private func sample(_ column: Int) -> [String] {
    let values = table.sample(column)
    return missing.isEmpty
      ? values : values.filter { value in !missing.contains { $0.matches(value, in: table.columns[column]) } }
  }

  /// The column of this name, if it has values.
  ///
  /// - Parameter orFolded: Whether the name may be written in another case.
  func column(_ name: String, orFolded: Bool = false) -> Int? {
    if let exact = table.index(of: name) { return table.hasValues(exact) ? exact : nil }
    guard orFolded else { return nil }
    return table.columns.indices.first { table.columns[$0].lowercased() == name && table.hasValues($0) }
  }

  /// The columns `STEM` or `STEM_UNIT`, in whatever case, that have numbers, or values where none has numbers.
  func scales(_ stem: String) -> [Int] {
    let found = table.columns.indices.filter { index in
      let name = table.columns[index].lowercased()
      return (name == stem || name.hasPrefix(stem + "_")) && table.hasValues(index)
    }
    let numeric = found.filter { areNumbers(sample($0)) }
    return numeric.isEmpty ? found : numeric
  }

  /// Whether a column is called one of these.
  func isCalled(_ names: [String], _ column: Int) -> Bool { folded[column].contains(where: names.contains) }

  /// Whether a column counts the rows by ones, of each block again if there are several.
  func countsRows(_ column: Int) -> Bool {
    let numbers = table.sample(column).map { Int($0) }
    guard numbers.count > 2, let first = numbers[0], numbers[1] == first + 1 else { return false }
    return zip(numbers, numbers.dropFirst()).allSatisfy { last, next in
      guard let last, let next else { return false }
      return next == last + 1 || next == first
    }
  }

  /// The columns that tell runs or people apart: one of these where it is seen to do so, as a listener of ours has several
  /// runs.
  var runs: [Int] {
    let people = table.columns.indices.filter { index in
      folded[index].contains { KnownNames.people[$0] != nil } && table.hasValues(index)
    }
    let all = [column("run")].compactMap(\.self) + people
    return all.first { Set(table.sample($0)).count > 1 }.map { [$0] } ?? all
  }

  /// The columns of the first names in the list that any has: those with numbers.
  func numeric(_ known: [[String]]) -> [Int] { first(of: known, where: areNumbers) }

  private func areNumbers(_ texts: [String]) -> Bool { 2 * texts.count { NumberStyle.isNumber($0) } >= texts.count }

  /// Columns with proportions, some of which may have a percent sign.
  func proportions(_ known: [[String]]) -> [Int] {
    first(of: known) { texts in 2 * texts.count { ProportionText($0, NumberStyle.isNumber) != nil } >= texts.count }
  }

  /// Whether a column of proportions is in percent: most values other than 0 and 1 are above 1, or have a percent sign.
  func isPercent(_ column: Int, _ style: NumberStyle) -> Bool {
    let values = sample(column).compactMap { ProportionText($0, NumberStyle.isNumber) }
      .map { (isPercent: $0.isPercent, number: style.double($0.number) ?? 0) }
      .filter { $0.isPercent || $0.number != 0 && $0.number != 1 }
    return 2 * values.count { $0.isPercent || $0.number > 1 } > values.count
  }

  /// The columns with answers: 1 and 0, or words. Some values may be invalid; they are reported later.
  func answers(_ known: [[String]]) -> [Int] {
    first(of: known) { 4 * $0.count { FieldReader.flag($0) != nil || AnswerWord($0) != nil } >= 3 * $0.count }
  }

  /// Whether a column mostly has 1 and 0.
  func mostlyFlags(_ column: Int) -> Bool {
    let values = sample(column)
    return !values.isEmpty && 4 * values.count { FieldReader.flag($0) != nil } >= 3 * values.count
  }

  /// Whether a column of answers has words, not 1 and 0.
  func hasWords(_ column: Int) -> Bool { table.sample(column).contains { AnswerWord($0) != nil } }

  private func first(of known: [[String]], where holds: ([String]) -> Bool) -> [Int] {
    for names in known {
      let found = table.columns.indices.filter { index in
        isCalled(names, index) && table.hasValues(index) && holds(sample(index))
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The only one of several columns; `nil` if there is none, or after `report` of their names.
  func one(_ columns: [Int], _ report: (String) -> Void) -> Int? {
    if columns.count > 1 { report(listed(columns)) }
    return columns.count == 1 ? columns[0] : nil
  }

  func listed(_ columns: [Int]) -> String { columns.map { SafeText.cut(table.columns[$0]) }.joined(separator: ", ") }

  /// The name that was probably meant to be one of `wanted`, else all names.
  func hint(for wanted: [String]) -> String {
    for name in wanted where name.count > 1 {
      let near = NearestName.of(name, among: table.columns)
      if let near { return "if you mean that column, add --\(option(name)) \(SafeText.forShell(near))" }
    }
    if !table.columns.isEmpty, table.columns.allSatisfy(NumberStyle.isNumber) {
      return "the first line must name the columns, such as level,correct"
    }
    return columnsHere + "; assign them with --level, --correct, --answer, --n and --k"
  }

  private func option(_ name: String) -> String { name == "offset" ? "level" : name }

  var columnsHere: String {
    let names = table.columns.filter { !$0.isEmpty }
    let shown = names.prefix(40)
    let rest = names.count - shown.count
    return "columns here: " + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

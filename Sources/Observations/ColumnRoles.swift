import Configuration
import Fitting

/// Which column holds what. A column without a value in any row is as one that is not there.
struct ColumnRoles {
  private(set) var level: Int?
  private(set) var offset: Int?
  private(set) var trials: Int?
  private(set) var positives: Int?
  private(set) var correct: Int?
  private(set) var answer: Int?
  private(set) var kind: Int?
  /// What tells the data of one run, or else of one listener.
  private(set) var run: Int?
  private(set) var by: [Int] = []
  private(set) var unit: String?

  /// Whether rows are counts, not trials.
  var isCounts: Bool { trials != nil }

  private let table: any ObservationSource
  private let diagnostics: Diagnostics

  /// Reports what is missing for the reading, and what could be read in two ways.
  init(_ table: any ObservationSource, reading: Reading, by names: [String], _ diagnostics: Diagnostics) {
    self.table = table
    self.diagnostics = diagnostics
    findColumns(by: names)
    if !table.isEmpty { findData(for: reading) }
  }

  private mutating func findColumns(by names: [String]) {
    checkNames()
    by = names.compactMap(groupColumn)
    if table.isEmpty { report("expected rows below the header, got none") }
  }

  private mutating func findData(for reading: Reading) {
    level = scale("level")
    offset = scale("offset")
    kind = column("trial_kind")
    run = column("run") ?? column("listener")
    takeUnit()
    correct = column("correct")
    answer = column("answer")
    let isKnown = takeCounts()
    if level == nil, offset == nil {
      requireLevel()
    } else if isKnown, !isCounts, reading == .direction {
      requireDirection()
    }
  }

  private func checkNames() {
    var seen: Set<String> = []
    for name in table.columns where !name.isEmpty && !seen.insert(name).inserted {
      report("two columns are named \(name)", hint: "rename one of them")
    }
  }

  private func column(_ name: String) -> Int? { table.index(of: name).flatMap { table.hasValues($0) ? $0 : nil } }

  /// The column `level` or `level_UNIT`.
  private func scale(_ stem: String) -> Int? {
    let found = table.columns.indices.filter { index in
      let name = table.columns[index]
      return (name == stem || name.hasPrefix(stem + "_")) && table.hasValues(index)
    }
    if found.count > 1, Set(found.map { table.columns[$0] }).count > 1 {
      let names = found.map { table.columns[$0] }.joined(separator: ", ")
      report("expected one column of \(stem)s, got \(names)", hint: "keep the one that is to be fitted")
    }
    return found.first
  }

  private func unit(of column: Int?) -> String? {
    column.flatMap { table.columns[$0].split(separator: "_", maxSplits: 1).dropFirst().first.map(String.init) }
  }

  private mutating func takeUnit() {
    unit = unit(of: level) ?? unit(of: offset)
    guard let level, let offset, let other = unit(of: offset), other != unit else { return }
    report(
      "\(table.columns[level]) and \(table.columns[offset]) have different units",
      hint: "keep the one that is to be fitted")
  }

  private func groupColumn(_ name: String) -> Int? {
    if let index = table.index(of: name) { return index }
    let near = NearestName.of(name, among: table.columns.filter { !$0.isEmpty })
    report(
      "no column \(Shown.quoted(name))", path: "--by",
      hint: near.map { "did you mean \(Shown.quoted($0))?" } ?? columnsHere)
    return nil
  }

  /// Finds out whether there are counts or trials; false after a problem.
  private mutating func takeCounts() -> Bool {
    let answers = [correct, answer].compactMap { $0.map { table.columns[$0] } }
    let counts = ["n", "k"].filter { answers.isEmpty ? table.index(of: $0) != nil : column($0) != nil }
    if counts.isEmpty, answers.isEmpty {
      requireAnswers()
      return false
    }
    guard !counts.isEmpty else { return true }
    guard answers.isEmpty else {
      report(
        "expected counts (n, k) or trials (correct, answer), got \((counts + answers).joined(separator: " and "))",
        hint: "leave out or rename the columns that are not meant")
      return false
    }
    trials = column("n")
    positives = column("k")
    require("n", trials)
    require("k", positives)
    return trials != nil && positives != nil
  }

  private func requireAnswers() {
    let empty = ["correct", "answer"].filter { table.index(of: $0) != nil }
    if !empty.isEmpty { return report("no values in column \(empty.joined(separator: " and "))") }
    report("missing column correct or answer, or columns n and k", hint: hint(for: ["correct", "answer", "n", "k"]))
  }

  private func requireLevel() {
    let stems = ["level", "offset"]
    let empty = table.columns.first { name in stems.contains { name == $0 || name.hasPrefix($0 + "_") } }
    if let empty { return report("no values in column \(empty)") }
    report("missing column level (or level_UNIT, offset_UNIT)", hint: hint(for: stems))
  }

  private func require(_ name: String, _ column: Int?) {
    guard column == nil else { return }
    if table.index(of: name) != nil { return report("no values in column \(name)") }
    report("missing column \(name)", hint: hint(for: [name]))
  }

  /// Answers by direction need a sign and a side.
  private func requireDirection() {
    if answer != nil || (offset != nil && correct != nil) { return }
    let offset = offset == nil ? " and offset_\(unit ?? "UNIT")" : ""
    let given = [level, self.offset, correct].compactMap { $0.map { table.columns[$0] } }
    report(
      "the direction reading needs columns answer (higher, lower)\(offset), got \(given.joined(separator: ", "))",
      hint: "without --reading direction they are fitted as answers right or wrong")
  }

  /// The name that was probably meant to be one of `wanted`, else all names.
  private func hint(for wanted: [String]) -> String {
    for name in wanted {
      for column in table.columns {
        let folded = column.lowercased()
        let hasUnit = (name == "level" || name == "offset") && folded.hasPrefix(name + "_")
        if folded == name || hasUnit {
          return "rename column \(Shown.quoted(column)) to \(name + column.dropFirst(name.count))"
        }
      }
    }
    for name in wanted where name.count > 1 {
      let near = NearestName.of(name, among: table.columns)
      if let near { return "rename column \(Shown.quoted(near)) to \(name)" }
    }
    return columnsHere
  }

  private var columnsHere: String {
    let shown = table.columns.prefix(40)
    let rest = table.columns.count - shown.count
    return "columns here: " + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private func report(_ message: String, path: String = "", hint: String? = nil) {
    diagnostics.report(
      Problem(
        place: Place(file: table.source, line: table.headerLine, column: 1), path: path, message: message, hint: hint))
  }
}

import PeachFitting
import PeachSupport

/// A table with a column for each level, whose name is the level: `listener, 5, 10, 20`. Each row is a listener, a run or a
/// block. A cell is a number of answers, a proportion, a percentage, or one answer.
///
/// It is read as a long table, which has a row for each cell with the level and the answers.
package struct WideTable: Sendable {
  /// The contents of a cell.
  package enum Cells: String, CaseIterable, Sendable {
    case counts, proportions, percent, trials
  }

  /// How it is read.
  package struct Ways: Hashable, Sendable {
    /// Whether the user says that a table is wide. Otherwise it is if its names leave no doubt.
    package var isSaid = false
    /// The contents of the cells; `nil` if their values show it.
    package var cells: Cells?

    package init() {}
  }

  private struct Level {
    var column: Int
    /// The level as its column's name has it.
    var text: String
    var unit: String
  }

  private let levels: [Level]
  private let kept: [Int]
  private let columns: [String]

  /// The table as a long one, if it is wide, else as it is.
  static func unfolded(
    _ source: any ObservationSource, _ ways: Observations.Ways, _ reading: Reading, _ diagnostics: Diagnostics
  ) -> any ObservationSource {
    let isForced = ways.wide.isSaid || ways.wide.cells != nil
    func report(_ message: String, hint: String) {
      diagnostics.report(
        Problem(
          place: Place(file: source.source, line: source.headerLine, column: 1), path: "", message: message, hint: hint)
      )
    }
    guard !source.isEmpty, isForced || source.isText else { return source }
    let levels = source.columns.indices.compactMap { level(named: source.columns[$0], $0) }
    guard isForced || isPlainlyWide(source, levels, ways.naming) else { return source }
    let units = Set(levels.map(\.unit))
    if levels.count < 2 || units.count > 1 {
      report(
        levels.count < 2
          ? "expected two or more columns whose names are levels, got \(levels.count)"
          : "expected one unit in the names of the levels, got \(units.sorted().map(SafeText.quoted).joined(separator: ", "))",
        hint: "a wide table has a column for each level, such as listener,5,10,20")
      return source
    }
    guard let cells = ways.wide.cells ?? WideTable.cells(source, levels, ways.naming, report) else { return source }
    return Unfolded(base: source, shape: WideTable(source, levels, cells, reading), cells: cells)
  }

  private init(_ source: any ObservationSource, _ levels: [Level], _ cells: Cells, _ reading: Reading) {
    self.levels = levels
    kept = source.columns.indices.filter { column in !levels.contains { $0.column == column } }
    let unit = levels[0].unit
    let answers =
      switch cells {
      case .counts: "k"
      case .proportions: "proportion"
      case .percent: "percent"
      case .trials: reading == .direction ? "answer" : "correct"
      }
    columns = kept.map { source.columns[$0] } + ["level" + (unit.isEmpty ? "" : "_" + unit), answers]
  }

  /// The level that a name says: `5`, `2,5`, `5 dB`, `level_5`, or `X5`, as R writes a number.
  private static func level(named name: String, _ column: Int) -> Level? {
    var rest = name[...]
    if rest.first == "X", rest.dropFirst().first?.isNumber == true { rest.removeFirst() }
    for prefix in ["level_", "level ", "level"] where rest.lowercased().hasPrefix(prefix) {
      rest.removeFirst(prefix.count)
      break
    }
    let number = rest.prefix { $0.isASCII && ($0.isNumber || "+-.,".contains($0)) }
    let unit = FieldTable.trimmed(String(rest.dropFirst(number.count)))
    guard NumberStyle.isNumber(String(number)), unit.count <= 12, unit.allSatisfy({ $0.isLetter || $0 == "%" }) else {
      return nil
    }
    return Level(column: column, text: String(number), unit: unit)
  }

  /// Whether the names of the columns can mean nothing else: two or more levels, all different and of one unit, a column
  /// with a name next to them, and none that is a level or an answer.
  private static func isPlainlyWide(
    _ source: any ObservationSource, _ levels: [Level], _ naming: NamedColumns
  ) -> Bool {
    let finder = ColumnFinder(source)
    func has(_ known: [[String]]) -> Bool {
      source.columns.indices.contains { column in known.contains { finder.isCalled($0, column) } }
    }
    let ours = ["level", "offset", "correct", "answer", "k"]
    return levels.count > 1 && levels.count < source.columns.count && Set(levels.map(\.unit)).count == 1
      && Set(levels.map(\.text)).count == levels.count
      && naming == NamedColumns(trials: naming.trials)
      && !source.columns.contains { name in
        ours.contains { name.lowercased() == $0 }
          || name.hasPrefix("level_") && !levels.contains { source.columns[$0.column] == name }
      }
      && !has(KnownNames.level) && !has(KnownNames.correct) && !has(KnownNames.positives) && !has(KnownNames.proportion)
  }

  /// The contents that the values of the cells suggest; `nil` after a problem.
  private static func cells(
    _ source: any ObservationSource, _ levels: [Level], _ naming: NamedColumns,
    _ report: (_ message: String, _ hint: String) -> Void
  ) -> Cells? {
    let texts = levels.flatMap { source.sample($0.column) }
    if texts.contains(where: { $0.hasSuffix("%") }) { return .percent }
    let numbers = texts.compactMap { text in
      DecimalMark.allCases.lazy.compactMap { $0.double(text) }.first
    }
    let finder = ColumnFinder(source)
    let counts =
      naming.trials.map { source.index(of: $0) } ?? finder.column("n", orFolded: true)
      ?? finder.numeric(KnownNames.trials).first
    let trials =
      counts.map { source.sample($0).compactMap { Double($0) } } ?? naming.trials.flatMap { Double($0) }.map { [$0] }
    let greatest = numbers.max() ?? 0
    let areWhole = numbers.allSatisfy { $0 == $0.rounded() }
    switch (areWhole, greatest) {
    case (true, ...1):
      guard let most = trials?.max(), most > 1 else { return .trials }
      report(
        "cells of 0 and 1 may be numbers of correct answers, or proportions",
        "add --cells counts or --cells proportions"
      )
      return nil
    case (true, _):
      guard let most = trials?.max() else { return .counts }
      return greatest > most && greatest <= 100 ? .percent : .counts
    case (false, ...1): return .proportions
    case (false, ...100): return .percent
    default:
      report(
        "expected numbers of answers, proportions or percentages in the columns of levels, got \(greatest.shortest)",
        "state what the cells hold: add --cells counts, --cells proportions, --cells percent or --cells trials")
      return nil
    }
  }

  /// The source of a wide table, as a long one.
  private struct Unfolded: ObservationSource {
    let base: any ObservationSource
    let shape: WideTable
    let cells: Cells

    var source: String { base.source }
    var format: DelimitedFormat? { base.format }
    var columns: [String] { shape.columns }
    var headerLine: Int { base.headerLine }
    var isEmpty: Bool { base.isEmpty }
    var isText: Bool { base.isText }

    var taken: [String] {
      let words =
        switch cells {
        case .counts: "numbers of answers"
        case .proportions: "proportions"
        case .percent: "percentages"
        case .trials: "single answers"
        }
      return base.taken + ["a wide table with \(shape.levels.count) columns of levels, which hold \(words)"]
    }

    var firstMade: Int { shape.kept.count }

    private var levelColumn: Int { shape.kept.count }

    func hasValues(_ column: Int) -> Bool {
      if column < levelColumn { return base.hasValues(shape.kept[column]) }
      return column == levelColumn || shape.levels.contains { base.hasValues($0.column) }
    }

    func sample(_ column: Int) -> [String] {
      if column < levelColumn { return base.sample(shape.kept[column]) }
      if column == levelColumn { return shape.levels.map(\.text) }
      return shape.levels.flatMap { base.sample($0.column).prefix(100) }
    }

    func marked(_ column: Int) -> [String] {
      if column < levelColumn { return base.marked(shape.kept[column]) }
      if column == levelColumn { return shape.levels.map(\.text).filter { $0.contains { $0 == "." || $0 == "," } } }
      return shape.levels.flatMap { base.marked($0.column) }
    }

    func forEachPart(_ body: (any ObservationTable) -> Void) throws {
      try base.forEachPart { body(UnfoldedPart(base: $0, shape: shape)) }
    }
  }

  /// Rows of a wide table: one for each cell.
  private struct UnfoldedPart: ObservationTable {
    let base: any ObservationTable
    let shape: WideTable

    var source: String { base.source }
    var columns: [String] { shape.columns }
    var headerLine: Int { base.headerLine }
    var count: Int { base.count * shape.levels.count }

    private func level(of row: Int) -> Level { shape.levels[row % shape.levels.count] }

    /// The column of the wide table that a field of a row stands in; that of the cell for its level.
    private func column(_ row: Int, _ column: Int) -> Int {
      column < shape.kept.count ? shape.kept[column] : level(of: row).column
    }

    func line(of row: Int) -> Int { base.line(of: row / shape.levels.count) }

    func place(of row: Int, _ column: Int) -> Int {
      base.place(of: row / shape.levels.count, self.column(row, column))
    }

    func name(of row: Int, _ column: Int) -> String { base.columns[self.column(row, column)] }

    func trimmed(_ row: Int, _ column: Int) -> String {
      if column == shape.kept.count { return level(of: row).text }
      return base.trimmed(row / shape.levels.count, self.column(row, column))
    }

    func value(_ row: Int, _ column: Int) -> Value? { nil }
  }
}

import PeachSupport

/// Compares a table in a file with the rows that it should have, cell by cell.
struct TableCheck {
  private let name: String
  private let format: TableFile.Format
  private let most: Int
  private var parser: TableParser?
  private var columns: [String] = []
  private var isAtEnd = false
  private(set) var differences: [ValueDifference] = []

  /// - Parameters:
  ///   - file: The path in the folder, by which differences name the table.
  ///   - folder: The folder of the data set.
  ///   - most: The number of differences after which rows are no longer compared.
  init(_ file: String, in folder: String, most: Int) {
    name = file
    self.most = most
    format = file.hasSuffix(".tsv") ? .tsv : .csv
    parser = TableParser("\(folder)/\(file)", delimiter: UInt8(ascii: format == .tsv ? "\t" : ","))
    if parser == nil { report("", "no file", "a table") }
  }

  /// Takes the header and compares it.
  mutating func expect(columns: [String]) {
    self.columns = columns
    expect(columns.map(Value.text))
  }

  /// Takes the next row and compares it.
  mutating func expect(_ row: [Value?]) {
    guard parser != nil, !isAtEnd, differences.count < most else { return }
    let expected = row.map { TableCheck.text($0, format) }
    guard let found = parser?.next() else {
      isAtEnd = true
      return report("", "the end of the file", expected.joined(separator: ", "))
    }
    compare(found, expected)
  }

  /// Takes what is left of the file, in which no row is expected.
  mutating func end() {
    guard !isAtEnd, differences.count < most, let found = parser?.next() else { return }
    report(", line \(found.lines[0])", TableCheck.shown(found.cells), "the end of the file")
  }

  /// Checks only that all rows have as many cells as the header.
  mutating func checkRows() {
    guard let header = parser?.next() else { return }
    var rows = header
    repeat {
      if let problem = rows.problem {
        return report(
          ", line \(rows.lines.last ?? 0)", problem,
          "cells as RFC 4180 requires: quotes around a cell with a separator, quote or line break, and quotes inside "
            + "doubled")
      }
      if rows.cells.count != header.cells.count {
        return report(
          ", line \(rows.lines[0])", "\(rows.cells.count) cells", "\(header.cells.count), as many as the header has")
      }
      guard let next = parser?.next() else { return }
      rows = next
    } while true
  }

  private mutating func compare(_ found: TableParser.Row, _ expected: [String]) {
    for (place, (cell, expected)) in zip(found.cells, expected).enumerated()
    where !cell.elementsEqual(expected.utf8) || (found.problem != nil && place == found.cells.count - 1) {
      let column = place < columns.count ? ", column \(columns[place])" : ", cell \(place + 1)"
      let isBroken = found.problem != nil && place == found.cells.count - 1
      let got = String(decoding: cell, as: UTF8.self)
      report(
        ", line \(found.lines[place])\(column)", isBroken ? "\(found.problem ?? ""): \(got)" : got, expected)
      if differences.count == most { return }
    }
    if found.problem != nil {
      // It is unclear where the next row begins.
      isAtEnd = true
    } else if found.cells.count != expected.count {
      report(", line \(found.lines[0])", "\(found.cells.count) cells", "\(expected.count) cells")
    }
  }

  private mutating func report(_ place: String, _ got: String, _ expected: String) {
    differences.append(ValueDifference(what: name + place, stored: got, again: expected))
  }

  private static func shown(_ cells: [[UInt8]]) -> String {
    cells.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
  }

  /// A value as a cell holds it, without the quotes that a file needs.
  static func text(_ value: Value?, _ format: TableFile.Format) -> String {
    switch value {
    case nil: format == .tsv ? "n/a" : ""
    case .text(let text): SpreadsheetText.guarded(text)
    case .some(let value): value.json()
    }
  }
}

package import PeachSupport

/// Stored trials as a fit reads them: typed, under the columns that the exported table has.
///
/// - Complexity: O(n) memory in the trials, some 500 bytes each.
package struct TrialTable: ObservationTable {
  package let source: String
  package let columns: [String]
  private let values: [@Sendable (TrialRow) -> Value?]
  private var rows: [TrialRow] = []

  init(source: String, _ columns: [TableColumn<TrialRow>]) {
    self.source = source
    self.columns = columns.map(\.column.name)
    values = columns.map(\.value)
  }

  mutating func append(_ row: TrialRow) { rows.append(row) }

  package var headerLine: Int { 1 }
  package var count: Int { rows.count }

  /// The line of a row in the exported file.
  package func line(of row: Int) -> Int { row + 2 }

  package func value(_ row: Int, _ column: Int) -> Value? { values[column](rows[row]) }

  package func trimmed(_ row: Int, _ column: Int) -> String {
    guard let value = value(row, column) else { return "" }
    guard case .text(let text) = value else { return value.json() }
    return FieldTable.trimmed(text)
  }
}

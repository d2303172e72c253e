import ArgumentParser
import PeachReporting
import PeachSupport

/// Formats of an exported table.
enum TableFormat: String, CaseIterable, ExpressibleByArgument {
  case csv, json
}

/// Writes the rows of a table one by one, as CSV or as a JSON array of objects.
struct TableWriter {
  private let columns: [String]
  private let format: TableFormat
  private let write: (String) -> Void
  private var hasRows = false

  /// - Parameter format: `nil` for CSV.
  init(_ columns: [String], _ format: TableFormat?, write: @escaping (String) -> Void) {
    self.columns = columns
    self.format = format ?? .csv
    self.write = write
    if self.format == .csv { write(CSV.header(columns)) }
  }

  mutating func write(_ row: [Value?]) {
    switch format {
    case .csv: write(CSV.line(row))
    case .json: write((hasRows ? ",\n" : "[\n") + JSONRows.object(columns, row))
    }
    hasRows = true
  }

  func finish() { if format == .json { write(hasRows ? "\n]\n" : "[]\n") } }
}

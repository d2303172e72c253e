package import PeachSupport

/// Rows of trials or counts that are in memory: read from a text, or typed as they are stored.
package protocol ObservationTable: ObservationSource {
  var count: Int { get }
  /// The line of a row in the file that it came from, or would be exported to.
  func line(of row: Int) -> Int
  /// The place of a field in its line, in characters from 1.
  func place(of row: Int, _ column: Int) -> Int
  /// The name of the column that a field stands in, in the file.
  func name(of row: Int, _ column: Int) -> String
  /// A field as a file has it, without the spaces around it; empty if it is missing.
  func trimmed(_ row: Int, _ column: Int) -> String
  /// A field that is known as more than text; `nil` if it is not.
  func value(_ row: Int, _ column: Int) -> Value?
}

extension ObservationTable {
  package var isEmpty: Bool { count == 0 }

  package func place(of row: Int, _ column: Int) -> Int { 1 }

  package func name(of row: Int, _ column: Int) -> String { columns[column] }

  package func hasValues(_ column: Int) -> Bool {
    (0..<count).contains { !FieldReader.isMissing(trimmed($0, column)) }
  }

  package func sample(_ column: Int) -> [String] { sample(column, atMost: 200) }

  /// - Parameter limit: How many values are wanted.
  package func sample(_ column: Int, atMost limit: Int) -> [String] {
    var values: [String] = []
    for row in 0..<count where values.count < limit {
      let text = trimmed(row, column)
      if !FieldReader.isMissing(text) { values.append(text) }
    }
    return values
  }

  package func forEachPart(_ body: (any ObservationTable) -> Void) { body(self) }
}

extension FieldTable: ObservationTable {
  package func value(_ row: Int, _ column: Int) -> Value? { nil }
}

public import Configuration

/// Named columns that hold trials or counts: read from a text, or typed as they are stored.
public protocol ObservationTable: Sendable {
  /// Where they come from, for messages.
  var source: String { get }
  var columns: [String] { get }
  /// The line of the column names, from 1.
  var headerLine: Int { get }
  var count: Int { get }
  /// The line of a row in the file that it came from, or would be exported to.
  func line(of row: Int) -> Int
  /// A field as a file has it, without the spaces around it; empty where it is missing.
  func trimmed(_ row: Int, _ column: Int) -> String
  /// A field that is known as more than text; nil where it is not.
  func value(_ row: Int, _ column: Int) -> Value?
}

extension ObservationTable {
  public func index(of column: String) -> Int? { columns.firstIndex(of: column) }
}

extension FieldTable: ObservationTable {
  public func value(_ row: Int, _ column: Int) -> Value? { nil }
}

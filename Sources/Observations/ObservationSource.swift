/// Named columns of trials or counts, whose rows are handed out in order, some at a time: what need not be in memory as a
/// whole.
public protocol ObservationSource: Sendable {
  /// Where they come from, for messages.
  var source: String { get }
  var columns: [String] { get }
  /// The line of the column names, from 1.
  var headerLine: Int { get }
  var isEmpty: Bool { get }
  /// Whether a row has something in a column that is not missing.
  func hasValues(_ column: Int) -> Bool
  /// A field of the first row, without the spaces around it; nil where there is no row.
  func first(_ column: Int) -> String?
  /// Hands out all rows, each part a table with the same columns.
  ///
  /// - Throws: Where they cannot be read.
  func forEachPart(_ body: (any ObservationTable) -> Void) throws
}

extension ObservationSource {
  public func index(of column: String) -> Int? { columns.firstIndex(of: column) }
}

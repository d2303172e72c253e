package import PeachSupport

/// Named columns of trials or counts, whose rows are handed out in order, some at a time: what need not be in memory as a
/// whole.
package protocol ObservationSource: Sendable {
  /// The name of the source, for messages.
  var source: String { get }
  /// How the text that they come from separates its fields, where that was found in it.
  var format: DelimitedFormat? { get }
  /// Whether a file of someone's holds them, which may have another shape than that of records.
  var isText: Bool { get }
  /// The first column that is made from others, so that no name of the file's is taken for it.
  var firstMade: Int { get }
  /// The format in which the text was read, in words.
  var taken: [String] { get }
  var columns: [String] { get }
  /// The line of the column names, from 1.
  var headerLine: Int { get }
  var isEmpty: Bool { get }
  /// Whether a row has something in a column that is not missing.
  func hasValues(_ column: Int) -> Bool
  /// The values of a column in the first rows, without surrounding spaces and missing values; at least one value
  /// if `hasValues`.
  func sample(_ column: Int) -> [String]
  /// The first values of a column that have a point or a comma, of all rows.
  func marked(_ column: Int) -> [String]
  /// Hands out all rows, each part a table with the same columns.
  ///
  /// - Throws: An error if the rows cannot be read.
  func forEachPart(_ body: (any ObservationTable) -> Void) throws
}

extension ObservationSource {
  package var format: DelimitedFormat? { nil }

  package var isText: Bool { format != nil }

  package var firstMade: Int { .max }

  package var taken: [String] { [] }

  package func marked(_ column: Int) -> [String] { sample(column).filter { $0.contains { $0 == "." || $0 == "," } } }

  package func index(of column: String) -> Int? { columns.firstIndex(of: column) }
}

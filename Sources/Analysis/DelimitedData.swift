import Configuration
import Experiments
import Observations
import Records

/// A CSV file, or standard input, whose rows are read as they come, once to see what they hold and once to take it: the
/// file may be larger than the memory. What can be read only once is kept as it is.
struct DelimitedData: ObservationSource {
  private let pieces: TextPieces
  let source: String
  private(set) var columns: [String] = []
  private(set) var headerLine = 1
  private(set) var isEmpty = true
  private var areFilled: [Bool] = []
  private var firstRow: [String] = []

  /// - Throws: `InputError`, or `ConfigurationError` for what is no CSV.
  init(_ path: String) throws {
    source = path
    pieces = try TextPieces(path)
    var text = TextCheck(path)
    var reader = DelimitedReader(file: path)
    // Other bytes than text are told of before what is wrong with the text.
    var problem: ConfigurationError?
    var isFirst = true
    try pieces.read { piece, isLast in
      if isFirst { try DelimitedData.refuseDatabase(piece, path) }
      isFirst = false
      try text.take(piece)
      guard problem == nil else { return }
      do throws(ConfigurationError) {
        note(try reader.take(piece, isLast: isLast))
      } catch {
        problem = error
      }
    }
    try text.finish()
    if let problem { throw problem }
    try reader.check()
  }

  private static func refuseDatabase(_ piece: [UInt8], _ path: String) throws(ConfigurationError) {
    guard ResultsFile.isDatabase(piece) else { return }
    throw ConfigurationError([
      Problem(
        place: Place(file: path, line: 1, column: 1), path: "", message: "expected CSV, got an SQLite file",
        hint: "name the results file itself: it cannot be read from a pipe")
    ])
  }

  private mutating func note(_ part: FieldTable) {
    if columns.isEmpty {
      columns = part.columns
      headerLine = part.headerLine
      areFilled = columns.map { _ in false }
    }
    if isEmpty, part.count > 0 {
      isEmpty = false
      firstRow = columns.indices.map { part.trimmed(0, $0) }
    }
    for column in columns.indices where !areFilled[column] { areFilled[column] = part.hasValues(column) }
  }

  func hasValues(_ column: Int) -> Bool { areFilled[column] }

  func first(_ column: Int) -> String? { isEmpty ? nil : firstRow[column] }

  func forEachPart(_ body: (any ObservationTable) -> Void) throws {
    var reader = DelimitedReader(file: source)
    try pieces.read { piece, isLast in body(try reader.take(piece, isLast: isLast)) }
    try reader.check()
  }
}

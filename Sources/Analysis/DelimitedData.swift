import Configuration
import Experiments
import Observations

/// A CSV file, or standard input, whose rows are read as they come, once to see what they hold and once to take it: the
/// file may be larger than the memory. What can be read only once is kept as it is.
struct DelimitedData: ObservationSource {
  private let pieces: TextPieces
  let source: String
  private(set) var format: DelimitedFormat? = DelimitedFormat()
  private(set) var columns: [String] = []
  private(set) var headerLine = 1
  private(set) var isEmpty = true
  /// Of each column values of the first piece that has some.
  private var samples: [[String]] = []
  /// Of each column the first values with a point or a comma.
  private var marks: [[String]] = []

  /// - Parameter separator: The one that is said; nil to find it.
  /// - Throws: `InputError`, or `ConfigurationError` for what is no CSV.
  init(_ path: String, separator: DelimitedFormat.Separator? = nil) throws {
    source = path
    pieces = try TextPieces(path)
    var text = TextCheck(path)
    var reader: DelimitedReader?
    // Other bytes than text are told of before what is wrong with the text.
    var problem: ConfigurationError?
    try pieces.read { piece, isLast in
      let isFirst = reader == nil && problem == nil
      if isFirst { try DelimitedData.refuse(FileKind(piece), path) }
      try text.take(piece)
      guard problem == nil else { return }
      do throws(ConfigurationError) {
        if isFirst {
          format = try DelimitedFormat.find(in: piece, isWhole: isLast, separator: separator, file: path)
          reader = DelimitedReader(file: path, format: format)
        }
        if let part = try reader?.take(piece, isLast: isLast) { note(part) }
      } catch {
        problem = error
      }
    }
    try text.finish()
    if let problem { throw problem }
    try reader?.check()
  }

  /// A results file is read as one where it lies.
  private static func refuse(_ kind: FileKind, _ path: String) throws(ConfigurationError) {
    try (kind == .results ? .database : kind).refuse(path, as: .data)
  }

  private mutating func note(_ part: FieldTable) {
    if columns.isEmpty {
      columns = part.columns
      headerLine = part.headerLine
      samples = columns.map { _ in [] }
      marks = samples
    }
    if part.count > 0 { isEmpty = false }
    for column in columns.indices where samples[column].isEmpty { samples[column] = part.sample(column) }
    for column in columns.indices where marks[column].count < DelimitedData.mostMarks {
      marks[column] += part.marked(column, atMost: DelimitedData.mostMarks - marks[column].count)
    }
  }

  /// How many values tell how the numbers of a column are written.
  private static let mostMarks = 200

  func hasValues(_ column: Int) -> Bool { !samples[column].isEmpty }

  func sample(_ column: Int) -> [String] { samples[column] }

  func marked(_ column: Int) -> [String] { marks[column] }

  func forEachPart(_ body: (any ObservationTable) -> Void) throws {
    var reader = DelimitedReader(file: source, format: format)
    try pieces.read { piece, isLast in body(try reader.take(piece, isLast: isLast)) }
    try reader.check()
  }
}

import PeachExperiments
import PeachSupport

/// A table of text, or standard input, whose rows are read as they come, once to see what they hold and once to take it: the
/// file may be larger than the memory. What can be read only once is kept as it is.
///
/// Fields are separated, as in CSV, or stand in objects of JSON.
struct DelimitedData: ObservationSource {
  private let pieces: TextPieces
  let source: String
  private(set) var format: DelimitedFormat?
  /// The keys of objects of JSON; `nil` for separated fields.
  private var keys: KeyList?
  private var form: ObjectReader.Form?
  private(set) var columns: [String] = []
  private(set) var headerLine = 1
  private(set) var isEmpty = true
  /// Sample values of each column, from the first piece that has some.
  private var samples: [[String]] = []
  /// The first values of each column with a point or a comma.
  private var marks: [[String]] = []

  /// - Parameter separator: The stated one; `nil` to find it.
  /// - Throws: `InputError`, or `ConfigurationError` if the text is not a table.
  init(_ path: String, separator: DelimitedFormat.Separator? = nil) throws {
    source = path
    pieces = try TextPieces(path)
    var text = TextCheck(path)
    var reader: DelimitedReader?
    var objects: ObjectReader?
    var keys = KeyList()
    try pieces.read { piece, isLast in
      let isFirst = reader == nil && objects == nil
      let kind = isFirst ? FileKind(piece) : .unknown
      try DelimitedData.refuse(kind, path)
      // Report zero bytes before any other fault of the text: they mean that it is not text.
      if isFirst, piece.prefix(FileKind.looked).contains(0) { throw DelimitedData.noText(path) }
      try text.take(piece)
      if isFirst, kind == .json {
        objects = ObjectReader(file: path)
      } else if isFirst {
        let found = try DelimitedFormat.find(in: piece, isWhole: isLast, separator: separator, file: path)
        format = found
        reader = DelimitedReader(file: path, format: found)
      }
      try objects?.takeKeys(piece, isLast: isLast, into: &keys)
      if let part = try reader?.take(piece, isLast: isLast) { note(part) }
    }
    try text.finish()
    try reader?.check()
    guard let objects else { return }
    (self.keys, form) = (keys, objects.form)
    try DelimitedData.forEachRows(of: pieces, keys, path) { note($0) }
    try refuseColumns()
  }

  /// A results file is read as one where it lies.
  private static func refuse(_ kind: FileKind, _ path: String) throws(ConfigurationError) {
    try (kind == .results ? .database : kind).refuse(path, as: .data)
  }

  private static func noText(_ path: String) -> ConfigurationError {
    ConfigurationError([
      Problem(
        place: Place(file: path, line: 1, column: 1), path: "",
        message: "expected a text file, got a file with binary data (bytes of value 0)",
        hint: "open the table in the program that made it, and save it as CSV in UTF-8")
    ])
  }

  /// Refuses one object with a list or an object for each column, as pandas writes it by default.
  private func refuseColumns() throws(ConfigurationError) {
    let areNested = samples.allSatisfy { values in values.allSatisfy { $0.hasPrefix("{") || $0.hasPrefix("[") } }
    guard form == .lines, samples.contains(where: { !$0.isEmpty }), areNested else { return }
    throw ConfigurationError([
      Problem(
        place: Place(file: source, line: 1, column: 1), path: "",
        message: "expected one JSON object for each row, got one object with a list or an object for each column",
        hint: "pandas writes rows with to_json(FILE, orient=\"records\", lines=True)")
    ])
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

  var isText: Bool { true }

  var taken: [String] {
    (pieces.isUTF16 ? ["text in UTF-16"] : [])
      + (form.map { [$0 == .lines ? "JSON with one object for each row" : "a JSON list with one object for each row"] }
        ?? [])
  }

  func hasValues(_ column: Int) -> Bool { !samples[column].isEmpty }

  func sample(_ column: Int) -> [String] { samples[column] }

  func marked(_ column: Int) -> [String] { marks[column] }

  func forEachPart(_ body: (any ObservationTable) -> Void) throws {
    if let keys { return try DelimitedData.forEachRows(of: pieces, keys, source) { body($0) } }
    var reader = DelimitedReader(file: source, format: format)
    try pieces.read { piece, isLast in body(try reader.take(piece, isLast: isLast)) }
    try reader.check()
  }

  private static func forEachRows(
    of pieces: TextPieces, _ keys: KeyList, _ path: String, _ body: (FieldTable) -> Void
  ) throws {
    var objects = ObjectReader(file: path)
    try pieces.read { piece, isLast in try objects.takeRows(piece, isLast: isLast, of: keys, body) }
  }
}

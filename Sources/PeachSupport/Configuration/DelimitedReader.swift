/// Separated values that come in pieces; each piece gives the records that are whole by then.
///
/// Empty fields beyond the last column are nothing, as spreadsheets leave them; so is what PsychoPy writes below a summary:
/// a line `extraInfo`, and lines of two fields.
package struct DelimitedReader {
  private let file: String
  /// `nil` if only commas are taken.
  private let format: DelimitedFormat?
  private let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)
  private var records: RecordReader
  /// A table without rows; nil before the header is known.
  private var header: FieldTable?
  private var isBelowTable = false

  /// - Parameters:
  ///   - file: Its name, for messages.
  ///   - format: How fields are separated; `nil` for commas, with other separators refused.
  package init(file: String, format: DelimitedFormat? = nil) {
    self.file = file
    self.format = format
    records = RecordReader(file, diagnostics, separator: format?.separator ?? .comma)
  }

  /// The records that end in a piece, with those that came before it and were not whole.
  ///
  /// - Parameter isLast: Whether the text ends with this piece.
  /// - Throws: `ConfigurationError` for an empty text, other separators than commas, or an endless record; what is wrong
  ///   with single records is left to `check`.
  package mutating func take(_ piece: [UInt8], isLast: Bool) throws(ConfigurationError) -> FieldTable {
    records.take(piece, isLast: isLast)
    // A record cannot end without a line end, so do not scan the waiting bytes again.
    guard isLast || piece.contains(where: RecordReader.endsLine) else {
      if records.waiting > RecordReader.longestRecord { try refuseEndless() }
      return header ?? FieldTable(source: file, columns: [])
    }
    if header == nil { header = try readHeader() }
    guard var table = header else {
      if records.waiting > RecordReader.longestRecord { try refuseEndless() }
      return FieldTable(source: file, columns: [])
    }
    table.reserve(piece.count)
    while case .record(let fields) = records.read(into: &table) {
      if fields != table.columns.count { fit(fields, in: &table) }
    }
    if records.waiting > RecordReader.longestRecord { try refuseEndless() }
    return table
  }

  /// - Throws: `ConfigurationError` with all that is wrong with the records so far.
  package func check() throws(ConfigurationError) { try diagnostics.check() }

  private mutating func readHeader() throws(ConfigurationError) -> FieldTable? {
    var table = FieldTable(source: file, columns: [])
    let separator = format == nil ? DelimitedReader.strangeSeparator(records.rest) : nil
    var outcome = records.read(into: &table)
    // Excel says the separator in a line of its own.
    if format != nil, case .record(let fields) = outcome, table.holdsLast("sep=") {
      table.dropRow(fields: fields)
      outcome = records.read(into: &table)
    }
    switch outcome {
    case .needsMore: return nil
    case .end: throw problem("expected a header line, got an empty file", at: 1)
    case .record: table.takeHeader(hasRowNames: format?.hasRowNames == true, separator: format?.separator ?? .comma)
    }
    if let separator {
      throw problem(
        "expected commas between columns, got \(separator)", at: table.headerLine,
        hint: "save the file with commas and decimal points")
    }
    return table
  }

  /// Takes a record of another length than the header where the difference is empty, and leaves it out otherwise.
  private mutating func fit(_ fields: Int, in table: inout FieldTable) {
    if records.isBroken { return drop(fields, from: &table) }
    if table.fitLastRow(fields: fields) { return }
    if fields == 1, table.holdsLast("extraInfo") { isBelowTable = true }
    if isBelowTable, fields <= 2 { return table.dropRow(fields: fields) }
    drop(fields, from: &table)
  }

  /// Leaves out a record of another length than the header.
  private func drop(_ fields: Int, from table: inout FieldTable) {
    let line = table.line(of: table.count - 1)
    table.dropRow(fields: fields)
    if records.isBroken { return }
    let expected = table.columns.count
    diagnostics.report(
      Problem(
        place: Place(file: file, line: line, column: 1), path: "",
        message: "expected \(expected) field\(expected == 1 ? "" : "s"), got \(fields)",
        hint: fields > expected || format?.separator == .blanks ? hintForMore : nil))
  }

  private var hintForMore: String {
    switch format?.separator ?? .comma {
    case .comma: "write decimals with a point, and put text with a comma in quotes"
    case .blanks: "put text with a blank in quotes, and write NA for a missing value"
    case let other: "put text with a \(other.word) in quotes"
    }
  }

  /// Says what a record that does not end has, as if the text ended here.
  private mutating func refuseEndless() throws(ConfigurationError) {
    var table = FieldTable(source: file, columns: [])
    records.take([], isLast: true)
    while case .record = records.read(into: &table) {}
    if records.hasOpenQuote { try check() }
    throw problem(
      "the line is longer than \(RecordReader.longestRecord / 1_000_000) MB, the longest that Peach reads",
      at: table.count == 0 ? 1 : table.line(of: table.count - 1),
      hint: "check that the file has line ends, and that each row has its own line")
  }

  private func problem(_ message: String, at line: Int, hint: String? = nil) -> ConfigurationError {
    ConfigurationError([
      Problem(place: Place(file: file, line: line, column: 1), path: "", message: message, hint: hint)
    ])
  }

  /// The separator of a header without a comma; `nil` if it is empty or known.
  private static func strangeSeparator(_ text: ArraySlice<UInt8>) -> String? {
    var (semicolons, tabs) = (0, 0)
    var isQuoted = false
    let bytes = text.drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: ",") { return nil }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      if byte == UInt8(ascii: ";") { semicolons += 1 }
      if byte == UInt8(ascii: "\t") { tabs += 1 }
    }
    return semicolons > 0 ? "semicolons" : tabs > 0 ? "tabs" : nil
  }
}

/// Comma-separated values as RFC 4180 has them: a header, then records, with the line each starts on. Line ends may be
/// those of Unix or Windows.
public struct DelimitedText: Sendable {
  public struct Row: Sendable {
    public var line: Int
    public var fields: [String]
  }

  public let file: String
  public let columns: [String]
  public let rows: [Row]

  /// - Throws: `ConfigurationError` for an empty file, an open quote, or records of another length than the header.
  public init(_ text: String, file: String) throws(ConfigurationError) {
    self.file = file
    var records = try DelimitedText.records(text, file)
    guard !records.isEmpty else {
      throw ConfigurationError([
        Problem(
          place: Place(file: file, line: 1, column: 1), path: "", message: "expected a header line, got an empty file")
      ])
    }
    let header = records.removeFirst()
    columns = header.fields
    if header.fields.count == 1, header.fields[0].contains(";") {
      throw ConfigurationError([
        Problem(
          place: Place(file: file, line: header.line, column: 1), path: "",
          message: "expected commas between columns, got semicolons",
          hint: "save the file with commas and decimal points")
      ])
    }
    let expected = columns.count
    let problems = records.filter { $0.fields.count != expected }.map { row in
      Problem(
        place: Place(file: file, line: row.line, column: 1), path: "",
        message: "expected \(expected) fields, got \(row.fields.count)")
    }
    if !problems.isEmpty { throw ConfigurationError(problems) }
    rows = records
  }

  public func index(of column: String) -> Int? { columns.firstIndex(of: column) }

  private static func records(_ text: String, _ file: String) throws(ConfigurationError) -> [Row] {
    var rows: [Row] = []
    var fields: [String] = []
    var field: [UInt8] = []
    var line = 1
    var start = 1
    var isQuoted = false
    var quoteLine = 1
    var wasQuoted = false
    func endField() {
      fields.append(String(decoding: field, as: UTF8.self))
      field.removeAll(keepingCapacity: true)
      wasQuoted = false
    }
    func endRow() {
      let isBlank = fields.isEmpty && field.isEmpty && !wasQuoted
      endField()
      if !isBlank { rows.append(Row(line: start, fields: fields)) }
      fields.removeAll()
    }
    var bytes = text.utf8.makeIterator()
    var pending = bytes.next()
    while let byte = pending {
      pending = bytes.next()
      switch byte {
      case UInt8(ascii: "\"") where isQuoted:
        if pending == UInt8(ascii: "\"") {
          field.append(byte)
          pending = bytes.next()
        } else {
          isQuoted = false
        }
      case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted:
        (isQuoted, wasQuoted, quoteLine) = (true, true, line)
      case UInt8(ascii: ",") where !isQuoted: endField()
      case UInt8(ascii: "\r") where !isQuoted && pending == UInt8(ascii: "\n"): break
      case UInt8(ascii: "\n"):
        line += 1
        if isQuoted {
          field.append(byte)
        } else {
          endRow()
          start = line
        }
      default: field.append(byte)
      }
    }
    if isQuoted {
      throw ConfigurationError([
        Problem(
          place: Place(file: file, line: quoteLine, column: 1), path: "", message: "a quote is opened and never closed")
      ])
    }
    if !fields.isEmpty || !field.isEmpty { endRow() }
    return rows
  }
}

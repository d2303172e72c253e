/// The records of a text, one after the other.
struct RecordReader {
  private let file: String
  private let diagnostics: Diagnostics
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  /// Whether the last record has a stray quote: where its fields end is not known.
  private(set) var isBroken = false

  init(_ text: String, _ file: String, _ diagnostics: Diagnostics) {
    self.file = file
    self.diagnostics = diagnostics
    bytes = Array(text.utf8)
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private static func endsField(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || endsLine(byte) }

  /// Adds the next record that is not a blank line.
  ///
  /// - Returns: How many fields it has; nil at the end of the text.
  mutating func read(into table: inout FieldTable) -> Int? {
    while let byte = next, RecordReader.endsLine(byte) { endLine() }
    guard next != nil else { return nil }
    table.startRow(line: line)
    isBroken = false
    var fields = 0
    repeat {
      if next == UInt8(ascii: "\"") {
        readQuoted(into: &table)
      } else {
        let start = place
        skipField()
        table.add(bytes[start..<place])
      }
      table.endField()
      fields += 1
    } while endField()
    return fields
  }

  /// Passes what is left of a field.
  private mutating func skipField() {
    while place < bytes.count, !RecordReader.endsField(bytes[place]) { place += 1 }
  }

  /// Passes the end of a field, and whether another follows in the record.
  private mutating func endField() -> Bool {
    if next == UInt8(ascii: ",") {
      place += 1
      return true
    }
    if next != nil { endLine() }
    return false
  }

  /// Passes one line end: a line feed, a carriage return, or both.
  private mutating func endLine() {
    let isReturn = next == UInt8(ascii: "\r")
    place += 1
    if isReturn, next == UInt8(ascii: "\n") { place += 1 }
    line += 1
  }

  /// Adds a field in quotes and passes what stands between it and the comma or line end: spaces, if anything.
  private mutating func readQuoted(into table: inout FieldTable) {
    let firstLine = line
    place += 1
    while place < bytes.count {
      let start = place
      skipToQuote()
      table.add(bytes[start..<place])
      guard next != nil else { break }
      place += 1
      // Two quotes are one, and the field goes on.
      guard next == UInt8(ascii: "\"") else { return endQuoted() }
      table.add(bytes[place...place])
      place += 1
    }
    report("a quote is opened and never closed", at: firstLine)
  }

  /// Passes what stands before the next quote, counting lines.
  private mutating func skipToQuote() {
    while let byte = next, byte != UInt8(ascii: "\"") {
      place += 1
      if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n")) { line += 1 }
    }
  }

  private mutating func endQuoted() {
    let start = place
    skipField()
    guard !bytes[start..<place].allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else { return }
    report(
      "expected a comma or the end of the line after a closing quote", at: line,
      hint: "a quote within quotes is written twice")
  }

  private mutating func report(_ message: String, at line: Int, hint: String? = nil) {
    isBroken = true
    diagnostics.report(
      Problem(place: Place(file: file, line: line, column: 1), path: "", message: message, hint: hint))
  }
}

/// The records of a text, one after the other, as its pieces come.
struct RecordReader {
  enum Outcome: Equatable {
    /// A record of so many fields was added.
    case record(Int)
    /// The next record may go on in the next piece.
    case needsMore
    case end
  }

  private let file: String
  private let diagnostics: Diagnostics
  private let separator: DelimitedFormat.Separator
  private let separatorByte: UInt8
  /// Another byte that separates fields: a tab among blanks. Elsewhere `separatorByte`.
  private let otherByte: UInt8
  private let isBlanks: Bool
  /// The bytes, read and unread.
  private var bytes: [UInt8] = []
  private var isLast = false
  private var place = 0
  /// How many blanks were passed just before `place`.
  private var skipped = 0
  private var line = 1
  /// Problems of the current record, reported when it is complete.
  private var problems: [Problem] = []
  /// Whether the last record has a stray quote: where its fields end is not known.
  private(set) var isBroken = false
  /// Whether a quote was never closed.
  private(set) var hasOpenQuote = false

  init(_ file: String, _ diagnostics: Diagnostics, separator: DelimitedFormat.Separator) {
    self.file = file
    self.diagnostics = diagnostics
    self.separator = separator
    separatorByte = separator.byte
    isBlanks = separator == .blanks
    otherByte = isBlanks ? UInt8(ascii: "\t") : separator.byte
  }

  /// The longest record that is read, in bytes. The longest rows of experiments hold a picture or a recording in base64.
  static let longestRecord = 4_000_000

  /// The longest field that is read, in bytes.
  static let longestField = 1_000_000

  /// Takes the next piece of the text.
  ///
  /// - Parameter isLast: Whether the text ends with it.
  mutating func take(_ piece: [UInt8], isLast: Bool) {
    bytes.removeFirst(place)
    place = 0
    if bytes.isEmpty { bytes = piece } else { bytes += piece }
    self.isLast = isLast
  }

  /// How many bytes wait for the rest of their record.
  var waiting: Int { bytes.count - place }

  /// The unread bytes.
  var rest: ArraySlice<UInt8> { bytes[place...] }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  /// Adds the next record that is not a blank line.
  ///
  /// A record that ends where the piece does may go on: it is read again with the next.
  mutating func read(into table: inout FieldTable) -> Outcome {
    var (start, firstLine) = (place, line)
    skipBlanks()
    while let byte = next, RecordReader.endsLine(byte) {
      (start, firstLine) = (place, line)
      endLine()
      skipBlanks()
    }
    if next != nil { (start, firstLine) = (place - skipped, line) }
    let fields = next == nil ? 0 : readFields(into: &table)
    guard isLast || next != nil else {
      if fields > 0 { table.dropRow(fields: fields) }
      (place, line) = (start, firstLine)
      problems.removeAll()
      hasOpenQuote = false
      return .needsMore
    }
    for problem in problems { diagnostics.report(problem) }
    problems.removeAll()
    return fields > 0 ? .record(fields) : .end
  }

  /// Adds a row with the fields of a record, at least one, and passes its end.
  private mutating func readFields(into table: inout FieldTable) -> Int {
    table.startRow(line: line)
    isBroken = false
    let (first, firstLine) = (place - skipped, line)
    var fields = 0
    repeat {
      let start = place
      if next == UInt8(ascii: "\"") {
        readQuoted(into: &table)
      } else {
        skipField()
        table.add(bytes[start..<place])
      }
      // A field that is not closed holds all that follows: how long that is says nothing.
      if place - start > RecordReader.longestField, !hasOpenQuote {
        reportLong(at: firstLine, column: start - first + 1)
      }
      table.endField(fields, from: start - first)
      fields += 1
    } while endField()
    return fields
  }

  /// Passes what is left of a field.
  private mutating func skipField() {
    let (separator, other) = (separatorByte, otherByte)
    while place < bytes.count {
      let byte = bytes[place]
      if byte == separator || byte == other || RecordReader.endsLine(byte) { return }
      place += 1
    }
  }

  /// Passes blanks that separate nothing.
  private mutating func skipBlanks() {
    skipped = 0
    guard isBlanks else { return }
    while let byte = next, byte == separatorByte || byte == otherByte {
      place += 1
      skipped += 1
    }
  }

  /// Passes the end of a field, and whether another follows in the record.
  private mutating func endField() -> Bool {
    if let byte = next, byte == separatorByte || byte == otherByte {
      guard isBlanks else {
        place += 1
        return true
      }
      skipBlanks()
      if let byte = next, !RecordReader.endsLine(byte) { return true }
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

  /// Adds a field in quotes and passes what stands between it and the separator or line end: spaces, if anything.
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
    hasOpenQuote = true
    report("a quote is opened but never closed", at: firstLine)
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
      "expected a \(separator.word) or the end of the line after a closing quote", at: line,
      hint: "write a quote within quotes twice")
  }

  private mutating func reportLong(at line: Int, column: Int) {
    report(
      "the field is longer than \(RecordReader.longestField / 1_000_000) MB, the longest that Peach reads", at: line,
      column: column, hint: "leave out this column, or check the line for a missing separator")
  }

  private mutating func report(_ message: String, at line: Int, column: Int = 1, hint: String? = nil) {
    isBroken = true
    problems.append(
      Problem(place: Place(file: file, line: line, column: column), path: "", message: message, hint: hint))
  }
}

/// Objects of JSON that come in pieces, each of them a row: one a line, or the items of one list.
///
/// The keys are the columns. A text stands without quotes, as in a CSV file; a list or an object within a row is kept as
/// it is written.
package struct ObjectReader {
  /// No experiment has more keys. If there are more, the table is probably transposed.
  private static let mostColumns = 2000
  /// How many rows a part has at most: each has a field for every key.
  private static let mostRows = 4096

  /// How the objects stand in the text.
  package enum Form: Sendable {
    case lines, list
  }

  package private(set) var form: Form?
  private let file: String
  private var bytes: [UInt8] = []
  private var place = 0
  private var line = 1
  /// The start of the line of `place`; negative if it is in an earlier piece.
  private var lineStart = 0
  /// Whether the byte before `place` is a carriage return: a line feed then ends the same line.
  private var isAfterReturn = false
  /// The expectation at the place where the next object may begin.
  private var expectation = Expectation.start

  private enum Expectation {
    case start, item, nextItem, object, end
  }

  /// How far the object at `place` was looked through for its end.
  private var searched = 0
  private var depth = 0
  private var isInText = false
  private var isEscaped = false

  package init(file: String) { self.file = file }

  /// Reads the objects that end in a piece.
  ///
  /// - Parameters:
  ///   - isLast: Whether the text ends with this piece.
  ///   - body: Takes the fields of each object, with the line and the place in it at which the object begins.
  /// - Throws: `ConfigurationError` if a row is not an object, or if an object is too long or never closed.
  private mutating func take(
    _ piece: [UInt8], isLast: Bool, _ body: (JSONObject) throws(ConfigurationError) -> Void
  ) throws(ConfigurationError) {
    bytes.removeFirst(place)
    (lineStart, searched, place) = (lineStart - place, searched - place, 0)
    bytes += piece
    while try passToObject(isLast: isLast) {
      guard let end = endOfObject() else {
        if bytes.count - place > RecordReader.longestRecord {
          throw problem(
            "the object is longer than \(RecordReader.longestRecord / 1_000_000) MB, the longest that Peach reads",
            hint: "check that each object is one row, and that its brackets are closed")
        }
        if isLast { throw problem("the object starts with { but has no closing }") }
        return
      }
      let first = line
      var object = JSONObject(line: line, column: place - lineStart)
      var parser = ObjectParser(bytes[place..<end])
      do throws(ObjectParser.Fault) {
        object.fields = try parser.fields()
      } catch {
        pass(to: error.place)
        throw problem("expected \(error.expected)")
      }
      pass(to: end)
      object.isOneLine = line == first
      try body(object)
      searched = place
    }
  }

  /// Adds the keys of the objects in a piece to those that are known, in the order in which they come.
  package mutating func takeKeys(
    _ piece: [UInt8], isLast: Bool, into columns: inout KeyList
  ) throws(ConfigurationError) {
    var (known, excess) = (columns, false)
    try take(piece, isLast: isLast) { object throws(ConfigurationError) in
      for field in object.fields { known.add(field.key) }
      excess = known.names.count > ObjectReader.mostColumns
    }
    if excess {
      throw problem(
        "expected at most \(ObjectReader.mostColumns) different keys, got more",
        hint: "each row is an object; pandas writes them with to_json(orient=\"records\", lines=True)")
    }
    columns = known
    if isLast, columns.names.isEmpty {
      throw problem("expected JSON objects with keys, such as {\"level\": 1}, got no keys")
    }
  }

  /// The rows of a piece, in parts that are not too large.
  package mutating func takeRows(
    _ piece: [UInt8], isLast: Bool, of columns: KeyList, _ body: (FieldTable) -> Void
  ) throws(ConfigurationError) {
    let none = FieldTable(source: file, columns: columns.names)
    var part = none
    try take(piece, isLast: isLast) { object throws(ConfigurationError) in
      var fields = [ObjectParser.Field?](repeating: nil, count: columns.names.count)
      for field in object.fields { if let place = columns.index(of: field.key) { fields[place] = field } }
      part.append(fields, of: object)
      if part.count == ObjectReader.mostRows {
        body(part)
        part = none
      }
    }
    if part.count > 0 { body(part) }
  }

  /// Passes what stands before the next object; false at the end of what there is.
  private mutating func passToObject(isLast: Bool) throws(ConfigurationError) -> Bool {
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case 0x20, 0x09, 0x0d, 0x0a: pass(to: place + 1)
      case UInt8(ascii: "["):
        guard expectation == .start else { throw unexpected(byte) }
        (form, expectation) = (.list, .item)
        pass(to: place + 1)
      case UInt8(ascii: ","):
        guard expectation == .nextItem else { throw unexpected(byte) }
        expectation = .object
        pass(to: place + 1)
      case UInt8(ascii: "]"):
        guard expectation == .item || expectation == .nextItem else { throw unexpected(byte) }
        expectation = .end
        pass(to: place + 1)
      case UInt8(ascii: "{"):
        guard expectation != .nextItem, expectation != .end else { throw unexpected(byte) }
        if expectation == .start { form = .lines }
        if searched < place { (searched, depth, isInText, isEscaped) = (place, 0, false, false) }
        return true
      default: throw unexpected(byte)
      }
    }
    if isLast, [.item, .nextItem, .object].contains(expectation), form == .list {
      throw problem("expected ] at the end of the list")
    }
    return false
  }

  /// Looks for the end of the object at `place`, from where the last look ended; `nil` while it is not there.
  private mutating func endOfObject() -> Int? {
    while searched < bytes.count {
      let byte = bytes[searched]
      searched += 1
      if isEscaped {
        isEscaped = false
      } else if isInText {
        if byte == UInt8(ascii: "\\") { isEscaped = true } else if byte == UInt8(ascii: "\"") { isInText = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        if depth == 0 {
          if expectation != .start, form == .list { expectation = .nextItem } else { expectation = .object }
          return searched
        }
      }
    }
    return nil
  }

  /// Goes on to a place, counting lines.
  private mutating func pass(to end: Int) {
    while place < end {
      let byte = bytes[place]
      place += 1
      if byte == 0x0a || byte == 0x0d {
        if byte == 0x0d || !isAfterReturn { line += 1 }
        lineStart = place
      }
      isAfterReturn = byte == 0x0d
    }
  }

  private func unexpected(_ byte: UInt8) -> ConfigurationError {
    let wanted =
      switch expectation {
      case .nextItem: ", or ]"
      case .end: "nothing after the list"
      default: "an object {…}"
      }
    let rest = String(decoding: bytes[place...].prefix(60).prefix { $0 != 0x0a && $0 != 0x0d }, as: UTF8.self)
    return problem(
      "expected \(wanted), got \(SafeText.quoted(rest))",
      hint: "write each row as an object on its own line, {\"level\": 2, \"correct\": 1}, or an item of one list")
  }

  private func problem(_ message: String, hint: String? = nil) -> ConfigurationError {
    let column = place - lineStart + 1
    return ConfigurationError([
      Problem(place: Place(file: file, line: line, column: max(1, column)), path: "", message: message, hint: hint)
    ])
  }
}

/// Distinct keys in the order in which they came.
package struct KeyList: Sendable {
  package private(set) var names: [String] = []
  private var places: [String: Int] = [:]

  package init() {}

  func index(of name: String) -> Int? { places[name] }

  mutating func add(_ name: String) {
    guard places[name] == nil else { return }
    places[name] = names.count
    names.append(name)
  }
}

/// An object of a text.
struct JSONObject {
  var line: Int
  /// How many bytes stand before it in its line.
  var column: Int
  var isOneLine = true
  var fields: [ObjectParser.Field] = []
}

/// Reads one object of JSON, whose brackets are known to be closed.
struct ObjectParser {
  struct Field {
    var key: String
    var text: [UInt8]
    /// The start of the value, in bytes from the start of the object.
    var start: Int
  }

  /// An error: the expectation and its place.
  struct Fault: Error {
    var expected: String
    var place: Int
  }

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex + 1
  }

  mutating func fields() throws(Fault) -> [Field] {
    var fields: [Field] = []
    skipSpace()
    if next == UInt8(ascii: "}") { return [] }
    while true {
      guard next == UInt8(ascii: "\"") else { throw Fault(expected: "a key between quotation marks", place: place) }
      let key = String(decoding: try text(), as: UTF8.self)
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw Fault(expected: ": after a key", place: place) }
      place += 1
      skipSpace()
      let start = place - bytes.startIndex
      fields.append(Field(key: key, text: try value(), start: start))
      skipSpace()
      if next == UInt8(ascii: "}") { return fields }
      guard next == UInt8(ascii: ",") else { throw Fault(expected: ", or } after a value", place: place) }
      place += 1
      skipSpace()
    }
  }

  private var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { place += 1 }
  }

  /// A value as a field of a table has it.
  private mutating func value() throws(Fault) -> [UInt8] {
    let start = place
    switch next {
    case UInt8(ascii: "\""): return try text()
    case UInt8(ascii: "{"), UInt8(ascii: "["): skipNested()
    default:
      while let byte = next, isOfWord(byte) { place += 1 }
      if place == start { throw Fault(expected: "a value", place: place) }
    }
    return Array(bytes[start..<place])
  }

  /// Letters of numbers, `true`, `null`, `NaN` and `Infinity`.
  private func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private mutating func skipNested() {
    var (depth, isInText, isEscaped) = (0, false, false)
    while let byte = next {
      place += 1
      if isEscaped {
        isEscaped = false
      } else if isInText {
        if byte == UInt8(ascii: "\\") { isEscaped = true } else if byte == UInt8(ascii: "\"") { isInText = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        if depth == 0 { return }
      }
    }
  }

  /// A text between quotation marks, without its escapes.
  private mutating func text() throws(Fault) -> [UInt8] {
    var text: [UInt8] = []
    place += 1
    while let byte = next {
      place += 1
      if byte == UInt8(ascii: "\"") { return text }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      try addEscaped(to: &text)
    }
    throw Fault(expected: "a quotation mark at the end of a text", place: place)
  }

  private mutating func addEscaped(to text: inout [UInt8]) throws(Fault) {
    guard let byte = next else { return }
    place += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if UTF16.isLeadSurrogate(units[0]), bytes[place...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
        place += 2
        units.append(try unit())
      }
      text += String(decoding: units, as: UTF16.self).utf8
    default: throw Fault(expected: "a known escape after \\", place: place - 1)
    }
  }

  /// Four hexadecimal digits.
  private mutating func unit() throws(Fault) -> UInt16 {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw Fault(expected: "four hexadecimal digits after \\u", place: place)
    }
    place += 4
    return unit
  }
}

extension FieldTable {
  /// Adds the values of an object; `nil` for a key that it does not have.
  fileprivate mutating func append(_ fields: [ObjectParser.Field?], of object: JSONObject) {
    startRow(line: object.line)
    for (number, field) in fields.enumerated() {
      if let field { add(field.text[...]) }
      let start = object.isOneLine ? object.column + (field?.start ?? 0) : 0
      endField(number, from: start)
    }
  }
}

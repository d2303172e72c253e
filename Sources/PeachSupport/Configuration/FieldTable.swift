/// Named columns of text and rows that know their lines: what a CSV file holds, or a table of results written as one.
///
/// The apostrophe that keeps a spreadsheet from running a text (`SpreadsheetText`) is taken away.
///
/// The text of all fields lies in one piece: a table of a million trials has tens of millions of fields.
package struct FieldTable: Sendable {
  /// The file, for messages; `-` is standard input.
  package let source: String
  package private(set) var columns: [String]
  /// The line of the column names, from 1.
  package private(set) var headerLine: Int

  private var bytes: [UInt8] = []
  private var rowStarts: [Int] = []
  private var lines: [Int] = []
  /// The end of each field, in bytes from the start of its row.
  private var ends: [UInt32] = []
  /// The start of each field in its line, in bytes. `nil` while exactly one byte separates the fields of every row: the
  /// starts then follow from `ends`.
  private var starts: [UInt32]?

  package init(source: String, columns: [String], headerLine: Int = 1) {
    self.source = source
    self.columns = columns
    self.headerLine = headerLine
  }

  /// How many rows.
  package var count: Int { lines.count }

  /// - Precondition: One field for each column.
  package mutating func append(_ fields: [String], line: Int) {
    precondition(fields.count == columns.count, "\(fields.count) fields in \(columns.count) columns")
    startRow(line: line)
    for field in fields {
      bytes += field.utf8
      endField()
    }
    starts = nil
  }

  package func line(of row: Int) -> Int { lines[row] }

  package func index(of column: String) -> Int? { columns.firstIndex(of: column) }

  /// The place of a field in its line, in characters from 1.
  package func place(of row: Int, _ column: Int) -> Int {
    let field = row * columns.count + column
    let before = column == 0 ? 0 : Int(ends[field - 1])
    let start = starts.map { Int($0[field]) } ?? before + column
    let isInside: (UInt8) -> Bool = { $0 & 0xc0 == 0x80 }
    return max(1, start - bytes[rowStarts[row]..<rowStarts[row] + before].count(where: isInside) + 1)
  }

  package subscript(row: Int, column: Int) -> String { String(decoding: bytes[range(row, column)], as: UTF8.self) }

  /// A field without the spaces and line ends around it.
  package func trimmed(_ row: Int, _ column: Int) -> String {
    String(decoding: FieldTable.trimmed(bytes[range(row, column)]), as: UTF8.self)
  }

  /// The first fields of a column that have a point or a comma, without the spaces around them.
  package func marked(_ column: Int, atMost limit: Int) -> [String] {
    var found: [String] = []
    for row in 0..<count where bytes[range(row, column)].contains(where: { $0 == 0x2E || $0 == 0x2C }) {
      found.append(trimmed(row, column))
      if found.count == limit { break }
    }
    return found
  }

  /// A text without the spaces and line ends around it.
  package static func trimmed(_ text: String) -> String {
    String(decoding: trimmed(ArraySlice(text.utf8)), as: UTF8.self)
  }

  private func range(_ row: Int, _ column: Int) -> Range<Int> {
    let field = row * columns.count + column
    let start = rowStarts[row] + (column == 0 ? 0 : Int(ends[field - 1]))
    let end = rowStarts[row] + Int(ends[field])
    let isGuarded = start < end && bytes[start] == UInt8(ascii: "'") && SpreadsheetText.isGuarded(bytes[start..<end])
    return isGuarded ? start + 1..<end : start..<end
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || 9...13 ~= byte }
    var (start, end) = (bytes.startIndex, bytes.endIndex)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    return bytes[start..<end]
  }
}

// Rows as they are read, byte by byte.
extension FieldTable {
  /// Makes room for rows of so many bytes.
  mutating func reserve(_ size: Int) { bytes.reserveCapacity(size) }

  mutating func startRow(line: Int) {
    rowStarts.append(bytes.count)
    lines.append(line)
  }

  mutating func add(_ text: ArraySlice<UInt8>) { bytes.append(contentsOf: text) }

  private mutating func endField() { ends.append(UInt32(bytes.count - rowStarts[rowStarts.count - 1])) }

  /// Ends the field of this number in its row, which begins so many bytes behind the start of its line.
  mutating func endField(_ number: Int, from start: Int) {
    if starts != nil || start != number + (number == 0 ? 0 : Int(ends[ends.count - 1])) {
      var starts = takeStarts(unfinished: number)
      starts.append(UInt32(start))
      self.starts = starts
    }
    endField()
  }

  /// The starts of all fields so far, so that others can be added.
  ///
  /// - Parameter unfinished: How many fields the last row has yet.
  private mutating func takeStarts(unfinished: Int) -> [UInt32] {
    if let known = starts {
      starts = nil
      return known
    }
    var found: [UInt32] = []
    found.reserveCapacity(ends.capacity)
    for field in ends.indices {
      let number = field < ends.count - unfinished ? field % max(1, columns.count) : field - (ends.count - unfinished)
      found.append(number == 0 ? 0 : ends[field - 1] + UInt32(number))
    }
    return found
  }

  /// Takes back the row that was started last.
  mutating func dropRow(fields: Int) {
    bytes.removeSubrange(rowStarts.removeLast()...)
    ends.removeLast(fields)
    starts?.removeLast(fields)
    lines.removeLast()
  }

  /// Makes the last row one of as many fields as there are columns, if it only lacks fields of columns without a name, or
  /// has empty ones beyond the last.
  ///
  /// - Parameter fields: How many it has.
  mutating func fitLastRow(fields: Int) -> Bool {
    guard fields > 0, let end = ends.last else { return false }
    if fields < columns.count {
      guard columns[fields...].allSatisfy(\.isEmpty) else { return false }
      let last = starts?.last
      ends += Array(repeating: end, count: columns.count - fields)
      if let last { starts?.append(contentsOf: Array(repeating: last, count: columns.count - fields)) }
      return true
    }
    let surplus = fields - columns.count
    guard ends[ends.count - 1 - surplus] == end else { return false }
    ends.removeLast(surplus)
    starts?.removeLast(surplus)
    return true
  }

  /// Whether the last field of the row that was started last is empty.
  var endsEmpty: Bool { ends.suffix(2).count == 2 && ends[ends.count - 1] == ends[ends.count - 2] }

  /// Whether the row that was started last is this text alone.
  func holdsLast(_ text: String) -> Bool { bytes[rowStarts[rowStarts.count - 1]...].elementsEqual(text.utf8) }

  /// Makes the only row so far the names of the columns, without the spaces around them.
  ///
  /// - Parameter hasRowNames: Whether rows have a field before those.
  mutating func takeHeader(hasRowNames: Bool, separator: DelimitedFormat.Separator) {
    let starts = [0] + ends.dropLast().map(Int.init)
    columns = zip(starts, ends).map { start, end in
      let field = bytes[start..<Int(end)]
      return String(
        decoding: FieldTable.trimmed(SpreadsheetText.isGuarded(field) ? field.dropFirst() : field), as: UTF8.self)
    }
    headerLine = lines[0]
    dropRow(fields: columns.count)
    self.starts = nil
    takeCommentMark(separator)
    if hasRowNames { columns.insert("", at: 0) }
  }

  /// The marks of a comment that NumPy and MATLAB write before a line of names.
  static let commentMarks: [UInt8] = [UInt8(ascii: "#"), UInt8(ascii: "%")]

  /// Drops the mark of a comment before the first name.
  private mutating func takeCommentMark(_ separator: DelimitedFormat.Separator) {
    guard separator == .blanks, columns.count > 1, let mark = columns[0].utf8.first,
      FieldTable.commentMarks.contains(mark)
    else { return }
    if columns[0].utf8.count == 1 { columns.removeFirst() } else { columns[0].removeFirst() }
  }
}

import Foundation

/// Reads a delimited file byte by byte, as RFC 4180 has it. It shares no code with what writes such files, so that a row
/// that was written wrongly is read as any other program reads it.
struct TableParser {
  struct Row {
    var cells: [[UInt8]]
    /// The line of the file on which each cell begins.
    var lines: [Int]
    /// The problem of the quotation marks of the last cell; `nil` if there is none.
    var problem: String?
  }

  private let bytes: Data
  private let delimiter: UInt8
  private var place = 0
  private var line = 1

  /// - Parameter delimiter: A comma or a tab.
  /// - Returns: `nil` if the file cannot be read.
  init?(_ path: String, delimiter: UInt8) {
    guard let bytes = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else { return nil }
    self.init(bytes, delimiter: delimiter)
  }

  init(_ bytes: Data, delimiter: UInt8) {
    (self.bytes, self.delimiter) = (bytes, delimiter)
  }

  /// The next row; `nil` after the last.
  mutating func next() -> Row? {
    guard place < bytes.count else { return nil }
    var (place, line) = (place, line)
    let delimiter = delimiter
    let row = bytes.withUnsafeBytes { bytes -> Row in
      var row = Row(cells: [], lines: [])
      while true {
        let cell = TableParser.cell(bytes, &place, &line, delimiter, &row)
        row.cells.append(cell)
        guard row.problem == nil, place < bytes.count else {
          place = row.problem == nil ? place : bytes.count
          return row
        }
        let isDelimiter = bytes[place] == delimiter
        if bytes[place] == carriageReturn { place += 1 }
        place += 1
        if isDelimiter { continue }
        line += 1
        return row
      }
    }
    (self.place, self.line) = (place, line)
    return row
  }

  /// Reads one cell, and leaves `place` at the delimiter or line end behind it.
  private static func cell(
    _ bytes: UnsafeRawBufferPointer, _ place: inout Int, _ line: inout Int, _ delimiter: UInt8, _ row: inout Row
  ) -> [UInt8] {
    row.lines.append(line)
    var cell: [UInt8] = []
    func isEnd(_ place: Int) -> Bool {
      place == bytes.count || bytes[place] == delimiter || bytes[place] == lineFeed
        || (bytes[place] == carriageReturn && place + 1 < bytes.count && bytes[place + 1] == lineFeed)
    }
    guard place < bytes.count, bytes[place] == quote else {
      while !isEnd(place) {
        if bytes[place] == quote { row.problem = "a quotation mark inside a cell without quotes" }
        cell.append(bytes[place])
        place += 1
      }
      return cell
    }
    place += 1
    while place < bytes.count {
      if bytes[place] == quote {
        guard place + 1 < bytes.count, bytes[place + 1] == quote else {
          place += 1
          if !isEnd(place) { row.problem = "text after a closing quotation mark" }
          return cell
        }
        place += 1
      } else if bytes[place] == lineFeed {
        line += 1
      }
      cell.append(bytes[place])
      place += 1
    }
    row.problem = "an unclosed quotation mark"
    return cell
  }
}

private let quote = UInt8(ascii: "\"")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

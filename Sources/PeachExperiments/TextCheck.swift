package import PeachSupport

/// Whether a text that comes in pieces is UTF-8.
package struct TextCheck {
  private let path: String
  /// The line that the unfinished one is, from 1.
  private var line = 1
  /// The line that the last piece ended in, where it has other bytes than ASCII.
  private var rest: [UInt8] = []

  package init(_ path: String) { self.path = path }

  /// - Throws: `ConfigurationError` with the line of the first byte that is not UTF-8.
  package mutating func take(_ piece: [UInt8]) throws(ConfigurationError) {
    let newline = UInt8(ascii: "\n")
    if rest.isEmpty, TextCheck.isASCII(piece[...]) {
      line += TextCheck.lines(piece[...])
      return
    }
    rest += piece
    let end = rest.lastIndex(of: newline).map { $0 + 1 } ?? 0
    try check(rest[..<end])
    line += TextCheck.lines(rest[..<end])
    rest.removeFirst(end)
    if TextCheck.isASCII(rest[...]) { rest.removeAll() }
  }

  /// The text has ended.
  ///
  /// - Throws: `ConfigurationError` if its last line is no UTF-8.
  package func finish() throws(ConfigurationError) { try check(rest[...]) }

  private func check(_ bytes: ArraySlice<UInt8>) throws(ConfigurationError) {
    if String(validating: bytes, as: UTF8.self) != nil { return }
    var line = line
    for piece in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if String(validating: piece, as: UTF8.self) == nil { break }
      line += 1
    }
    throw ConfigurationError([
      Problem(
        place: Place(file: path, line: line, column: 1), path: "", message: "expected UTF-8 text, got other bytes",
        hint: "save the file as UTF-8")
    ])
  }

  private static func isASCII(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 | $1 } < 0x80 }
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) } }
  }
}

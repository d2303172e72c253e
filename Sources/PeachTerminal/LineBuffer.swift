/// Bytes of an input, taken line by line. A line may come in many parts: each byte is looked at once.
package struct LineBuffer: Sendable {
  /// The longest line that is read, in bytes. The longest answer that means something has a few letters.
  package static let longest = 64_000

  private var bytes: [UInt8] = []
  /// How many bytes are known to end no line.
  private var searched = 0
  /// Whether a line was longer than `longest`.
  package private(set) var isTooLong = false

  package init() {}

  /// Adds what was read. Nothing is kept once a line is too long.
  package mutating func append(_ read: some Collection<UInt8>) {
    if !isTooLong { bytes.append(contentsOf: read) }
  }

  /// Takes the next line without its end and the spaces around it; `nil` if none is whole.
  ///
  /// - Parameter isAtEnd: Whether nothing more comes, so that the last line may have no end.
  package mutating func line(isAtEnd: Bool) -> String? {
    guard let end = bytes[searched...].firstIndex(of: 0x0a) ?? (isAtEnd && !bytes.isEmpty ? bytes.endIndex : nil) else {
      searched = bytes.count
      if searched > LineBuffer.longest { (isTooLong, bytes, searched) = (true, [], 0) }
      return nil
    }
    let line = bytes[..<end].filter { $0 != 0x0d }
    bytes.removeFirst(min(end + 1, bytes.count))
    searched = 0
    let text = String(decoding: line, as: UTF8.self)
    return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

import PeachSupport
import Synchronization

/// A text file, or standard input (`-`), read in pieces as often as wished. What can be read only once is kept.
///
/// UTF-16, which spreadsheets and PowerShell write, becomes UTF-8.
package final class TextPieces: Sendable {
  private static let size = 1 << 20
  /// The most bytes that are kept of what can be read only once.
  private static let mostKept = 4_000_000_000

  private let path: String
  private let descriptor: Int32
  /// The offset at which reading begins; `nil` if it cannot begin again.
  private let start: off_t?
  private let kept = Mutex<[[UInt8]]?>(nil)
  private let foundUTF16 = Mutex(false)

  /// Whether the text was UTF-16; known once it was read.
  package var isUTF16: Bool { foundUTF16.withLock(\.self) }

  /// - Throws: `InputError` if it cannot be opened, or is a directory.
  package init(_ path: String) throws(InputError) {
    self.path = path
    let isRegular: Bool
    (descriptor, isRegular) = try TextFile.opened(path)
    let place = isRegular ? lseek(descriptor, 0, SEEK_CUR) : -1
    start = place >= 0 ? place : nil
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  /// Hands out the whole text, without a byte order mark: whole pieces and then one, which may be empty, that is the last.
  ///
  /// - Throws: `InputError` if it cannot be read, and what `body` throws.
  package func read(_ body: (_ piece: [UInt8], _ isLast: Bool) throws -> Void) throws {
    if let kept = kept.withLock(\.self) {
      for (index, piece) in kept.enumerated() { try body(piece, index == kept.count - 1) }
      return
    }
    var place = start
    var read: [[UInt8]] = []
    var size = 0
    var isFirst = true
    var decoder: UTF16Pieces?
    while true {
      var piece = try next(&place)
      let isLast = piece.count < Self.size
      // A byte order mark is no part of the text.
      if isFirst, piece.starts(with: [0xef, 0xbb, 0xbf]) { piece.removeFirst(3) }
      if isFirst {
        decoder = UTF16Pieces(piece)
        foundUTF16.withLock { $0 = decoder != nil }
      }
      isFirst = false
      if let text = decoder?.decode(piece, isLast: isLast) { piece = text }
      size += piece.count
      if start == nil, size > Self.mostKept {
        throw InputError(
          path: path,
          reason: "more than \(Self.mostKept / 1_000_000_000) GB of input, the most that Peach keeps in memory\n"
            + "  hint: write it to a file, and give Peach that file")
      }
      if start == nil { read.append(piece) }
      try body(piece, isLast)
      if isLast { break }
    }
    if start == nil { kept.withLock { $0 = read } }
  }

  /// The next piece, shorter than others only at the end.
  private func next(_ place: inout off_t?) throws(InputError) -> [UInt8] {
    var failed = false
    let piece = [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, filled in
      while filled < Self.size {
        let rest = UnsafeMutableRawBufferPointer(buffer).baseAddress.map { $0 + filled }
        let count =
          place.map { pread(descriptor, rest, Self.size - filled, $0 + off_t(filled)) }
          ?? Glibc.read(descriptor, rest, Self.size - filled)
        if count < 0, errno == EINTR { continue }
        if count <= 0 {
          failed = count < 0
          break
        }
        filled += count
      }
    }
    if failed { throw TextFile.failure(path) }
    place = place.map { $0 + off_t(piece.count) }
    return piece
  }
}

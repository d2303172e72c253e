public import Configuration
import Glibc

/// Reads whole text files, refusing what no experiment or data file is.
public enum TextFile {
  /// The most bytes that are read of an experiment file, and of data.
  public static let greatestSize = 100_000_000
  public static let greatestDataSize = 1_000_000_000

  /// - Parameter path: A file, or `-` for standard input.
  /// - Throws: `InputError` when it cannot be read; `ConfigurationError` when it is not UTF-8.
  public static func read(_ path: String) throws -> String { try text(bytes(of: path, atMost: greatestSize), of: path) }

  /// The text that bytes of a file are.
  ///
  /// - Throws: `ConfigurationError` when they are not UTF-8.
  public static func text(_ bytes: [UInt8], of path: String) throws(ConfigurationError) -> String {
    // A byte order mark is no part of the text.
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    guard let text = String(validating: bytes[start...], as: UTF8.self) else {
      throw ConfigurationError([notUTF8(path, bytes)])
    }
    return text
  }

  /// - Throws: `InputError` when the file cannot be read or has more than `size` bytes.
  public static func bytes(of path: String, atMost size: Int) throws(InputError) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY)
    guard descriptor >= 0 else { throw failure(path) }
    defer { if path != "-" { close(descriptor) } }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw InputError(path: path, reason: "it is a directory")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path)
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > size {
        throw InputError(path: path, reason: "it is larger than \(size / 1_000_000) MB")
      }
    }
  }

  private static func failure(_ path: String) -> InputError {
    InputError(path: path, reason: String(cString: strerror(errno)))
  }

  /// Names the line of the first byte that is no UTF-8.
  private static func notUTF8(_ path: String, _ bytes: [UInt8]) -> Problem {
    var line = 1
    for piece in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if String(validating: piece, as: UTF8.self) == nil { break }
      line += 1
    }
    return Problem(
      place: Place(file: path, line: line, column: 1), path: "", message: "expected UTF-8 text, got other bytes",
      hint: "save the file as UTF-8")
  }
}

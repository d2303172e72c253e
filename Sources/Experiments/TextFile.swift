import Configuration
import Glibc

/// Reads whole text files, refusing what no experiment or data file is.
public enum TextFile {
  public static let greatestSize = 100_000_000

  /// - Parameter path: A file, or `-` for standard input.
  /// - Throws: `InputError` when it cannot be read; `ConfigurationError` when it is not UTF-8.
  public static func read(_ path: String) throws -> String {
    let bytes = try bytes(of: path)
    // A byte order mark is no part of the text.
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    guard let text = String(validating: bytes[start...], as: UTF8.self) else {
      throw ConfigurationError([notUTF8(path, bytes)])
    }
    return text
  }

  private static func bytes(of path: String) throws -> [UInt8] {
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
      if bytes.count > greatestSize { throw InputError(path: path, reason: "it is larger than 100 MB") }
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

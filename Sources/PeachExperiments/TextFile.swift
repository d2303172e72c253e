package import PeachSupport

/// Reads whole text files, refusing what no experiment or data file is.
package enum TextFile {
  /// The most bytes that are read of a file as a whole.
  package static let greatestSize = 100_000_000

  /// - Parameter path: A file, or `-` for standard input.
  /// - Throws: `InputError` if it cannot be read; `ConfigurationError` when it is not UTF-8.
  package static func read(_ path: String) throws -> String {
    try text(bytes(of: path, atMost: greatestSize), of: path)
  }

  /// The text that bytes of a file are.
  ///
  /// - Throws: `ConfigurationError` if they are not UTF-8.
  package static func text(_ bytes: [UInt8], of path: String) throws(ConfigurationError) -> String {
    // A byte order mark is no part of the text.
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    var check = TextCheck(path)
    try check.take(bytes)
    try check.finish()
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// - Throws: `InputError` if the file cannot be read or has more than `size` bytes.
  package static func bytes(of path: String, atMost size: Int) throws(InputError) -> [UInt8] {
    let descriptor = try opened(path).descriptor
    defer { if path != "-" { close(descriptor) } }
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

  /// Opens a file, or standard input for `-`.
  ///
  /// - Returns: The descriptor, and whether it is a regular file.
  /// - Throws: `InputError` if it cannot be opened, or is a directory.
  static func opened(_ path: String) throws(InputError) -> (descriptor: Int32, isRegular: Bool) {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY)
    guard descriptor >= 0 else { throw failure(path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return (descriptor, false) }
    if status.st_mode & S_IFMT == S_IFDIR {
      if path != "-" { close(descriptor) }
      throw InputError(path: path, reason: "it is a directory")
    }
    return (descriptor, status.st_mode & S_IFMT == S_IFREG)
  }

  static func failure(_ path: String) -> InputError {
    InputError(path: path, reason: String(cString: strerror(errno)))
  }
}

/// A file that cannot be read at all.
package struct InputError: Error, Sendable, CustomStringConvertible {
  package var path: String
  package var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package var description: String { "\(SafeText.line(path)): cannot be read: \(reason)" }
}

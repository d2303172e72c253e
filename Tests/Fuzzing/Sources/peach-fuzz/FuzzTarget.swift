import Glibc

/// One reader of Peach, which must read or refuse whatever it is given.
protocol FuzzTarget {
  static var name: String { get }
  init() throws
  /// Reads bytes as a command would, and does with them what it does.
  ///
  /// - Returns: All texts for a terminal that come of it: what is wrong, and tables.
  mutating func messages(of bytes: [UInt8]) -> [String]
}

/// A find: libFuzzer keeps the input and ends.
func find(_ words: String) -> Never {
  let line = "find: \(words.debugDescription)\n"
  write(STDERR_FILENO, line, line.utf8.count)
  abort()
}

/// What a terminal would obey: control characters but tab and line feed, and marks of direction.
enum RawEscapes {
  static func refuse(_ message: String) {
    for scalar in message.unicodeScalars where isRaw(scalar) {
      find("a raw U+\(String(scalar.value, radix: 16)) in \(message)")
    }
  }

  private static func isRaw(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a: false
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}

/// A file in memory that one input after the other is written to.
struct Scratch {
  let path: String

  init(_ name: String) { path = "/dev/shm/peach-fuzz-\(getpid())-\(name)" }

  func write(_ bytes: [UInt8]) {
    for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      find("cannot write \(path)")
    }
    close(descriptor)
  }

  func read() -> [UInt8] { Scratch.bytes(of: path) }

  func remove() { unlink(path) }

  static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { find("cannot read \(path)") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
  }
}

/// The files that fuzz.sh makes for the targets to begin with.
enum Base {
  static func bytes(of name: String) -> [UInt8] {
    guard let folder = getenv("PEACH_FUZZ_BASE") else { find("PEACH_FUZZ_BASE names no folder") }
    return Scratch.bytes(of: String(cString: folder) + "/" + name)
  }
}

/// What `body` says is wrong; nothing where nothing is.
func messages(_ body: () throws -> [String]) -> [String] {
  do { return try body() } catch { return ["\(error)"] }
}

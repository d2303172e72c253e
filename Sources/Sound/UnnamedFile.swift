import CProcess
import Configuration
import Glibc

/// A temporary file without a name: nothing is left of it after any end of the program. Closed with its owner.
public final class UnnamedFile: Sendable {
  public let descriptor: Int32

  /// - Parameter folder: Nil for the one of temporary files.
  /// - Throws: `SoundError` when the folder takes no file.
  public init(in folder: String? = nil) throws(SoundError) {
    let folder = folder ?? UnnamedFile.folder { getenv($0).map { String(cString: $0) } }
    descriptor = peach_unnamed_file(folder)
    guard descriptor >= 0 else {
      throw SoundError(
        "\(Shown.line(folder)): no temporary file can be made there: \(String(cString: strerror(errno)))",
        hint: "TMPDIR names the folder for temporary files")
    }
  }

  deinit { close(descriptor) }

  /// Where temporary files go: `$TMPDIR`, else `$XDG_RUNTIME_DIR`, which is in memory, else /tmp.
  public static func folder(_ environment: (String) -> String?) -> String {
    for name in ["TMPDIR", "XDG_RUNTIME_DIR"] {
      if let folder = environment(name), !folder.isEmpty { return folder }
    }
    return "/tmp"
  }

  /// The place of the next read, in bytes; shared with a process that reads the file as its standard input.
  var position: Int {
    get { lseek(descriptor, 0, SEEK_CUR) }
    set { lseek(descriptor, newValue, SEEK_SET) }
  }

  /// The whole content, as text.
  var text: String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}

import CProcess

/// A temporary file without a name: nothing is left of it after any end of the program. Closed with its owner.
package final class UnnamedFile: Sendable {
  package let descriptor: Int32

  /// - Parameter folder: Nil for the one of temporary files.
  /// - Throws: `TemporaryFileError` if the folder takes no file.
  package init(in folder: String? = nil) throws(TemporaryFileError) {
    let folder = folder ?? UnnamedFile.folder { getenv($0).map { String(cString: $0) } }
    descriptor = peach_unnamed_file(folder)
    guard descriptor >= 0 else {
      throw TemporaryFileError(
        reason: "\(SafeText.line(folder)): cannot create a temporary file there: \(String(cString: strerror(errno)))",
        hint: "set TMPDIR to a folder that you can write: export TMPDIR=FOLDER")
    }
  }

  deinit { close(descriptor) }

  /// The folder for temporary files: `$TMPDIR`, otherwise `$XDG_RUNTIME_DIR`, which is in memory, or /tmp.
  package static func folder(_ environment: (String) -> String?) -> String {
    for name in ["TMPDIR", "XDG_RUNTIME_DIR"] {
      if let folder = environment(name), !folder.isEmpty { return folder }
    }
    return "/tmp"
  }

  /// A path by which programs of the same user open the file, as long as this process has it.
  package var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// The place of the next read, in bytes; shared with a process that reads the file as its standard input.
  package var position: Int {
    get { lseek(descriptor, 0, SEEK_CUR) }
    set { lseek(descriptor, newValue, SEEK_SET) }
  }

  /// The first 64 kB of the content, as text.
  package var text: String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }

  /// The whole content.
  package var bytes: [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: status.st_size) { buffer, count in
      while count < buffer.count {
        let read = pread(descriptor, buffer.baseAddress! + count, buffer.count - count, count)
        if read <= 0 { break }
        count += read
      }
    }
  }

  /// Writes from the beginning, where a process that is given the file then reads.
  ///
  /// - Throws: `TemporaryFileError` if there is no room.
  package func write(_ text: String) throws(TemporaryFileError) {
    var text = text
    let failure = text.withUTF8 { bytes -> Int32? in
      var done = 0
      while done < bytes.count {
        let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return errno }
        done += count
      }
      return nil
    }
    if let failure {
      throw TemporaryFileError(
        reason: "a temporary file cannot be written: \(String(cString: strerror(failure)))",
        hint: "set TMPDIR to a folder that you can write: export TMPDIR=FOLDER")
    }
    position = 0
  }
}

/// Why there is no temporary file, and what to do about it.
package struct TemporaryFileError: Error, Hashable, Sendable {
  package var reason: String
  package var hint: String
}

import PeachSupport

/// The lock of `flock` on a file or folder, held as long as the value lives, or the process.
///
/// Its descriptor stays open for as long: to close it would also drop SQLite's own locks on the file.
final class FileLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The lock that the writer of a draft has on it, which stays when the draft has gone.
  convenience init(of draft: DraftFile) throws(RecordsError) {
    let descriptor = fcntl(draft.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .unreadable(draft.path) }
    self.init(descriptor)
  }

  /// Takes the lock of the file at `path`.
  ///
  /// - Throws: `RecordsError` if another process has it, or the file cannot be opened.
  static func take(_ path: String) throws(RecordsError) -> FileLock {
    while true {
      let lock = try opened(path)
      guard try lock.take(path) else {
        throw RecordsError(
          .inaccessible, path: path, reason: "another peach process is writing it",
          hint: "wait for it, or choose another file with -o")
      }
      // While it was waited for, another file may have got the name.
      if lock.isAt(path) { return lock }
    }
  }

  /// Takes the lock of a folder once nobody else has it.
  ///
  /// - Returns: `nil` for a folder that cannot be opened: its next use fails with a message.
  /// - Throws: `RecordsError` if patience ends.
  static func wait(_ folder: String, _ patience: LockTimeout) throws(RecordsError) -> FileLock? {
    guard let lock = try? opened(folder) else { return nil }
    var tries = 0
    while try !lock.take(folder) {
      guard patience.wait(tries, for: folder) else {
        throw RecordsError(
          .inaccessible, path: folder, reason: "another program has locked it",
          hint: "end that program, or try again later")
      }
      tries += 1
    }
    return lock
  }

  private static func opened(_ path: String) throws(RecordsError) -> FileLock {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw RecordsError.unreadable(path) }
    return FileLock(descriptor)
  }

  /// - Returns: Whether it was free.
  private func take(_ path: String) throws(RecordsError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      case let code:
        throw RecordsError(.inaccessible, path: path, reason: "cannot be locked: \(String(cString: strerror(code)))")
      }
    }
    return true
  }

  private func isAt(_ path: String) -> Bool {
    var (own, other) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &other) == 0 && own.st_dev == other.st_dev
      && own.st_ino == other.st_ino
  }
}

extension RecordsError {
  /// The error of the last system call.
  static func unreadable(_ path: String) -> RecordsError {
    RecordsError(.inaccessible, path: path, reason: "cannot be read: \(String(cString: strerror(errno)))")
  }

  static func unwritable(_ path: String) -> RecordsError {
    RecordsError(.inaccessible, path: path, reason: "cannot be written: \(String(cString: strerror(errno)))")
  }
}

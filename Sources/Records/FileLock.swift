import Glibc

/// The lock of `flock` on an open file, held until its descriptor is closed.
enum FileLock {
  /// Waits until nobody else has it.
  ///
  /// - Throws: `RecordsError` where the file cannot be locked.
  static func wait(_ descriptor: Int32, path: String) throws(RecordsError) {
    guard try lock(descriptor, LOCK_EX, path: path) else { throw failure(EWOULDBLOCK, path) }
  }

  /// Takes it where nobody else has it.
  ///
  /// - Returns: Whether it was free.
  /// - Throws: `RecordsError` where the file cannot be locked.
  static func take(_ descriptor: Int32, path: String) throws(RecordsError) -> Bool {
    try lock(descriptor, LOCK_EX | LOCK_NB, path: path)
  }

  private static func lock(_ descriptor: Int32, _ operation: Int32, path: String) throws(RecordsError) -> Bool {
    while flock(descriptor, operation) != 0 {
      switch errno {
      // A signal came while it waited.
      case EINTR: continue
      case EWOULDBLOCK: return false
      case let code: throw failure(code, path)
      }
    }
    return true
  }

  private static func failure(_ code: Int32, _ path: String) -> RecordsError {
    RecordsError(.inaccessible, path: path, reason: "cannot be locked: \(String(cString: strerror(code)))")
  }
}

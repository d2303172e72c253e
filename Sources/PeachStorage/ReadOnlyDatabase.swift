import Foundation
import GRDB
import PeachSupport

/// A database that cannot be written, or whose folder cannot: on a read-only disk, or of another user.
enum ReadOnlyDatabase {
  /// Whether SQLite can write the file, and its journals next to it.
  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 && access(ParentFolder.of(path), W_OK) == 0 }

  /// Opens the database, or a copy without a name that ends with the process.
  ///
  /// A copy is needed for a write-ahead log without shared memory, and to roll back a journal that was left.
  ///
  /// - Parameter check: Throws if the database is of another version or damaged.
  static func open(
    _ path: String, _ configuration: GRDB.Configuration, _ check: (DatabaseQueue) throws -> Void
  ) throws -> DatabaseQueue {
    var reading = configuration
    reading.readonly = true
    do {
      let queue = try DatabaseQueue(path: path, configuration: reading)
      try check(queue)
      return queue
    } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
      let queue = try copy(path, configuration)
      try check(queue)
      return queue
    }
  }

  private static func copy(_ path: String, _ configuration: GRDB.Configuration) throws -> DatabaseQueue {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    guard mkdir(folder.path, 0o700) == 0 else {
      throw RecordsError(
        .inaccessible, path: path,
        reason: "cannot be read in a folder that is not writable, and cannot be copied to \(folder.path): "
          + String(cString: strerror(errno)), hint: "set TMPDIR to a writable folder")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    for journal in ["", "-wal", "-journal"] where access(path + journal, F_OK) == 0 {
      let copy = folder.appending(path: "copy" + journal).path
      do {
        try FileManager.default.copyItem(atPath: path + journal, toPath: copy)
      } catch {
        throw RecordsError(
          .inaccessible, path: path + journal, reason: "cannot be copied to \(copy)",
          hint: "set TMPDIR to a folder with room for it")
      }
      chmod(copy, 0o600)
    }
    let queue = try DatabaseQueue(path: folder.appending(path: "copy").path, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    return queue
  }
}

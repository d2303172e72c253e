import Foundation
import GRDB

/// A database that cannot be written, or whose folder cannot: on a read-only disk, or of another user.
enum ReadOnlyDatabase {
  /// Whether SQLite can write the file, and its journals beside it.
  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 && access(ParentFolder.of(path), W_OK) == 0 }

  /// Opens it as it is; where that needs writing, a copy of it that has no name and ends with the process.
  ///
  /// A write-ahead log is read only where its shared memory is or can be made, a journal that was left is to be rolled
  /// back, and a file of an earlier version to be migrated.
  ///
  /// - Parameter state: How the tables stand to those of this version.
  static func open(
    _ path: String, _ configuration: GRDB.Configuration, _ migrator: DatabaseMigrator,
    _ state: (DatabaseQueue) throws -> SchemaState
  ) throws -> (queue: DatabaseQueue, state: SchemaState) {
    var reading = configuration
    reading.readonly = true
    do {
      let queue = try DatabaseQueue(path: path, configuration: reading)
      let state = try state(queue)
      if state != .earlier { return (queue, state) }
    } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
      // It is copied.
    }
    let queue = try copy(path, configuration) { queue in
      if try state(queue) == .earlier { try migrator.migrate(queue) }
    }
    return (queue, try state(queue))
  }

  /// - Parameter prepare: Changes the copy while it has a name.
  private static func copy(
    _ path: String, _ configuration: GRDB.Configuration, _ prepare: (DatabaseQueue) throws -> Void
  ) throws -> DatabaseQueue {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    guard mkdir(folder.path, 0o700) == 0 else {
      throw RecordsError(
        .inaccessible, path: path,
        reason: "cannot be read where nothing can be written, nor be copied to \(folder.path): "
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
    try prepare(queue)
    return queue
  }
}

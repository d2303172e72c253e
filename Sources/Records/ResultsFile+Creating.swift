import GRDB
import Glibc

extension ResultsFile {
  /// Makes a new file, which appears once it is complete and which no other process writes as long as this one has it.
  ///
  /// - Parameter replacing: Whether it takes the place of one that is there.
  /// - Throws: `RecordsError` when the file cannot be made, is there, or another process is writing it.
  public static func create(
    at path: String, _ simulation: SimulationRecord, cells: [CellRecord], replacing: Bool = false
  ) throws(RecordsError) -> ResultsFile {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw RecordsError(.inaccessible, path: path, reason: "cannot be written: not a file")
    }
    let replaced = replacing && access(path, F_OK) == 0 ? try FileLock.take(path) : nil
    let draft = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
    let lock: FileLock
    do {
      try write(simulation, cells, to: draft, for: path)
      // The file has its name only with its writer's lock on it: whoever finds it cannot take it for free.
      lock = try FileLock.take(draft)
      try give(path, to: draft, replacing: replaced != nil)
    } catch {
      unlink(draft)
      throw error
    }
    // A journal of the file that was replaced would be rolled back into the new one.
    unlink("\(path)-journal")
    return try withExtendedLifetime(replaced) { () throws(RecordsError) in
      try opened(path, ResultsSchema.migrator, isWritable: true, lock: lock)
    }
  }

  private static func write(
    _ simulation: SimulationRecord, _ cells: [CellRecord], to draft: String, for path: String
  ) throws(RecordsError) {
    try translated(path) {
      unlink(draft)
      let queue = try DatabaseQueue(path: draft, configuration: configuration)
      try ResultsSchema.migrator.migrate(queue)
      try queue.write { db in
        try insert(simulation, into: db)
        for cell in cells { try insert(cell, into: db) }
      }
      try queue.close()
    }
  }

  /// Gives the draft its name.
  ///
  /// - Throws: `RecordsError` where there is a file by now that is not to be replaced.
  private static func give(_ path: String, to draft: String, replacing: Bool) throws(RecordsError) {
    if replacing {
      guard rename(draft, path) == 0 else { throw .unwritable(path) }
      return
    }
    // Unlike a new name, a second one never takes the place of another file.
    if link(draft, path) == 0 {
      unlink(draft)
      return
    }
    // Some file systems know no second names.
    if [EPERM, ENOTSUP, EMLINK].contains(errno), access(path, F_OK) != 0, rename(draft, path) == 0 { return }
    guard errno == EEXIST || access(path, F_OK) == 0 else { throw .unwritable(path) }
    _ = try FileLock.take(path)
    throw RecordsError(
      .inaccessible, path: path, reason: "another peach has just made it",
      hint: "the same command again goes on with it, or replaces it with --force")
  }
}

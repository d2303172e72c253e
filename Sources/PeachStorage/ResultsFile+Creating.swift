import GRDB
import PeachSupport

extension ResultsFile {
  /// Makes a new results file without runs. It appears once it is complete, and no other process can write it while
  /// this one has it open.
  ///
  /// - Parameters:
  ///   - path: The path of the file, in a folder that exists.
  ///   - simulation: The description of the simulation, from `Plan.record`.
  ///   - cells: The cells of the plan, from `Plan.cellRecords`.
  ///   - replacing: Whether it may replace an existing file, even one that is not a results file.
  /// - Throws: `RecordsError` if the file cannot be made, exists already without `replacing`, or if another process is
  ///   writing it.
  public static func create(
    at path: String, _ simulation: SimulationRecord, cells: [CellRecord], replacing: Bool = false
  ) throws(RecordsError) -> ResultsFile {
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT != S_IFREG {
        throw RecordsError(
          .inaccessible, path: path, reason: "cannot be written: it is not an ordinary file",
          hint: "choose another file")
      }
    } else if errno == ENOENT || errno == ELOOP, lstat(path, &status) == 0 {
      throw RecordsError(
        .inaccessible, path: path, reason: "is a link to a file that does not exist",
        hint: "remove the link, or choose another file")
    }
    let replaced = replacing && access(path, F_OK) == 0 ? try FileLock.take(path) : nil
    let lock = try make(simulation, cells, at: path, replacing: replaced != nil)
    // A journal of the file that was replaced would be rolled back into the new one.
    unlink("\(path)-journal")
    return try withExtendedLifetime(replaced) { () throws(RecordsError) in
      try opened(path, isWritable: true, lock: lock)
    }
  }

  /// - Returns: The lock of the file: it gets its name with the lock on it, so that whoever finds it cannot take it for
  ///   free. The draft's descriptor is closed here, before SQLite has locks on the file.
  private static func make(
    _ simulation: SimulationRecord, _ cells: [CellRecord], at path: String, replacing: Bool
  ) throws(RecordsError) -> FileLock {
    let draft = try DraftFile(of: path)
    try write(simulation, cells, to: draft.path, for: path)
    do {
      try draft.place(replacing: replacing)
    } catch {
      guard !replacing, access(path, F_OK) == 0 else { throw error }
      _ = try FileLock.take(path)
      throw RecordsError(
        .inaccessible, path: path, reason: "another peach process has just created it",
        hint: "run the command again to continue it, or add --force to replace it")
    }
    return try FileLock(of: draft)
  }

  static func write(
    _ simulation: SimulationRecord, _ cells: [CellRecord], to draft: String, for path: String
  ) throws(RecordsError) {
    try translated(path) {
      let queue = try DatabaseQueue(path: draft, configuration: configuration)
      // No journal of its own: a draft that is not finished is thrown away.
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = MEMORY") }
      try ResultsSchema.schema.create(queue)
      try queue.write { db in
        try insert(simulation, into: db)
        for cell in cells { try insert(cell, into: db) }
      }
      try queue.close()
    }
  }
}

package import GRDB
import Glibc

/// The database of live listeners: who they are, their settings, their sessions, and each trial they answered.
///
/// **What is durable when.** Each writing call is one transaction, in a write-ahead log that is synced to the disk before
/// the call returns (`journal_mode = WAL`, `synchronous = FULL`): once `append` has returned, the trial survives the end
/// of the process by any signal, and a power cut as far as the disk keeps its promise to have written. A call that
/// throws has stored nothing. The file's folder is synced as the log is made, so the file itself is there as well.
///
/// Several processes may use the file at once; a writer waits up to ten seconds for another. The log is shared memory
/// between them, which no network file system offers: the file belongs on a disk of this machine.
public final class LiveDatabase: Sendable {
  public let path: String
  package let queue: DatabaseQueue

  private init(path: String, queue: DatabaseQueue) {
    self.path = path
    self.queue = queue
  }

  /// Where the database is: `$PEACH_HOME/peach.sqlite`, else `$XDG_DATA_HOME/peach/peach.sqlite`, else
  /// `~/.local/share/peach/peach.sqlite`. Empty variables count as unset, and a relative `XDG_DATA_HOME` too, as the XDG
  /// Base Directory Specification (0.8) has it.
  ///
  /// - Throws: `RecordsError` where none of them says anything.
  public static func defaultPath(environment: [String: String]) throws(RecordsError) -> String {
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let home = folder("PEACH_HOME") { return home + "/peach.sqlite" }
    if let data = folder("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/peach/peach.sqlite" }
    if let home = folder("HOME") { return home + "/.local/share/peach/peach.sqlite" }
    throw RecordsError(
      .inaccessible, path: "peach.sqlite", reason: "has no folder: neither PEACH_HOME nor HOME is set")
  }

  /// Opens the database, and makes it where there is none: its folder too, for its owner alone (mode 0700).
  ///
  /// - Throws: `RecordsError` when it cannot be used, is something else, damaged, or of a newer Peach.
  public static func open(at path: String) throws(RecordsError) -> LiveDatabase {
    try makeFolder(of: path)
    return try opened(at: path)
  }

  /// Opens the database that is there; nil where none is, and none is made.
  ///
  /// - Throws: `RecordsError` when it cannot be used, is something else, damaged, or of a newer Peach.
  public static func existing(at path: String) throws(RecordsError) -> LiveDatabase? {
    if access(path, F_OK) != 0, errno == ENOENT { return nil }
    return try opened(at: path)
  }

  private static func opened(at path: String) throws(RecordsError) -> LiveDatabase {
    // Two processes that make the same file would both make its tables. A lock on the folder leaves nothing behind.
    let folder = Glibc.open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    // Where there is no such folder, SQLite says so.
    if folder >= 0 { try FileLock.wait(folder, path: parent(of: path)) }
    if access(path, F_OK) == 0, access(path, R_OK | W_OK) != 0 {
      throw RecordsError(.inaccessible, path: path, reason: "cannot be written: \(String(cString: strerror(errno)))")
    }
    return try translated(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try check(queue, path)
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
      }
      if try queue.read({ try !LiveSchema.migrator.hasCompletedMigrations($0) }) {
        try LiveSchema.migrator.migrate(queue)
      }
      return LiveDatabase(path: path, queue: queue)
    }
  }

  /// Before anything is changed in a file: it is empty, or ours and not of a newer Peach.
  private static func check(_ queue: DatabaseQueue, _ path: String) throws {
    let (mark, tables, isNewer) = try queue.read { db in
      (
        try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
        // One that was interrupted while it was made has the list of migrations alone.
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'") ?? 0,
        try LiveSchema.migrator.hasBeenSuperseded(db)
      )
    }
    if tables == 0, mark == 0 { return }
    guard mark == LiveSchema.applicationID else {
      throw RecordsError(
        .wrongContent, path: path, reason: "not a database of live listeners",
        hint: mark == ResultsSchema.applicationID ? "it is a results file of a simulation" : nil)
    }
    if isNewer { throw RecordsError(.wrongContent, path: path, reason: "made by a newer peach", hint: "update peach") }
  }

  private static var configuration: GRDB.Configuration {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .timeout(10)
    configuration.label = "live"
    return configuration
  }

  static func translated<T>(_ path: String, _ body: () throws -> T) throws(RecordsError) -> T {
    try RecordsError.translating(path, as: "a database of live listeners", body)
  }

  /// Reads from one state of the database.
  func reading<T>(_ body: (Database) throws -> T) throws(RecordsError) -> T {
    try LiveDatabase.translated(path) { try queue.read(body) }
  }

  /// Writes all or nothing; on the disk when it returns.
  func writing<T>(_ body: (Database) throws -> T) throws(RecordsError) -> T {
    try LiveDatabase.translated(path) { try queue.write(body) }
  }

  // MARK: Folders

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes the folder of a file, and those above it, where they are missing.
  private static func makeFolder(of path: String) throws(RecordsError) {
    let folder = parent(of: path)
    if access(folder, F_OK) == 0 { return }
    try makeFolder(of: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw RecordsError(.inaccessible, path: folder, reason: "cannot be made: \(String(cString: strerror(errno)))")
    }
    // The folder's own name is on the disk only once the folder above is.
    let above = Glibc.open(parent(of: folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard above >= 0 else { return }
    fsync(above)
    close(above)
  }
}

package import GRDB
import PeachSupport

/// The database of live listeners: who they are, their settings, their sessions, and each trial they answered.
///
/// **What is durable when.** Each writing call is one transaction, in a write-ahead log that is synced to the disk before
/// the call returns (`journal_mode = WAL`, `synchronous = FULL`): once `append` has returned, the trial survives the end
/// of the process by any signal, and a power cut as far as the disk keeps its promise to have written. A call that
/// throws has stored nothing. The file's folder is synced as the log is made, so the file itself is there as well.
///
/// Several processes may use the file at once; a writer waits up to ten seconds for another. The log is shared memory
/// between them, which no network file system offers: the file belongs on a disk of this machine.
package final class LiveDatabase: Sendable {
  package let path: String
  package let queue: DatabaseQueue

  /// Why it cannot be written; `nil` if it can.
  private let obstacle: RecordsError?

  private init(path: String, queue: DatabaseQueue, obstacle: RecordsError? = nil) {
    self.path = path
    self.queue = queue
    self.obstacle = obstacle
  }

  /// The path of the database: `$PEACH_HOME/peach.sqlite`, else `$XDG_DATA_HOME/peach/peach.sqlite`, else
  /// `~/.local/share/peach/peach.sqlite`. Empty variables count as unset, and a relative `XDG_DATA_HOME` too, as the XDG
  /// Base Directory Specification (0.8) has it.
  ///
  /// - Throws: `RecordsError` if none of them says anything.
  package static func defaultPath(environment: [String: String]) throws(RecordsError) -> String {
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let home = folder("PEACH_HOME") { return home + "/peach.sqlite" }
    if let data = folder("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/peach/peach.sqlite" }
    if let home = folder("HOME") { return home + "/.local/share/peach/peach.sqlite" }
    throw RecordsError(
      .inaccessible, path: "peach.sqlite",
      reason: "Peach has no folder for the records: neither PEACH_HOME nor HOME is set",
      hint: "set PEACH_HOME to a folder: export PEACH_HOME=FOLDER")
  }

  /// Opens the database, and makes it where there is none: its folder too, for its owner alone (mode 0700).
  ///
  /// - Parameter patience: With other programs that have locked it, now and whenever it is written.
  /// - Throws: `RecordsError` if it cannot be written, is something else, damaged, or of another version.
  package static func open(at path: String, _ patience: LockTimeout = LockTimeout()) throws(RecordsError)
    -> LiveDatabase
  {
    try makeFolder(of: path)
    return try opened(at: path, patience)
  }

  /// Opens the database that is there; `nil` if none is, and none is made. Where it cannot be written it is read.
  ///
  /// - Throws: `RecordsError` if it cannot be read, is something else, damaged, or of another version.
  package static func existing(
    at path: String, _ patience: LockTimeout = LockTimeout()
  ) throws(RecordsError) -> LiveDatabase? {
    try existing(at: path, patience, isWritable: ReadOnlyDatabase.isWritable(path))
  }

  /// The application ID that marks a database of live listeners.
  package static var mark: Int { LiveSchema.applicationID }

  /// - Parameter isWritable: Whether the file and its folder can be written.
  package static func existing(
    at path: String, _ patience: LockTimeout = LockTimeout(), isWritable: Bool
  ) throws(RecordsError) -> LiveDatabase? {
    if access(path, F_OK) != 0, errno == ENOENT { return nil }
    if isWritable { return try opened(at: path, patience) }
    let obstacle = RecordsError.unwritable(path)
    guard access(path, R_OK) == 0 else { throw .unreadable(path) }
    return try translated(path) {
      var isEmpty = false
      var queue = try ReadOnlyDatabase.open(path, configuration(path, patience)) { queue in
        isEmpty = try !queue.read { try LiveDatabase.checkFile($0, path) }
      }
      if isEmpty {
        queue = try DatabaseQueue(configuration: configuration(path, patience))
        try LiveSchema.schema.create(queue)
      }
      try queue.read(checkRows)
      return LiveDatabase(path: path, queue: queue, obstacle: obstacle)
    }
  }

  private static func opened(
    at path: String, _ patience: LockTimeout
  ) throws(RecordsError) -> LiveDatabase {
    // Two processes that make the same file would both make its tables. A lock on the folder leaves nothing behind.
    let folder = ParentFolder.of(path)
    let lock = try FileLock.wait(folder, patience)
    defer { withExtendedLifetime(lock) {} }
    return try openedAlone(at: path, patience)
  }

  /// Opens the database, or makes it, while the caller holds the lock of its folder.
  static func openedAlone(at path: String, _ patience: LockTimeout) throws(RecordsError) -> LiveDatabase {
    try makeFile(path)
    return try translated(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration(path, patience))
      let hasTables = try queue.read { try LiveDatabase.checkFile($0, path) }
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
      }
      if !hasTables { try LiveSchema.schema.create(queue) }
      try queue.read(checkRows)
      return LiveDatabase(path: path, queue: queue)
    }
  }

  // MARK: What is in the file

  /// Checks a file before anything in it is changed.
  ///
  /// - Returns: Whether it has tables; a new file has none.
  /// - Throws: `RecordsError` if it is something else or of another version.
  private static func checkFile(_ db: Database, _ path: String) throws -> Bool {
    let mark = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    if mark == 0, try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0 { return false }
    guard mark == LiveSchema.applicationID else {
      throw RecordsError(
        .wrongContent, path: path, reason: "not a database of live listeners",
        hint: mark == ResultsSchema.applicationID ? "this is a results file of a simulation" : nil)
    }
    try LiveSchema.schema.check(db, path)
    return true
  }

  /// - Throws: `Damage` if a setting or session has no listener, or a trial no session: the next session would take
  ///   such trials for its own.
  static func checkRows(_ db: Database) throws {
    for table in ["setting", "session", "participant", "answer", "consent"] {
      let row = try BulkStatement(
        db, "SELECT listener FROM \(table) WHERE listener NOT IN (SELECT id FROM listener) LIMIT 1", of: table)
      if try row.step() { throw row.damage(0, expected: "a listener") }
    }
    for table in ["comparison", "matching", "calibration"] {
      // From each session to the next, not over their trials.
      let row = try BulkStatement(
        db,
        """
        WITH RECURSIVE of (session) AS (SELECT MIN(session) FROM \(table)
          UNION ALL SELECT (SELECT MIN(session) FROM \(table) WHERE session > of.session) FROM of
            WHERE of.session IS NOT NULL)
        SELECT session FROM of WHERE session IS NOT NULL AND session NOT IN (SELECT id FROM session) LIMIT 1
        """, of: table)
      if try row.step() { throw row.damage(0, expected: "a session") }
    }
  }

  private static func configuration(_ path: String, _ patience: LockTimeout) -> GRDB.Configuration {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .callback { patience.wait($0, for: path) }
    configuration.label = "live"
    return configuration
  }

  static func translated<T>(_ path: String, _ body: () throws -> T) throws(RecordsError) -> T {
    try RecordsError.translating(path, as: .live, body)
  }

  /// Reads from one state of the database.
  func reading<T>(_ body: (Database) throws -> T) throws(RecordsError) -> T {
    try LiveDatabase.translated(path) { try queue.read(body) }
  }

  /// Writes all or nothing; on the disk when it returns.
  func writing<T>(_ body: (Database) throws -> T) throws(RecordsError) -> T {
    if let obstacle { throw obstacle }
    return try LiveDatabase.translated(path) {
      try queue.write { db in
        try db.checkPlace(path)
        return try body(db)
      }
    }
  }

  /// Writes all or nothing, with another database that is attached as `other` meanwhile.
  func writing<T>(attaching file: String, _ body: (Database) throws -> T) throws(RecordsError) -> T {
    if let obstacle { throw obstacle }
    return try LiveDatabase.translated(path) {
      try queue.writeWithoutTransaction { db in
        try db.checkPlace(path)
        try db.execute(sql: "ATTACH DATABASE ? AS other", arguments: [file])
        defer { try? db.execute(sql: "DETACH DATABASE other") }
        var result: T?
        try db.inTransaction(.immediate) {
          result = try body(db)
          return .commit
        }
        guard let result else { preconditionFailure("a transaction without its body") }
        return result
      }
    }
  }

  // MARK: Files

  /// Makes the file for its owner alone, where it is missing; what is there is made so. SQLite gives its journals the
  /// file's mode.
  private static func makeFile(_ path: String) throws(RecordsError) {
    // One that is there is not opened: to close it would drop the locks of this process's other connections.
    if access(path, F_OK) != 0, errno == ENOENT {
      let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .unwritable(path) }
      close(descriptor)
    }
    guard access(path, R_OK | W_OK) == 0 else { throw .unwritable(path) }
    for file in ["", "-wal", "-shm"].map({ path + $0 }) {
      var status = stat()
      guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else { continue }
      // Another user's stays as that user has it.
      chmod(file, 0o600)
    }
  }

  /// Makes the folder of a file, and those above it, where they are missing.
  static func makeFolder(of path: String) throws(RecordsError) {
    let folder = ParentFolder.of(path)
    if access(folder, F_OK) == 0 { return }
    try makeFolder(of: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw RecordsError(.inaccessible, path: folder, reason: "cannot be made: \(String(cString: strerror(errno)))")
    }
    // The folder's own name is on the disk only once the folder above is.
    let above = Glibc.open(ParentFolder.of(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard above >= 0 else { return }
    fsync(above)
    close(above)
  }
}

import GRDB
import PeachSupport

/// The contents of a copy of the database of live listeners, in numbers.
package struct BackupContents: Hashable, Sendable {
  package var listeners: Int
  package var sessions: Int
  package var trials: Int
  /// The answers to questions of studies.
  package var answers: Int
  /// When the last trial was answered, ISO 8601 UTC; `nil` without a trial, or if all ran on a virtual clock.
  package var lastTrialAt: String?

  package init(listeners: Int, sessions: Int, trials: Int, answers: Int = 0, lastTrialAt: String?) {
    self.answers = answers
    self.listeners = listeners
    self.sessions = sessions
    self.trials = trials
    self.lastTrialAt = lastTrialAt
  }
}

extension LiveDatabase {
  /// Copies the database to a file, as it is at one moment, while sessions write it.
  ///
  /// The copy holds every trial that was acknowledged before the call. SQLite's backup API
  /// (https://www.sqlite.org/backup.html) copies all pages inside one read transaction, so that no writer waits and no page
  /// changes meanwhile. The copy is a single file without a journal. Peach checks the copy before it gets its name.
  ///
  /// - Parameter replacing: Whether the copy may replace an earlier copy; it never replaces another kind of file.
  /// - Throws: `RecordsError`, and then the file at `path` is as it was.
  package func backUp(to path: String, replacing: Bool) throws(RecordsError) -> BackupContents {
    try LiveDatabase.checkCanHoldCopy(path, of: self.path, replacing: replacing)
    let (draft, contents) = try draft(of: path)
    try draft.place(replacing: replacing)
    return contents
  }

  /// A checked copy under a temporary name next to `path`.
  func draft(of path: String) throws(RecordsError) -> (draft: DraftFile, contents: BackupContents) {
    let draft = try DraftFile(of: path)
    guard fchmod(draft.descriptor, 0o600) == 0 else { throw DraftFile.refusal(of: path, errno) }
    try copyPages(to: draft, for: path)
    try LiveDatabase.endJournal(of: draft, for: path)
    var configuration = GRDB.Configuration()
    configuration.readonly = true
    // The copy has the damage that the database has.
    let contents = try LiveDatabase.translated(self.path) {
      let copy = try DatabaseQueue(path: draft.path, configuration: configuration)
      defer { try? copy.close() }
      return try copy.read { db in
        try LiveDatabase.checkWhole(db, self.path)
        return try LiveDatabase.contents(db)
      }
    }
    return (draft, contents)
  }

  private func copyPages(to draft: DraftFile, for path: String) throws(RecordsError) {
    do {
      let target = try DatabaseQueue(path: draft.path)
      defer { try? target.close() }
      // The draft is synced before it gets its name; one that was left is thrown away.
      try target.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
      }
      try queue.backup(to: target)
    } catch let error as DatabaseError {
      let codesOfSource: [ResultCode] = [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CORRUPT, .SQLITE_NOTADB]
      try LiveDatabase.translated(codesOfSource.contains(error.resultCode) ? self.path : path) {
        () throws -> Void in throw error
      }
    } catch {
      try LiveDatabase.translated(path) { () throws -> Void in throw error }
    }
  }

  /// Marks a copied file as one without a write-ahead log: bytes 18 and 19 of the header are 1
  /// (https://www.sqlite.org/fileformat2.html, section 1.3.3). The copy can then be read on a disk that cannot be written.
  private static func endJournal(of draft: DraftFile, for path: String) throws(RecordsError) {
    let versions: [UInt8] = [1, 1]
    while true {
      let written = pwrite(draft.descriptor, versions, versions.count, 18)
      if written == versions.count { return }
      if written >= 0 || errno != EINTR { throw DraftFile.refusal(of: path, written < 0 ? errno : ENOSPC) }
    }
  }

  /// - Throws: `RecordsError` or `Damage` if a copy is damaged or of another version.
  private static func checkWhole(_ db: Database, _ path: String) throws {
    let found = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? ""
    // A message of SQLite may have lines.
    guard found == "ok" else { throw Damage(reason: SafeText.cut(found.replacing("\n", with: " "))) }
    try LiveSchema.schema.check(db, path)
    try checkRows(db)
  }

  private static func contents(_ db: Database) throws -> BackupContents {
    func count(_ table: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") ?? 0 }
    let last = try String.fetchOne(
      db,
      sql: "SELECT MAX(timestamp) FROM (SELECT timestamp FROM comparison UNION ALL SELECT timestamp FROM matching)")
    return BackupContents(
      listeners: try count("listener"), sessions: try count("session"),
      trials: try count("comparison") + count("matching"), answers: try count("answer"), lastTrialAt: last)
  }

  // MARK: Files

  /// - Throws: `RecordsError` if a copy cannot get the name `path`.
  private static func checkCanHoldCopy(
    _ path: String, of source: String, replacing: Bool
  ) throws(RecordsError) {
    var (target, own) = (stat(), stat())
    let isThere = stat(path, &target) == 0
    if isThere, stat(source, &own) == 0, own.st_dev == target.st_dev, own.st_ino == target.st_ino {
      throw RecordsError(
        .inaccessible, path: path, reason: "is the database itself", hint: "choose another file for the copy")
    }
    for journal in ["-wal", "-journal"] where access(path + journal, F_OK) == 0 {
      throw RecordsError(
        .inaccessible, path: path,
        reason: "cannot be replaced: another program has it open, or crashed and left \(path + journal) behind",
        hint: "choose another file, or end that program")
    }
    guard isThere else { return }
    guard target.st_mode & S_IFMT == S_IFREG else {
      throw RecordsError(
        .inaccessible, path: path, reason: "cannot be written: it is not an ordinary file", hint: "choose another file")
    }
    guard replacing else { throw DraftFile.refusal(of: path, EEXIST) }
    guard try ResultsFile.applicationID(of: path) == LiveSchema.applicationID else {
      throw RecordsError(
        .inaccessible, path: path, reason: "refusing to overwrite a file that is not a copy of listeners' records",
        hint: "choose another file, or remove it first")
    }
  }
}

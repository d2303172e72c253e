import GRDB
import PeachSupport

/// The outcome of restoring a copy of the database of live listeners.
package struct Restoration: Sendable {
  /// Stored records that a copy lacks.
  package struct Loss: Hashable, Sendable {
    package var listener: String
    /// The session's number.
    package var session: Int
    /// Trials that the copy lacks or has otherwise; 0 if only the session's end, note or experiment differs.
    package var trials: Int

    package init(listener: String, session: Int, trials: Int) {
      self.listener = listener
      self.session = session
      self.trials = trials
    }
  }

  package var contents: BackupContents
  /// The sessions of the database that the copy lacks or has otherwise, by listener and number.
  package internal(set) var losses: [Loss] = []
  /// The listeners of the database that the copy lacks.
  package internal(set) var lostListeners: [String] = []
  /// How many other records the copy lacks, by their table.
  package internal(set) var lostRecords: [String: Int] = [:]
  /// Why the records of the database are unknown; `nil` if they could be compared.
  package internal(set) var damage: RecordsError?
  /// Whether the copy is in place.
  package internal(set) var isDone = false
  /// The path of the old file, which is kept; `nil` if there was none, or the copy holds everything that it held.
  package internal(set) var keptAt: String?

  /// Whether the database has records that the copy lacks.
  package var losesRecords: Bool {
    !losses.isEmpty || !lostListeners.isEmpty || !lostRecords.isEmpty || damage != nil
  }

  init(_ contents: BackupContents) { self.contents = contents }
}

extension LiveDatabase {
  /// Replaces the database by a copy. If the database has records that the copy lacks, nothing changes unless
  /// `force` is set; then the old file is kept under another name in the same folder.
  ///
  /// The database has its name at every moment: a program that is killed leaves the old one or the restored one.
  ///
  /// - Parameters:
  ///   - copy: The file that `backUp` wrote.
  ///   - stamp: The part of the old file's new name that tells it from others.
  /// - Throws: `RecordsError` if the copy is damaged or something else, or another program has the database open.
  package static func restore(
    _ copy: String, to path: String, force: Bool, stamp: String, _ patience: LockTimeout = LockTimeout()
  ) throws(RecordsError) -> Restoration {
    try checkIsOtherCopy(copy, path)
    guard let source = try existing(at: copy, patience, isWritable: false) else {
      errno = ENOENT
      throw .unreadable(copy)
    }
    try makeFolder(of: path)
    let lock = try FileLock.wait(ParentFolder.of(path), patience)
    defer { withExtendedLifetime(lock) {} }
    let (draft, contents) = try source.draft(of: path)
    var restoration = Restoration(contents)
    guard access(path, F_OK) == 0 else {
      try draft.place(replacing: false)
      restoration.isDone = true
      return restoration
    }
    var old: LiveDatabase?
    do {
      old = try openedAlone(at: path, patience)
      try old?.findLosses(in: draft, &restoration)
    } catch {
      guard error.code == .wrongContent else { throw error }
      restoration.damage = error
      old = nil
    }
    if restoration.losesRecords, !force { return restoration }
    // A database that others have open keeps its journal; then this fails.
    try old?.endJournal()
    let kept = restoration.losesRecords ? try KeptFile(path, stamp: stamp, hasJournals: old == nil) : nil
    do {
      try draft.place(replacing: true)
    } catch {
      kept?.putBack()
      throw error
    }
    restoration.keptAt = kept?.path
    try? old?.queue.close()
    restoration.isDone = true
    return restoration
  }

  /// - Throws: `RecordsError` if the file is not a copy of records, or is the database itself.
  private static func checkIsOtherCopy(_ copy: String, _ path: String) throws(RecordsError) {
    var (given, own) = (stat(), stat())
    guard stat(copy, &given) == 0 else { throw .unreadable(copy) }
    if stat(path, &own) == 0, own.st_dev == given.st_dev, own.st_ino == given.st_ino {
      throw RecordsError(
        .refused, path: copy, reason: "\(SafeText.line(copy)) is the database itself",
        hint: "name a file that peach backup wrote")
    }
    guard given.st_mode & S_IFMT == S_IFREG else {
      throw RecordsError(.inaccessible, path: copy, reason: "cannot be read: it is not an ordinary file")
    }
    guard try ResultsFile.applicationID(of: copy) == LiveSchema.applicationID else {
      throw RecordsError(
        .wrongContent, path: copy, reason: "not a copy of listeners' records",
        hint: "peach backup FILE writes one; peach import reads CSV files")
    }
  }

  // MARK: Comparing

  /// Finds the records of this database that a copy lacks.
  private func findLosses(in draft: DraftFile, _ found: inout Restoration) throws(RecordsError) {
    try LiveDatabase.translated(path) {
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "ATTACH DATABASE ? AS copy", arguments: [draft.path])
        defer { try? db.execute(sql: "DETACH DATABASE copy") }
        try LiveDatabase.findLosses(db, &found)
      }
    }
  }

  private static func findLosses(_ db: Database, _ found: inout Restoration) throws {
    found.lostListeners = try String.fetchAll(
      db, sql: "SELECT id FROM main.listener EXCEPT SELECT id FROM copy.listener ORDER BY id")
    var losses: [String: [Int: Int]] = [:]
    for table in LiveSchema.tableNames where table != "listener" {
      let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
      // Rows have other numbers in another file: sessions are known by listener and number.
      let isOfSession = table == "session" || columns.contains("session")
      let values = columns.filter { $0 != "session" && $0 != "id" }.map { "t.\($0)" }
      func rows(_ schema: String) -> String {
        let owner =
          table == "session"
          ? "t.listener AS owner, t.number AS of"
          : isOfSession ? "s.listener AS owner, s.number AS of" : "NULL AS owner, NULL AS of"
        let join = table != "session" && isOfSession ? " LEFT JOIN \(schema).session s ON s.id = t.session" : ""
        return "SELECT \(owner), \(values.joined(separator: ", ")) FROM \(schema).\(table) t\(join)"
      }
      let lost = try Row.fetchAll(
        db,
        sql: "SELECT owner, of, COUNT(*) AS count FROM (\(rows("main")) EXCEPT \(rows("copy"))) GROUP BY owner, of")
      for row in lost {
        let count: Int = row["count"]
        // An answer after a block has the session of the block, and is a record of its own.
        if table != "answer", let listener: String = row["owner"], let number: Int = row["of"] {
          let isOfTrials = SessionKind(rawValue: table) != nil
          losses[listener, default: [:]][number, default: 0] += isOfTrials ? count : 0
        } else {
          found.lostRecords[table, default: 0] += count
        }
      }
    }
    found.losses = losses.sorted { $0.key < $1.key }.flatMap { listener, sessions in
      sessions.sorted { $0.key < $1.key }.map {
        Restoration.Loss(listener: listener, session: $0.key, trials: $0.value)
      }
    }
  }

  // MARK: Files

  /// Puts everything into the file itself, and keeps others from opening it.
  private func endJournal() throws(RecordsError) {
    do {
      let mode = try queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
      if mode == "delete" { return }
    } catch let error as DatabaseError where ![.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
      try LiveDatabase.translated(path) { () throws -> Void in throw error }
    } catch {}
    throw RecordsError(
      .inaccessible, path: path, reason: "another running peach command uses these records; Peach changed nothing",
      hint: "end the running sessions, then restore the copy")
  }
}

/// A database that is kept under a second name while another file gets its first.
private struct KeptFile {
  let path: String
  private let former: String
  /// The suffixes of the journals that went with it.
  private var journals: [String] = []

  /// - Parameter hasJournals: Whether the journals of a damaged file go with it.
  init(_ former: String, stamp: String, hasJournals: Bool) throws(RecordsError) {
    let ending = ".sqlite"
    let stem = former.hasSuffix(ending) ? String(former.dropLast(ending.count)) : former
    self.former = former
    path = "\(stem)-before-\(stamp)\(ending)"
    if link(former, path) != 0 {
      // Some file systems have no links.
      guard errno == EPERM || errno == ENOTSUP || errno == ENOSYS, access(path, F_OK) != 0, rename(former, path) == 0
      else { throw DraftFile.refusal(of: path, errno) }
    }
    guard hasJournals else { return }
    for journal in ["-wal", "-journal", "-shm"] where access(former + journal, F_OK) == 0 {
      guard rename(former + journal, path + journal) == 0 else {
        let number = errno
        putBack()
        throw DraftFile.refusal(of: path + journal, number)
      }
      journals.append(journal)
    }
  }

  /// Gives the file its first name again.
  func putBack() {
    for journal in journals { rename(path + journal, former + journal) }
    if access(former, F_OK) == 0 { unlink(path) } else { rename(path, former) }
  }
}

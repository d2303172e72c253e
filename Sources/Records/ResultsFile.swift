import GRDB
import Glibc

/// The results of one simulation, in one SQLite file.
///
/// Every batch of runs is one transaction: a file that was interrupted holds whole batches, and a simulation into it
/// adds what is missing.
public final class ResultsFile: Sendable {
  public let path: String
  let queue: DatabaseQueue

  /// Makes this process the only one that writes the file, until it ends.
  ///
  /// The lock is that of `flock`, on a descriptor that stays open: closing it would also drop SQLite's own locks.
  /// - Throws: `RecordsError` when another process has it.
  public func lockForWriting() throws(RecordsError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ResultsFile.unreadable(path) }
    guard try FileLock.take(descriptor, path: path) else { throw ResultsFile.busy(path) }
  }

  /// - Throws: `RecordsError` when another process is writing the file at `path`.
  private static func checkIsFree(_ path: String) throws(RecordsError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return }
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    guard try FileLock.take(descriptor, path: path) else { throw busy(path) }
  }

  private static func unreadable(_ path: String) -> RecordsError {
    RecordsError(.inaccessible, path: path, reason: "cannot be read: \(String(cString: strerror(errno)))")
  }

  private static func busy(_ path: String) -> RecordsError {
    RecordsError(
      .inaccessible, path: path, reason: "another peach is writing it",
      hint: "wait for it, or choose another file with -o")
  }

  private init(path: String, queue: DatabaseQueue) {
    self.path = path
    self.queue = queue
  }

  /// Makes a new file; an existing one at `path` is replaced in one step once the new one is complete.
  public static func create(
    at path: String, _ simulation: SimulationRecord, cells: [CellRecord]
  ) throws(RecordsError) -> ResultsFile {
    try checkIsFree(path)
    let draft = try DraftFile(of: path)
    try translated(path) {
      let queue = try DatabaseQueue(path: draft.path, configuration: configuration)
      // No journal of its own: a draft that is not finished is thrown away.
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = MEMORY") }
      try ResultsSchema.migrator.migrate(queue)
      try queue.write { db in
        try insert(simulation, into: db)
        for cell in cells { try insert(cell, into: db) }
      }
      try queue.close()
    }
    try draft.place(replacing: true)
    // A journal of the file that was replaced would be rolled back into the new one.
    unlink("\(path)-journal")
    return try open(path)
  }

  /// Opens a results file.
  /// - Throws: `RecordsError` when it is missing, no results file, damaged, or of a newer Peach.
  public static func open(_ path: String) throws(RecordsError) -> ResultsFile {
    var status = stat()
    guard stat(path, &status) == 0 else { throw unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw RecordsError(.inaccessible, path: path, reason: "cannot be read: not a file")
    }
    guard access(path, R_OK) == 0 else { throw unreadable(path) }
    guard try hasMark(path) else {
      throw RecordsError(
        .wrongContent, path: path, reason: "not a results file of peach",
        hint: "results files are made by: peach simulate EXPERIMENT.yaml -o RESULTS.sqlite")
    }
    let queue = try translated(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let isNewer = try queue.read { try ResultsSchema.migrator.hasBeenSuperseded($0) }
      if isNewer {
        throw RecordsError(.wrongContent, path: path, reason: "made by a newer peach", hint: "update peach")
      }
      if try queue.read({ try !ResultsSchema.migrator.hasCompletedMigrations($0) }) {
        try ResultsSchema.migrator.migrate(queue)
      }
      return queue
    }
    return ResultsFile(path: path, queue: queue)
  }

  /// Whether a file can be replaced: it carries our mark.
  public static func isOurs(_ path: String) -> Bool { (try? hasMark(path)) == true }

  private static func hasMark(_ path: String) throws(RecordsError) -> Bool {
    // A pipe would be waited for.
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 72)
    guard pread(descriptor, &header, header.count, 0) == header.count else { return false }
    let mark = header[68..<72].reduce(0) { $0 << 8 | Int($1) }
    return isDatabase(header) && mark == ResultsSchema.applicationID
  }

  /// Whether bytes are the first of an SQLite file.
  public static func isDatabase(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: "SQLite format 3\0".utf8)
  }

  private static var configuration: GRDB.Configuration {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .timeout(10)
    configuration.label = "results"
    return configuration
  }

  /// Runs `body`, turning what GRDB throws into our error.
  static func translated<T>(_ path: String, _ body: () throws -> T) throws(RecordsError) -> T {
    try RecordsError.translating(path, as: "a results file", body)
  }
}

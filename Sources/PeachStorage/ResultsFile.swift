import Foundation
import GRDB
import PeachTrials

/// The results of one simulation, in one SQLite file.
///
/// Every batch of runs is one transaction. A file of an interrupted simulation therefore has only whole batches, and
/// another simulation into it adds the missing ones.
///
/// ```swift
/// let plan = experiment.plan
/// let results = try ResultsFile.create(at: path, plan.record(version: "1", build: "a"), cells: plan.cellRecords)
/// ```
public final class ResultsFile: Sendable {
  package let path: String
  let queue: DatabaseQueue
  /// How many of the first replicates of each cell have their trials stored; `nil` if the experiment does not say.
  let keptTrials: Int?
  /// After how many trials runs were looked at too, rising; empty if the experiment does not say.
  package let checkpoints: [Int]
  /// The kind of its trials; `nil` if the file states an unknown kind, which is reported when its simulation is read.
  let task: TrialTask.Kind?
  /// The lock by which only this process writes the file; `nil` without one.
  private let lock: FileLock?

  private init(path: String, queue: DatabaseQueue, lock: FileLock?) throws {
    self.path = path
    self.queue = queue
    (keptTrials, checkpoints, task) = try queue.read {
      (try ResultsFile.keptTrials($0), try ResultsFile.checkpoints($0), try ResultsFile.taskKind($0))
    }
    self.lock = lock
  }

  /// Whether its trials are matchings.
  package var isOfMatchings: Bool { task == .matching }

  deinit {
    // Before its lock is let go.
    try? queue.close()
  }

  /// Opens a results file, for reading only if the file or its folder cannot be written. It does not lock the file:
  /// make sure that no other process writes it at the same time.
  ///
  /// - Throws: `RecordsError` if the file is missing, damaged, of another version, or not a results file.
  public static func open(_ path: String) throws(RecordsError) -> ResultsFile {
    try open(path, isWritable: ReadOnlyDatabase.isWritable(path))
  }

  /// - Parameter isWritable: Whether the file and its folder can be written.
  package static func open(_ path: String, isWritable: Bool) throws(RecordsError) -> ResultsFile {
    try checkIsOurs(path)
    return try opened(path, isWritable: isWritable, lock: nil)
  }

  /// Opens a results file that no other process writes as long as this one has it.
  ///
  /// - Throws: `RecordsError` also when another process is writing it.
  package static func openForWriting(_ path: String) throws(RecordsError) -> ResultsFile {
    try checkIsOurs(path)
    return try opened(path, isWritable: true, lock: FileLock.take(path))
  }

  /// - Parameter lock: The lock of the file if it is written.
  static func opened(_ path: String, isWritable: Bool, lock: FileLock?) throws(RecordsError) -> ResultsFile {
    try translated(path) {
      func check(_ queue: DatabaseQueue) throws { try queue.read { try ResultsSchema.schema.check($0, path) } }
      let queue: DatabaseQueue
      if isWritable {
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try check(queue)
      } else {
        queue = try ReadOnlyDatabase.open(path, configuration, check)
      }
      return try ResultsFile(path: path, queue: queue, lock: lock)
    }
  }

  private static func checkIsOurs(_ path: String) throws(RecordsError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw RecordsError(.inaccessible, path: path, reason: "cannot be read: it is not an ordinary file")
    }
    guard access(path, R_OK) == 0 else { throw .unreadable(path) }
    guard try hasMark(path) else {
      throw RecordsError(
        .wrongContent, path: path, reason: "not a results file of Peach",
        hint: "create one with: peach simulate EXPERIMENT.yaml -o RESULTS.sqlite")
    }
  }

  /// Whether a file can be replaced: it carries our mark.
  package static func isOurs(_ path: String) -> Bool { (try? hasMark(path)) == true }

  private static func hasMark(_ path: String) throws(RecordsError) -> Bool {
    try applicationID(of: path) == ResultsSchema.applicationID
  }

  /// The application ID in the header of an SQLite file; `nil` if the file is something else.
  static func applicationID(of path: String) throws(RecordsError) -> Int? {
    let header = try header(of: path)
    return isDatabase(header) ? header[68..<72].reduce(0) { $0 << 8 | Int($1) } : nil
  }

  /// Its first bytes, zeros where it has no more.
  private static func header(of path: String) throws(RecordsError) -> [UInt8] {
    // A pipe would be waited for.
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw RecordsError.unreadable(path) }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 72)
    _ = pread(descriptor, &header, header.count, 0)
    return header
  }

  /// The application ID that marks a database as a results file.
  package static var mark: Int { ResultsSchema.applicationID }

  /// Whether a file is an SQLite file, whoever made it.
  package static func isDatabase(at path: String) -> Bool { (try? header(of: path)).map(isDatabase) ?? false }

  /// Whether bytes are the first of an SQLite file.
  package static func isDatabase(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: "SQLite format 3\0".utf8)
  }

  static var configuration: GRDB.Configuration {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .timeout(10)
    configuration.label = "results"
    return configuration
  }

  /// Runs `body`, turning what GRDB throws into our error.
  static func translated<T>(_ path: String, _ body: () throws -> T) throws(RecordsError) -> T {
    try RecordsError.translating(path, as: .results, body)
  }
}

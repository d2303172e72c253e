import GRDB
import PeachSupport

extension ResultsFile {
  /// Copies the rows of all parts of a simulation into a new file, which appears once it is complete and holds all runs.
  ///
  /// What belongs together is the caller's to know.
  ///
  /// - Parameters:
  ///   - parts: Their paths. One is open at a time: there may be more than a process can open.
  ///   - replacing: Whether it takes the place of a file that is there.
  ///   - progress: Told how many parts are copied; asked whether to continue.
  /// - Returns: Whether it was made; false if that was not wished any more.
  /// - Throws: `RecordsError` of the part that cannot be read or is damaged, or of the new file.
  package static func merge(
    _ parts: [String], into path: String, replacing: Bool, progress: (_ parts: Int) -> Bool
  ) throws(RecordsError) -> Bool {
    guard let first = try parts.first.map(open) else { preconditionFailure("nothing to merge") }
    var simulation = try first.simulation()
    simulation.shard = .whole
    let replaced = replacing && access(path, F_OK) == 0 ? try FileLock.take(path) : nil
    let draft = try DraftFile(of: path)
    try write(simulation, try first.cells(), to: draft.path, for: path)
    let queue = try translated(path) { try DatabaseQueue(path: draft.path, configuration: configuration) }
    try translated(path) { try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = MEMORY") } }
    for (place, part) in parts.enumerated() {
      guard progress(place) else { return false }
      let part = try open(part)
      try part.checkRuns()
      guard progress(place) else { return false }
      try part.copyRuns(to: queue, of: path)
    }
    guard progress(parts.count) else { return false }
    try translated(path) { try queue.close() }
    try draft.place(replacing: replacing)
    unlink("\(path)-journal")
    return withExtendedLifetime(replaced) { true }
  }

  /// - Parameter path: Of the file that `queue` writes, for messages.
  private func copyRuns(to queue: DatabaseQueue, of path: String) throws(RecordsError) {
    try ResultsFile.translated(path) {
      try queue.write { target in
        for table in ["batch", "run", "estimate", "checkpoint", "trial", "matching"] { try copy(table, to: target) }
      }
    }
  }

  private func copy(_ table: String, to target: Database) throws(RecordsError) {
    try reading { source in
      let rows = try BulkStatement(source, "SELECT * FROM \(table)", of: table)
      var copies = try BulkStatement(target, into: table, rows.columnNames)
      while try rows.step() {
        try copies.bind(rowOf: rows)
        try copies.insert()
      }
    }
  }
}

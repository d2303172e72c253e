import GRDB
import PeachTrials

extension ResultsFile {
  package func simulation() throws(RecordsError) -> SimulationRecord {
    try reading { db in
      let row = try BulkStatement(
        db,
        """
        SELECT name, question, digest, seed, version, build, experiment, task, unit, scale, alternatives, replicates,
          shard, shards FROM simulation
        """, of: "simulation")
      guard try row.step() else {
        throw RecordsError(
          .wrongContent, path: path, reason: "holds no simulation", hint: FileRole.results.remedy)
      }
      guard let scale = Axis.Scale(rawValue: try row.text(9)) else { throw row.damage(9, expected: "linear or log") }
      let task = try row.text(7)
      if TrialTask.Kind(rawValue: task) == nil { throw row.damage(7, expected: "a kind of task") }
      return SimulationRecord(
        name: try row.text(0), question: try row.optionalText(1), digest: try row.text(2), seed: try row.text(3),
        version: try row.text(4), build: try row.text(5), experiment: try row.text(6), task: task,
        unit: try row.text(8), scale: scale, alternatives: try row.int(10, in: 1 ... .max),
        varied: try ResultsFile.list(db, "SELECT place, path FROM varied ORDER BY place", of: "varied"),
        replicates: try row.int(11, in: 1...(1 << 32)), shard: try ResultsFile.shard(row, 12))
    }
  }

  /// - Parameter column: Of its number; that of the count follows.
  private static func shard(_ row: BulkStatement, _ column: Int32) throws -> Shard {
    let count = try row.int(column + 1, in: 1...Shard.greatestCount)
    return Shard(try row.int(column, in: 1...count), of: count)
  }

  /// - Parameter what: What is made of levels alone, for messages.
  /// - Throws: `RecordsError` if the trials are pitch matchings.
  package func requireLevels(for what: String, hint: String) throws(RecordsError) {
    guard isOfMatchings else { return }
    throw RecordsError(
      .wrongContent, path: path, reason: "holds pitch matchings, which have no levels for \(what)", hint: hint)
  }

  static func taskKind(_ db: Database) throws -> TrialTask.Kind? {
    let row = try BulkStatement(db, "SELECT task FROM simulation", of: "simulation")
    return try row.step() ? row.optionalText(0).flatMap(TrialTask.Kind.init) : nil
  }

  static func keptTrials(_ db: Database) throws -> Int? {
    let row = try BulkStatement(
      db,
      """
      SELECT json_valid(experiment), CASE WHEN json_valid(experiment) THEN json_extract(experiment, '$."keep-trials"') END
        AS "keep-trials" FROM simulation
      """, of: "simulation")
    guard try row.step() else { return nil }
    guard try row.optionalInt(0) == 1 else { throw row.damage("experiment: the stored text is not JSON") }
    return try row.optionalInt(1, in: 0 ... .max)
  }

  static func checkpoints(_ db: Database) throws -> [Int] {
    let row = try BulkStatement(
      db,
      """
      SELECT value AS checkpoint FROM simulation,
        json_each(CASE WHEN json_valid(experiment) THEN experiment ELSE '{}' END, '$.checkpoints')
      """, of: "simulation")
    var checkpoints: [Int] = []
    while try row.step() { checkpoints.append(try row.int(0, in: ((checkpoints.last ?? 0) + 1)...(.max))) }
    return checkpoints
  }

  /// Texts that are numbered from 0.
  private static func list(_ db: Database, _ sql: String, of table: String, _ cell: Int? = nil) throws -> [String] {
    var row = try BulkStatement(db, sql, of: table)
    if let cell { try row.bind(cell) }
    var texts: [String] = []
    while try row.step() {
      _ = try row.int(0, in: texts.count...texts.count)
      texts.append(try row.text(1))
    }
    return texts
  }

  /// The cells in file order.
  package func cells() throws(RecordsError) -> [CellRecord] {
    try reading { db in
      let row = try HeardColumns.ofCells.rows(db, "ORDER BY id", keys: 1)
      let varied = try ResultsFile.list(db, "SELECT place, path FROM varied ORDER BY place", of: "varied").count
      var cells: [CellRecord] = []
      while try row.step() {
        let id = try row.int(0, in: cells.count...cells.count)
        let values = try ResultsFile.list(
          db, "SELECT place, value FROM cell_varied WHERE cell = ? ORDER BY place", of: "cell_varied", id)
        guard values.count == varied else {
          throw row.damage("has \(values.count) of \(varied) varied values")
        }
        var heard = Presentation()
        try HeardColumns.ofCells.read(row, into: &heard)
        let estimators = try ResultsFile.estimators(of: id, db)
        guard !estimators.isEmpty else { throw row.damage("has no estimator") }
        cells.append(
          CellRecord(
            id: id, strategy: try row.text(1), listener: try row.text(2), varied: values,
            alternatives: try row.int(3, in: 1 ... .max), heard: heard, estimators: estimators))
      }
      try ResultsFile.checkRows(of: cells.count, db)
      return cells
    }
  }

  /// - Throws: `Damage` if rows are of cells that are not there.
  private static func checkRows(of cells: Int, _ db: Database) throws {
    for table in ["cell_varied", "estimator", "batch", "run", "estimate", "trial", "matching", "checkpoint"] {
      var row = try BulkStatement(
        db, "SELECT cell FROM \(table) WHERE cell < 0 UNION ALL SELECT cell FROM \(table) WHERE cell >= ? LIMIT 1",
        of: table)
      try row.bind(cells)
      if try row.step() { throw row.damage(0, expected: "one of \(cells) cells") }
    }
  }

  static func estimators(of cell: Int, _ db: Database) throws -> [EstimatorRecord] {
    var row = try BulkStatement(
      db,
      """
      SELECT cell, place, name, target, truth, true_lapse, ideal_sweat, true_slope, truth_error FROM estimator
      WHERE cell = ? ORDER BY place
      """,
      of: "estimator", keys: 2)
    try row.bind(cell)
    var estimators: [EstimatorRecord] = []
    while try row.step() {
      _ = try row.int(1, in: estimators.count...estimators.count)
      estimators.append(
        EstimatorRecord(
          name: try row.text(2), target: try row.optionalDouble(3, in: 0...1), truth: try row.optionalDouble(4),
          truthError: try row.optionalDouble(8), trueLapse: try row.optionalDouble(5, in: 0...1),
          idealSweat: try row.optionalDouble(6),
          trueSlope: try row.optionalDouble(7)))
    }
    return estimators
  }

  /// The replicates stored of each cell, with the seconds they took, in order.
  package func batches() throws(RecordsError) -> [StoredBatch] {
    try reading { try ResultsFile.batches($0) }
  }

  /// How many runs were stopped by an error.
  package func failedRuns() throws(RecordsError) -> Int {
    try reading { db in
      let row = try BulkStatement(db, "SELECT COUNT(*) FROM run WHERE failure IS NOT NULL", of: "run")
      return try row.step() ? try row.int(0) : 0
    }
  }

  /// The stored runs and trials of each cell and the seconds they took, in file order; with what its strategy takes for
  /// one trial, by its quickest batch; `nil` if that was not measured.
  package func timing() throws(RecordsError) -> [(
    cell: Int, runs: Int, trials: Int, seconds: Double, selection: Double?
  )] {
    try cells().map { cell throws(RecordsError) in
      try reading { db in
        var runs = try RunRows(of: cell.id, db)
        var (count, trials) = (0, 0)
        while let run = try runs.next() {
          count += 1
          trials += run.trials
        }
        let seconds = runs.batches.reduce(0) { $0 + $1.seconds }
        return (cell.id, count, trials, seconds, runs.batches.compactMap(\.selection).min())
      }
    }
  }

  /// Reads from one state of the file.
  func reading<T>(_ body: (Database) throws -> T) throws(RecordsError) -> T {
    try ResultsFile.translated(path) { try queue.read(body) }
  }
}

import GRDB
import PeachTrials

extension ResultsFile {
  /// Writes batches whole, in one transaction.
  ///
  /// - Parameter isCancelled: Asked now and then; `true` leaves all of them out.
  /// - Returns: Whether they are written.
  @discardableResult
  package func append(_ batches: [BatchRecord], isCancelled: () -> Bool = { false }) throws(RecordsError) -> Bool {
    try ResultsFile.translated(path) {
      var areWhole = false
      try queue.inTransaction { db in
        try db.checkPlace(path)
        areWhole = try batches.allSatisfy { try ResultsFile.insert($0, into: db, isCancelled) }
        return areWhole ? .commit : .rollback
      }
      return areWhole
    }
  }

  /// Writes a batch and takes it back, to measure what writing costs. The file stays as it is.
  package func tryWriting(_ batch: BatchRecord) throws(RecordsError) {
    try ResultsFile.translated(path) {
      try queue.inTransaction { db in
        _ = try ResultsFile.insert(batch, into: db) { false }
        return .rollback
      }
    }
  }

  /// - Returns: False after a cancellation.
  private static func insert(_ batch: BatchRecord, into db: Database, _ isCancelled: () -> Bool) throws -> Bool {
    var mark = try BulkStatement(db, into: "batch", ["cell", "first", "last", "wall_s", "selection_s"])
    try mark.bind(batch.cell)
    try mark.bind(batch.replicates.lowerBound)
    try mark.bind(batch.replicates.upperBound)
    try mark.bind(batch.seconds)
    try mark.bind(batch.selection)
    try mark.insert()
    try insert(runs: batch.runs, of: batch.cell, into: db)
    try insert(estimates: batch.estimates, of: batch.cell, into: db)
    try insert(checkpoints: batch.checkpoints, of: batch.cell, into: db)
    return try insert(batch.trials, TrialColumns.ofResults, of: batch.cell, into: db, isCancelled) {
      ($0.replicate, $0.trial)
    }
      && insert(batch.matchings, MatchingColumns.ofResults, of: batch.cell, into: db, isCancelled) {
        ($0.replicate, $0.matching)
      }
  }

  /// States how many replicates the simulation is to have.
  package func setReplicates(_ replicates: Int) throws(RecordsError) {
    try ResultsFile.translated(path) {
      try queue.write { db in
        try db.checkPlace(path)
        try db.execute(sql: "UPDATE simulation SET replicates = ?", arguments: [replicates])
      }
    }
  }

  static func insert(_ simulation: SimulationRecord, into db: Database) throws {
    var row = try BulkStatement(
      db, into: "simulation",
      [
        "id", "name", "question", "digest", "seed", "version", "build", "experiment", "task", "unit", "scale",
        "alternatives", "replicates", "shard", "shards",
      ])
    try row.bind(1)
    try row.bind(simulation.name)
    try row.bind(simulation.question)
    try row.bind(simulation.digest)
    try row.bind(simulation.seed)
    try row.bind(simulation.version)
    try row.bind(simulation.build)
    try row.bind(simulation.experiment)
    try row.bind(simulation.task)
    try row.bind(simulation.unit)
    try row.bind(simulation.scale.rawValue)
    try row.bind(simulation.alternatives)
    try row.bind(simulation.replicates)
    try row.bind(simulation.shard.number)
    try row.bind(simulation.shard.count)
    try row.insert()
    for (place, path) in simulation.varied.enumerated() {
      try db.execute(sql: "INSERT INTO varied (place, path) VALUES (?, ?)", arguments: [place, path])
    }
  }

  static func insert(_ cell: CellRecord, into db: Database) throws {
    var row = try BulkStatement(db, HeardColumns.ofCells.insertion)
    try row.bind(cell.id)
    try row.bind(cell.strategy)
    try row.bind(cell.listener)
    try row.bind(cell.alternatives)
    try HeardColumns.ofCells.bind(cell.heard, to: &row)
    try row.insert()
    for (place, value) in cell.varied.enumerated() {
      try db.execute(
        sql: "INSERT INTO cell_varied (cell, place, value) VALUES (?, ?, ?)", arguments: [cell.id, place, value])
    }
    var estimators = try BulkStatement(
      db, into: "estimator",
      ["cell", "place", "name", "target", "truth", "true_lapse", "ideal_sweat", "true_slope", "truth_error"])
    for (place, estimator) in cell.estimators.enumerated() {
      try estimators.bind(cell.id)
      try estimators.bind(place)
      try estimators.bind(estimator.name)
      try estimators.bind(estimator.target)
      try estimators.bind(estimator.truth)
      try estimators.bind(estimator.trueLapse)
      try estimators.bind(estimator.idealSweat)
      try estimators.bind(estimator.trueSlope)
      try estimators.bind(estimator.truthError)
      try estimators.insert()
    }
  }

  private static func insert(runs: [RunRecord], of cell: Int, into db: Database) throws {
    var row = try BulkStatement(
      db, into: "run",
      ["cell", "replicate", "trials", "reversals", "correct", "judged", "stop_reason", "failure"])
    for run in runs {
      try row.bind(cell)
      try row.bind(run.replicate)
      try row.bind(run.trials)
      try row.bind(run.reversals)
      try row.bind(run.correct)
      try row.bind(run.judged)
      try row.bind(run.stopReason)
      try row.bind(run.failure)
      try row.insert()
    }
  }

  private static func insert(estimates: [EstimateRecord], of cell: Int, into db: Database) throws {
    var row = try BulkStatement(db, into: "estimate", ["cell", "replicate"] + columnsOfEstimates)
    for estimate in estimates {
      try row.bind(cell)
      try row.bind(estimate.replicate)
      try bind(estimate, to: &row)
      try row.insert()
    }
  }

  private static func insert(checkpoints: [CheckpointRecord], of cell: Int, into db: Database) throws {
    if checkpoints.isEmpty { return }
    var row = try BulkStatement(db, into: "checkpoint", ["cell", "replicate", "trials"] + columnsOfEstimates)
    for checkpoint in checkpoints {
      try row.bind(cell)
      try row.bind(checkpoint.estimate.replicate)
      try row.bind(checkpoint.trials)
      try bind(checkpoint.estimate, to: &row)
      try row.insert()
    }
  }

  /// In the order of `bind`.
  private static let columnsOfEstimates = [
    "estimator", "status", "threshold", "low", "high", "slope", "lapse", "bias", "true_threshold", "true_lapse",
    "true_slope",
  ]

  /// From the estimator on.
  private static func bind(_ estimate: EstimateRecord, to row: inout BulkStatement) throws {
    try row.bind(estimate.estimator)
    try row.bind(estimate.status.rawValue)
    try row.bind(estimate.threshold)
    try row.bind(estimate.low)
    try row.bind(estimate.high)
    try row.bind(estimate.slope)
    try row.bind(estimate.lapse)
    try row.bind(estimate.bias)
    try row.bind(estimate.met?.threshold)
    try row.bind(estimate.met?.lapse)
    try row.bind(estimate.met?.slope)
  }

  /// - Returns: False after a cancellation.
  private static func insert<Kept, Record>(
    _ kept: [Kept], _ table: RecordTable<Record>, of cell: Int, into db: Database, _ isCancelled: () -> Bool,
    _ parts: (Kept) -> (replicate: Int, record: Record)
  ) throws -> Bool {
    if kept.isEmpty { return true }
    var row = try BulkStatement(db, table.insertion)
    for (number, kept) in kept.enumerated() {
      if number % 4096 == 4095, isCancelled() { return false }
      let (replicate, record) = parts(kept)
      try row.bind(cell)
      try row.bind(replicate)
      try table.bind(record, to: &row)
      try row.insert()
    }
    return true
  }
}

import GRDB

extension ResultsFile {
  /// Writes a batch whole, in one transaction.
  public func append(_ batch: BatchRecord) throws(RecordsError) {
    try ResultsFile.translated(path) {
      try queue.write { db in
        var mark = try BulkStatement(db, "INSERT INTO batch VALUES (?, ?, ?, ?)")
        mark.bind(batch.cell)
        mark.bind(batch.replicates.lowerBound)
        mark.bind(batch.replicates.upperBound)
        mark.bind(batch.seconds)
        try mark.insert()
        try ResultsFile.insert(runs: batch.runs, of: batch.cell, into: db)
        try ResultsFile.insert(estimates: batch.estimates, of: batch.cell, into: db)
        try ResultsFile.insert(trials: batch.trials, of: batch.cell, into: db)
      }
    }
  }

  /// States how many replicates the simulation is to have.
  public func setReplicates(_ replicates: Int) throws(RecordsError) {
    try ResultsFile.translated(path) {
      try queue.write { try $0.execute(sql: "UPDATE simulation SET replicates = ?", arguments: [replicates]) }
    }
  }

  static func insert(_ simulation: SimulationRecord, into db: Database) throws {
    var row = try BulkStatement(db, "INSERT INTO simulation VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    row.bind(simulation.name)
    row.bind(simulation.question)
    row.bind(simulation.digest)
    row.bind(simulation.seed)
    row.bind(simulation.version)
    row.bind(simulation.build)
    row.bind(simulation.experiment)
    row.bind(simulation.task)
    row.bind(simulation.unit)
    row.bind(simulation.scale)
    row.bind(simulation.alternatives)
    row.bind(simulation.replicates)
    try row.insert()
    for (place, path) in simulation.varied.enumerated() {
      try db.execute(sql: "INSERT INTO varied VALUES (?, ?)", arguments: [place, path])
    }
  }

  static func insert(_ cell: CellRecord, into db: Database) throws {
    var row = try BulkStatement(db, "INSERT INTO cell VALUES (?, ?, ?, ?, ?, ?, ?)")
    row.bind(cell.id)
    row.bind(cell.strategy)
    row.bind(cell.listener)
    row.bind(cell.tuning)
    row.bind(cell.referencePitch)
    row.bind(cell.noteDuration)
    row.bind(cell.gap)
    try row.insert()
    for (place, value) in cell.varied.enumerated() {
      try db.execute(sql: "INSERT INTO cell_varied VALUES (?, ?, ?)", arguments: [cell.id, place, value])
    }
    var estimators = try BulkStatement(db, "INSERT INTO estimator VALUES (?, ?, ?, ?, ?, ?, ?)")
    for (place, estimator) in cell.estimators.enumerated() {
      estimators.bind(cell.id)
      estimators.bind(place)
      estimators.bind(estimator.name)
      estimators.bind(estimator.target)
      estimators.bind(estimator.truth)
      estimators.bind(estimator.trueLapse)
      estimators.bind(estimator.idealSweat)
      try estimators.insert()
    }
  }

  private static func insert(runs: [RunRecord], of cell: Int, into db: Database) throws {
    var row = try BulkStatement(db, "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    for run in runs {
      row.bind(cell)
      row.bind(run.replicate)
      row.bind(run.trials)
      row.bind(run.reversals)
      row.bind(run.correct)
      row.bind(run.judged)
      row.bind(run.stopReason)
      row.bind(run.failure)
      try row.insert()
    }
  }

  private static func insert(estimates: [EstimateRecord], of cell: Int, into db: Database) throws {
    var row = try BulkStatement(db, "INSERT INTO estimate VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for estimate in estimates {
      row.bind(cell)
      row.bind(estimate.replicate)
      row.bind(estimate.estimator)
      row.bind(estimate.status)
      row.bind(estimate.threshold)
      row.bind(estimate.low)
      row.bind(estimate.high)
      row.bind(estimate.slope)
      row.bind(estimate.lapse)
      row.bind(estimate.bias)
      try row.insert()
    }
  }

  private static func insert(trials: [TrialRecord], of cell: Int, into db: Database) throws {
    var row = try BulkStatement(
      db, "INSERT INTO trial VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for trial in trials {
      row.bind(cell)
      row.bind(trial.replicate)
      row.bind(trial.trial)
      row.bind(trial.track)
      row.bind(trial.kind)
      row.bind(trial.reference)
      row.bind(trial.target)
      row.bind(trial.interval)
      row.bind(trial.offset)
      row.bind(trial.level)
      row.bind(trial.answer)
      row.bind(trial.isCorrect)
      row.bind(trial.isReversal)
      row.bind(trial.estimate)
      row.bind(trial.low)
      row.bind(trial.high)
      try row.insert()
    }
  }
}

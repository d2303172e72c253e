import GRDB

extension ResultsFile {
  public func simulation() throws(RecordsError) -> SimulationRecord {
    try ResultsFile.translated(path) {
      try queue.read { db in
        let varied = try String.fetchAll(db, sql: "SELECT path FROM varied ORDER BY place")
        let row = try BulkStatement(
          db,
          """
          SELECT name, question, digest, seed, version, build, experiment, task, unit, scale, alternatives, replicates
          FROM simulation
          """)
        guard try row.step() else {
          throw RecordsError(.wrongContent, path: path, reason: "holds no simulation")
        }
        return SimulationRecord(
          name: row.text(0) ?? "", question: row.text(1), digest: row.text(2) ?? "", seed: row.text(3) ?? "",
          version: row.text(4) ?? "", build: row.text(5) ?? "", experiment: row.text(6) ?? "",
          task: row.text(7) ?? "", unit: row.text(8) ?? "", scale: row.text(9) ?? "", alternatives: row.int(10),
          varied: varied, replicates: row.int(11))
      }
    }
  }

  /// The cells in file order.
  public func cells() throws(RecordsError) -> [CellRecord] {
    try ResultsFile.translated(path) {
      try queue.read { db in
        let row = try BulkStatement(
          db, "SELECT id, strategy, listener, tuning, reference_pitch_hz, note_duration_s, gap_s FROM cell ORDER BY id")
        var cells: [CellRecord] = []
        while try row.step() {
          let id = row.int(0)
          cells.append(
            CellRecord(
              id: id, strategy: row.text(1) ?? "", listener: row.text(2) ?? "",
              varied: try String.fetchAll(
                db, sql: "SELECT value FROM cell_varied WHERE cell = ? ORDER BY place", arguments: [id]),
              tuning: row.text(3), referencePitch: row.double(4), noteDuration: row.double(5), gap: row.double(6),
              estimators: try ResultsFile.estimators(of: id, db)))
        }
        return cells
      }
    }
  }

  private static func estimators(of cell: Int, _ db: Database) throws -> [EstimatorRecord] {
    var row = try BulkStatement(
      db, "SELECT name, target, truth, true_lapse, ideal_sweat FROM estimator WHERE cell = ? ORDER BY place")
    row.bind(cell)
    var estimators: [EstimatorRecord] = []
    while try row.step() {
      estimators.append(
        EstimatorRecord(
          name: row.text(0) ?? "", target: row.double(1), truth: row.double(2), trueLapse: row.double(3) ?? 0,
          idealSweat: row.double(4)))
    }
    return estimators
  }

  /// The replicates stored of each cell, with the seconds they took, in order.
  public func batches() throws(RecordsError) -> [(cell: Int, replicates: ClosedRange<Int>, seconds: Double)] {
    try ResultsFile.translated(path) {
      try queue.read { db in
        let row = try BulkStatement(db, "SELECT cell, first, last, wall_s FROM batch ORDER BY cell, first")
        var batches: [(cell: Int, replicates: ClosedRange<Int>, seconds: Double)] = []
        while try row.step() {
          guard row.int(1) <= row.int(2) else { throw damage("a batch ends before it begins") }
          batches.append((row.int(0), row.int(1)...row.int(2), row.double(3) ?? 0))
        }
        return batches
      }
    }
  }

  private func damage(_ reason: String) -> RecordsError {
    RecordsError(.wrongContent, path: path, reason: "damaged: \(reason)")
  }

  /// Hands out every run of a cell with its estimates, by replicate and estimator.
  public func forEachRun(of cell: Int, _ body: (RunRecord, EstimateRecord) -> Void) throws(RecordsError) {
    try ResultsFile.translated(path) {
      try queue.read { db in
        let estimators = try ResultsFile.estimators(of: cell, db).count
        var row = try BulkStatement(
          db,
          """
          SELECT replicate, trials, reversals, correct, judged, stop_reason, failure, estimator, status, threshold, low,
            high, slope, lapse, bias
          FROM run JOIN estimate USING (cell, replicate) WHERE cell = ? ORDER BY replicate, estimator
          """)
        row.bind(cell)
        while try row.step() {
          guard 0..<estimators ~= row.int(7) else { throw damage("an estimate of no estimator") }
          let run = RunRecord(
            replicate: row.int(0), trials: row.int(1), reversals: row.int(2), correct: row.int(3), judged: row.int(4),
            stopReason: row.text(5) ?? "", failure: row.text(6))
          var estimate = EstimateRecord(replicate: row.int(0), estimator: row.int(7), status: row.text(8) ?? "")
          estimate.threshold = row.double(9)
          estimate.low = row.double(10)
          estimate.high = row.double(11)
          estimate.slope = row.double(12)
          estimate.lapse = row.double(13)
          estimate.bias = row.double(14)
          body(run, estimate)
        }
      }
    }
  }

  /// Hands out every stored trial of a cell, by replicate and trial.
  public func forEachTrial(of cell: Int, _ body: (TrialRecord) -> Void) throws(RecordsError) {
    try ResultsFile.translated(path) {
      try queue.read { db in
        var row = try BulkStatement(
          db,
          """
          SELECT replicate, trial, track, kind, reference, target, interval, offset, level, answer, correct, reversal,
            estimate, low, high
          FROM trial WHERE cell = ? ORDER BY replicate, trial
          """)
        row.bind(cell)
        while try row.step() {
          var trial = TrialRecord(
            replicate: row.int(0), trial: row.int(1), track: row.text(2) ?? "", kind: row.text(3) ?? "",
            level: row.double(8) ?? 0, isReversal: row.int(11) == 1)
          trial.reference = row.optionalInt(4)
          trial.target = row.optionalInt(5)
          trial.interval = row.text(6)
          trial.offset = row.double(7)
          trial.answer = row.text(9)
          trial.isCorrect = row.optionalInt(10).map { $0 == 1 }
          trial.estimate = row.double(12)
          trial.low = row.double(13)
          trial.high = row.double(14)
          body(trial)
        }
      }
    }
  }

  /// How many runs were stopped by an error.
  public func failedRuns() throws(RecordsError) -> Int {
    try ResultsFile.translated(path) {
      try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM run WHERE failure IS NOT NULL") ?? 0 }
    }
  }
}

extension ResultsFile {
  /// The stored runs and trials of each cell and the seconds they took, in file order.
  public func timing() throws(RecordsError) -> [(cell: Int, runs: Int, trials: Int, seconds: Double)] {
    try ResultsFile.translated(path) {
      try queue.read { db in
        let row = try BulkStatement(
          db,
          """
          SELECT id, (SELECT COUNT(*) FROM run WHERE cell = id), (SELECT SUM(trials) FROM run WHERE cell = id),
            (SELECT SUM(wall_s) FROM batch WHERE cell = id)
          FROM cell ORDER BY id
          """)
        var rows: [(cell: Int, runs: Int, trials: Int, seconds: Double)] = []
        while try row.step() { rows.append((row.int(0), row.int(1), row.int(2), row.double(3) ?? 0)) }
        return rows
      }
    }
  }
}

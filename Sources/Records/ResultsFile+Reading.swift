import GRDB
import Trials

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
        let scale = row.text(9) ?? ""
        guard let scale = Axis.Scale(rawValue: scale) else {
          throw Damage(reason: "levels on a scale '\(scale)'")
        }
        return SimulationRecord(
          name: row.text(0) ?? "", question: row.text(1), digest: row.text(2) ?? "", seed: row.text(3) ?? "",
          version: row.text(4) ?? "", build: row.text(5) ?? "", experiment: row.text(6) ?? "",
          task: row.text(7) ?? "", unit: row.text(8) ?? "", scale: scale, alternatives: row.int(10),
          varied: varied, replicates: row.int(11))
      }
    }
  }

  /// The cells in file order.
  public func cells() throws(RecordsError) -> [CellRecord] {
    try ResultsFile.translated(path) {
      try queue.read { db in
        let row = try BulkStatement(db, "SELECT \(HeardColumns.ofCells.selection) FROM cell ORDER BY id")
        let varied = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM varied") ?? 0
        var cells: [CellRecord] = []
        while try row.step() {
          let id = row.int(0)
          let values = try String.fetchAll(
            db, sql: "SELECT value FROM cell_varied WHERE cell = ? ORDER BY place", arguments: [id])
          guard values.count == varied else {
            throw Damage(reason: "cell \(id) has \(values.count) of \(varied) varied values")
          }
          var heard = Presentation()
          try HeardColumns.ofCells.read(row, into: &heard)
          cells.append(
            CellRecord(
              id: id, strategy: row.text(1) ?? "", listener: row.text(2) ?? "",
              varied: values, heard: heard, estimators: try ResultsFile.estimators(of: id, db)))
        }
        return cells
      }
    }
  }

  private static func estimators(of cell: Int, _ db: Database) throws -> [EstimatorRecord] {
    var row = try BulkStatement(
      db, "SELECT name, target, truth, true_lapse, ideal_sweat FROM estimator WHERE cell = ? ORDER BY place")
    try row.bind(cell)
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
          guard row.int(1) <= row.int(2) else { throw Damage(reason: "a batch ends before it begins") }
          batches.append((row.int(0), row.int(1)...row.int(2), row.double(3) ?? 0))
        }
        return batches
      }
    }
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
        try row.bind(cell)
        while try row.step() {
          guard 0..<estimators ~= row.int(7) else { throw Damage(reason: "an estimate of no estimator") }
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

  /// Hands out every stored trial of a cell, by replicate and trial, each with what the cell says was heard.
  ///
  /// - Complexity: O(n) in the trials of the cell; one is in memory at a time.
  public func forEachTrial(of cell: CellRecord, _ body: (RunTrial) -> Void) throws(RecordsError) {
    try ResultsFile.translated(path) {
      try queue.read { db in
        let table = TrialColumns.ofResults
        var row = try BulkStatement(
          db, "SELECT \(table.selection) FROM trial WHERE cell = ? ORDER BY replicate, trial")
        try row.bind(cell.id)
        var trial = TrialRecord(trial: 0, level: 0, heard: cell.heard)
        while try row.step() {
          try table.read(row, into: &trial)
          body(RunTrial(replicate: row.int(1), trial: trial))
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

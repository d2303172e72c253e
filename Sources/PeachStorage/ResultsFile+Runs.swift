import GRDB
import PeachTrials

/// The runs of a cell, which must be those that its batches say.
struct RunRows {
  private let row: BulkStatement
  /// The replicates that are still to come, batch by batch, the last first.
  private var expected: [ClosedRange<Int>]
  private var upcoming: Int?
  let batches: [StoredBatch]
  private let cell: Int

  /// - Parameter range: The replicates, or `nil` for all.
  init(of cell: Int, in range: ClosedRange<Int>? = nil, _ db: Database) throws {
    batches = try ResultsFile.batches(of: cell, db)
    expected = batches.reversed().compactMap { $0.replicates.part(in: range) }
    upcoming = expected.last?.lowerBound
    var row = try BulkStatement(
      db,
      """
      SELECT cell, replicate, trials, reversals, correct, judged, stop_reason, failure FROM run
      WHERE cell = ? AND \(ResultsFile.isInRange) ORDER BY replicate
      """, of: "run", keys: 2)
    try row.bind(cell)
    try row.bind(range)
    self.row = row
    self.cell = cell
  }

  /// - Returns: nil after the last.
  mutating func next() throws -> RunRecord? {
    let replicate = upcoming
    if let replicate { advance(from: replicate) }
    guard try row.step() else {
      if let replicate { throw Damage(reason: "table run, cell \(cell): replicate \(replicate) is missing") }
      return nil
    }
    let found = try row.int(1)
    guard let replicate else { throw row.damage("this row belongs to no stored batch of runs") }
    guard found == replicate else {
      throw Damage(reason: "table run, cell \(cell): expected replicate \(replicate), got \(found)")
    }
    let counts = 0...TrackPlayer.longestTrack
    return RunRecord(
      replicate: replicate, trials: try row.int(2, in: counts), reversals: try row.int(3, in: counts),
      correct: try row.int(4, in: counts), judged: try row.int(5, in: counts), stopReason: try row.text(6),
      failure: try row.optionalText(7))
  }

  private mutating func advance(from replicate: Int) {
    if replicate == expected.last?.upperBound {
      expected.removeLast()
      upcoming = expected.last?.lowerBound
    } else {
      upcoming = replicate + 1
    }
  }
}

extension ClosedRange<Int> {
  /// The overlap with another range; `nil` if there is none.
  fileprivate func part(in range: ClosedRange<Int>?) -> ClosedRange<Int>? {
    guard let range else { return self }
    return overlaps(range) ? clamped(to: range) : nil
  }
}

extension BulkStatement {
  /// Binds the two values of `ResultsFile.isInRange`.
  fileprivate mutating func bind(_ range: ClosedRange<Int>?) throws {
    try bind(range?.lowerBound ?? .min)
    try bind(range?.upperBound ?? .max)
  }
}

extension ResultsFile {
  /// The condition of a query on a range of replicates.
  fileprivate static let isInRange = "replicate BETWEEN ? AND ?"

  /// Hands out every run of a cell with its estimates, by replicate and estimator.
  ///
  /// - Parameter range: The replicates, or `nil` for all.
  package func forEachRun(
    of cell: Int, in range: ClosedRange<Int>? = nil, _ body: (RunRecord, EstimateRecord) -> Void
  ) throws(RecordsError) {
    try reading { db in
      let areCommon = try ResultsFile.estimators(of: cell, db).map(\.isCommon)
      var runs = try RunRows(of: cell, in: range, db)
      var row = try BulkStatement(
        db,
        """
        SELECT cell, replicate, estimator, status, threshold, low, high, slope, lapse, bias, true_threshold, true_lapse,
          true_slope FROM estimate
        WHERE cell = ? AND \(ResultsFile.isInRange) ORDER BY replicate, estimator
        """, of: "estimate", keys: 3)
      try row.bind(cell)
      try row.bind(range)
      while let run = try runs.next() {
        for estimator in areCommon.indices {
          guard try row.step() else {
            throw Damage(
              reason: "table estimate, cell \(cell), replicate \(run.replicate): "
                + "estimator \(estimator) is missing")
          }
          guard try row.int(1) == run.replicate, try row.int(2) == estimator else {
            throw row.damage("expected estimator \(estimator) of replicate \(run.replicate)")
          }
          body(run, try ResultsFile.estimate(row, from: 3, of: run, estimator, isCommon: areCommon[estimator]))
        }
      }
      if try row.step() { throw row.damage("this row belongs to no run") }
    }
  }

  /// - Parameter column: Of the status.
  private static func estimate(
    _ row: BulkStatement, from column: Int32, of run: RunRecord, _ estimator: Int, isCommon: Bool
  ) throws(Damage) -> EstimateRecord {
    var estimate = EstimateRecord(
      replicate: run.replicate, estimator: estimator, status: try row.status(column))
    // A strategy's own may be a figure that is not always there.
    let hasThreshold = isCommon && estimate.status == .ok
    estimate.threshold = hasThreshold ? try row.double(column + 1) : try row.optionalDouble(column + 1)
    estimate.low = try row.optionalDouble(column + 2)
    estimate.high = try row.optionalDouble(column + 3)
    estimate.slope = try row.optionalDouble(column + 4)
    estimate.lapse = try row.optionalDouble(column + 5)
    estimate.bias = try row.optionalDouble(column + 6)
    if let lapse = try row.optionalDouble(column + 8, in: 0...1) {
      estimate.met = TrueListener(
        threshold: try row.optionalDouble(column + 7), lapse: lapse, slope: try row.optionalDouble(column + 9))
    }
    return estimate
  }

  /// Hands out every run of a cell with what each estimator made of its first trials, by replicate, checkpoint and
  /// estimator; nothing where the experiment states no checkpoints.
  ///
  /// - Parameter range: The replicates, or `nil` for all.
  package func forEachCheckpoint(
    of cell: Int, in range: ClosedRange<Int>? = nil, _ body: (RunRecord, CheckpointRecord) -> Void
  ) throws(RecordsError) {
    try reading { db in
      let areCommon = try ResultsFile.estimators(of: cell, db).map(\.isCommon)
      var runs = try RunRows(of: cell, in: range, db)
      var row = try BulkStatement(
        db,
        """
        SELECT cell, replicate, trials, estimator, status, threshold, low, high, slope, lapse, bias, true_threshold,
          true_lapse, true_slope FROM checkpoint
        WHERE cell = ? AND \(ResultsFile.isInRange) ORDER BY replicate, trials, estimator
        """, of: "checkpoint", keys: 4)
      try row.bind(cell)
      try row.bind(range)
      while let run = try runs.next() {
        for trials in checkpoints {
          for estimator in areCommon.indices {
            guard try row.step(), try row.int(1) == run.replicate, try row.int(2) == trials, try row.int(3) == estimator
            else {
              throw Damage(
                reason: "table checkpoint, cell \(cell), replicate \(run.replicate): "
                  + "estimator \(estimator) after \(trials) trials is missing")
            }
            let estimate = try ResultsFile.estimate(
              row, from: 4, of: run, estimator, isCommon: areCommon[estimator])
            body(run, CheckpointRecord(trials: trials, estimate: estimate))
          }
        }
      }
      if try row.step() { throw row.damage("this row belongs to no run or to no checkpoint of the experiment") }
    }
  }

  /// Hands out every stored trial of a cell, by replicate and trial, each with what the cell says was heard. Of a
  /// simulation of matchings there is none.
  ///
  /// - Parameter range: The replicates, or `nil` for all.
  /// - Complexity: O(n) in the trials; one is in memory at a time.
  package func forEachTrial(
    of cell: CellRecord, in range: ClosedRange<Int>? = nil, _ body: (RunTrial) -> Void
  ) throws(RecordsError) {
    if isOfMatchings { return }
    let empty = TrialRecord(trial: 0, level: 0, heard: cell.heard)
    let contents = task.map { TrialContents(task: $0, hasTuning: cell.heard.tuning != nil) }
    try forEachKept(
      of: cell, in: range, TrialColumns.ofResults, empty, \.trial, { contents?.fault(in: $0) },
      { body(RunTrial(replicate: $0, trial: $1)) })
  }

  /// Hands out every stored matching of a cell in the same way; none of a simulation of other trials.
  package func forEachMatching(
    of cell: CellRecord, in range: ClosedRange<Int>? = nil, _ body: (RunMatching) -> Void
  ) throws(RecordsError) {
    guard isOfMatchings else { return }
    let empty = MatchingRecord(
      trial: 0, reference: 0, target: 0, interval: "", initialOffset: 0, error: 0, adjustments: nil, heard: cell.heard)
    try forEachKept(
      of: cell, in: range, MatchingColumns.ofResults, empty, \.trial, { _ in nil },
      { body(RunMatching(replicate: $0, matching: $1)) })
  }

  private func forEachKept<Record>(
    of cell: CellRecord, in range: ClosedRange<Int>?, _ table: RecordTable<Record>, _ empty: Record,
    _ number: (Record) -> Int, _ fault: (Record) -> String?, _ body: (_ replicate: Int, Record) -> Void
  ) throws(RecordsError) {
    try reading { db in
      var row = try table.rows(
        db, "WHERE cell = ? AND \(ResultsFile.isInRange) ORDER BY replicate, trial", keys: 3)
      try row.bind(cell.id)
      try row.bind(range)
      var runs = try RunRows(of: cell.id, in: range, db)
      var record = empty
      var hasRow = try row.step()
      // Where the experiment does not say of how many runs, as long as there are trials.
      while let run = try runs.next(), keptTrials.map({ run.replicate <= $0 }) ?? hasRow {
        for expected in stride(from: 1, through: run.trials, by: 1) {
          guard hasRow, try row.int(1) == run.replicate else {
            throw Damage(
              reason: "table \(table.name), cell \(cell.id), replicate \(run.replicate): "
                + "only \(expected - 1) of \(run.trials) trials are stored")
          }
          try table.read(row, into: &record)
          guard number(record) == expected else { throw row.damage("expected trial \(expected)") }
          if let fault = fault(record) { throw row.damage(fault) }
          body(run.replicate, record)
          hasRow = try row.step()
        }
      }
      if hasRow {
        throw row.damage("this row belongs to no run with stored trials, or comes after the last trial of its run")
      }
    }
  }

  /// - Parameter cell: `nil` for all.
  static func batches(of cell: Int? = nil, _ db: Database) throws -> [StoredBatch] {
    let condition = cell == nil ? "" : "WHERE cell = ?"
    var row = try BulkStatement(
      db, "SELECT cell, first, last, wall_s, selection_s FROM batch \(condition) ORDER BY cell, first", of: "batch")
    if let cell { try row.bind(cell) }
    let durations = 0...Found.finite.upperBound
    var batches: [StoredBatch] = []
    while try row.step() {
      let cell = try row.int(0)
      let next = batches.last.map { $0.cell == cell ? $0.replicates.upperBound : 0 } ?? 0
      let (first, last) = (try row.int(1), try row.int(2, in: 0...(1 << 32)))
      guard first > next else { throw row.damage(1, expected: "a replicate after \(next)") }
      guard first <= last else { throw row.damage(2, expected: "a replicate from \(first) on") }
      batches.append(
        StoredBatch(
          cell: cell, replicates: first...last, seconds: try row.double(3, in: durations),
          selection: try row.optionalDouble(4, in: durations)))
    }
    return batches
  }
}

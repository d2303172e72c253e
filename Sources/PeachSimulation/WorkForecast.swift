import PeachStorage
import PeachSupport

/// Measures what the runs of a simulation cost before the work begins.
///
/// It makes a few runs of each cell that has many left, the last replicates of the plan, and discards them. It also writes
/// some rows in a transaction that it takes back.
struct WorkForecast {
  /// The most seconds that all probes may take.
  private static let mostSeconds = 1.0
  /// The most they may take as a share of the whole work.
  private static let mostShare = 0.03
  /// The most runs of a cell that are made in one round.
  private static let mostRuns = 8
  /// Runs that are written to measure the cost of a row.
  private static let writtenRuns = 256
  /// Reading a row for the summary takes about this share of the time of writing it.
  private static let readingShare = 0.6

  private let plan: Plan
  private let estimators: [[EstimatorRecord]]
  private let jobs: Int
  private let isCancelled: @Sendable () -> Bool

  init(
    _ plan: Plan, _ estimators: [[EstimatorRecord]], jobs: Int, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.plan = plan
    self.estimators = estimators
    self.jobs = jobs
    self.isCancelled = isCancelled
  }

  /// Gives the clock an estimate of the work.
  ///
  /// - Parameters:
  ///   - results: The file that stores the runs; `nil` if they are not stored.
  ///   - isReadAgain: Whether all runs of the file are read after the work.
  func prepare(
    _ clock: WorkClock, for work: [Verifier.Runs], in results: ResultsFile?, isReadAgain: Bool
  ) async throws(RecordsError) {
    var left = plan.cells.map { _ in 0.0 }
    for item in work { left[item.cell] += Double(item.replicates.count) }
    var timeLeft = TimeLeft(groups: plan.cells.map(\.strategy), left: left, jobs: jobs)
    let batches = try results?.batches() ?? []
    for batch in batches {
      timeLeft.measure(batch.cell, units: Double(batch.replicates.count), seconds: batch.seconds)
    }
    timeLeft.setQueue(work.map { ($0.cell, Double($0.replicates.count)) }, ahead: Simulator.mostAlive(jobs))
    let probed = await probe(&timeLeft, clock)
    let trials = probed.mapValues { $0.runs.last?.trials ?? 0 }
    let rowsLeft = results == nil ? 0 : work.reduce(0) { $0 + rows(of: $1, trials: trials[$1.cell] ?? 0) }
    timeLeft.setRows(rowsLeft)
    if let results, let sample = probed.min(by: { $0.key < $1.key })?.value {
      let copies = copies(of: sample)
      let begin = clock.now
      try results.tryWriting(copies)
      timeLeft.measureWriting(rows: copies.rows, seconds: clock.now - begin)
    }
    let stored = batches.reduce(0) { $0 + rows(of: ($1.cell, $1.replicates), trials: 0) }
    timeLeft.setReading(share: isReadAgain ? WorkForecast.readingShare : 0, rowsStored: stored)
    clock.set(timeLeft)
  }

  private func rows(of item: Verifier.Runs, trials: Int) -> Int {
    let kept = max(0, min(item.replicates.upperBound, plan.keepTrials) - item.replicates.lowerBound + 1)
    return item.replicates.count * (1 + estimators[item.cell].count * (1 + plan.checkpoints.count)) + kept * trials
  }

  /// Makes runs in rounds over all cells that are worth it, at first one of each strategy. The clock has an estimate as soon
  /// as one cell is measured. The first run of a cell makes its tables and is not measured.
  ///
  /// - Returns: A measured batch of each such cell.
  private func probe(_ timeLeft: inout TimeLeft, _ clock: WorkClock) async -> [Int: BatchRecord] {
    let cells = strategiesFirst(timeLeft.worthProbing)
    let begin = clock.now
    var made: [Int: BatchRecord] = [:]
    var used = plan.cells.map { _ in 0 }
    var size = 1
    while !isCancelled() {
      let round = cells.filter { used[$0] + size <= min(plan.replicates, Int(timeLeft.left($0))) }
      if round.isEmpty { break }
      let start = clock.now
      await withTaskGroup(of: (Int, BatchRecord?).self) { group in
        func take(_ probed: (cell: Int, batch: BatchRecord?)) {
          guard let batch = probed.batch else { return }
          timeLeft.measure(probed.cell, units: Double(size), seconds: batch.seconds)
          made[probed.cell] = batch
          clock.set(timeLeft)
        }
        for (place, cell) in round.enumerated() {
          if place >= jobs, let probed = await group.next() { take(probed) }
          if clock.now - begin > WorkForecast.mostSeconds { break }
          let runner = BatchRunner(
            plan: plan, cell: plan.cells[cell], id: cell, estimators: estimators[cell], isCancelled: isCancelled)
          let last = plan.replicates - used[cell]
          let replicates = last - size + 1...last
          let isCold = used[cell] == 0
          used[cell] += size
          group.addTask(executorPreference: WorkerThreads.shared) {
            if isCold, runner.run(last...last) == nil { return (cell, nil) }
            return (cell, runner.run(replicates))
          }
        }
        for await probed in group { take(probed) }
      }
      let next = min(2 * size, WorkForecast.mostRuns)
      let foreseen = (clock.now - start) * Double(next) / Double(size)
      let limit = min(WorkForecast.mostSeconds, WorkForecast.mostShare * (timeLeft.seconds(at: 0) ?? 0))
      if clock.now - begin + foreseen > limit { break }
      size = next
    }
    return made
  }

  /// The same cells, with the first of each strategy before all others.
  private func strategiesFirst(_ cells: [Int]) -> [Int] {
    var known: Set<String> = []
    let isFirst = cells.map { known.insert(plan.cells[$0].strategy).inserted }
    let places = cells.indices
    return places.filter { isFirst[$0] }.map { cells[$0] } + places.filter { !isFirst[$0] }.map { cells[$0] }
  }

  /// A made-up batch of many runs, all copies of the first run of `batch`.
  private func copies(of batch: BatchRecord) -> BatchRecord {
    let first = plan.replicates + 1
    var copies = BatchRecord(
      cell: batch.cell, replicates: first...first + WorkForecast.writtenRuns - 1, seconds: batch.seconds)
    for replicate in copies.replicates {
      if var run = batch.runs.first {
        run.replicate = replicate
        copies.runs.append(run)
      }
      for var estimate in batch.estimates.prefix(estimators[batch.cell].count) {
        estimate.replicate = replicate
        copies.estimates.append(estimate)
      }
    }
    return copies
  }
}

extension BatchRecord {
  /// How many rows a results file keeps of it.
  var rows: Int { runs.count + estimates.count + checkpoints.count + trials.count + matchings.count }
}

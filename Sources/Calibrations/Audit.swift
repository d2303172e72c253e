public import Listeners
import Processes
import Records
public import Simulation
import Trials

/// What a procedure would have made of listeners like one: twins go through the very procedure of a stored session, each
/// twice, as in two conditions between which nothing differs.
///
/// The random streams have `audit` before their names, so that no run is one of `peach simulate`.
public struct Audit: Sendable {
  private let plan: Plan
  private let twin: TwinParameters

  /// - Parameters:
  ///   - plan: The experiment of the session.
  ///   - cell: What was done there.
  public init(of plan: Plan, _ cell: Cell, twin: TwinParameters) {
    var plan = plan
    var cell = cell
    cell.listener = "twin"
    if let factory = cell.factory { cell.work = .trials(factory, TwinListener(twin, isUncertain: false)) }
    plan.cells = [cell]
    plan.hasEstimatorInterval = true
    plan.keepTrials = 0
    plan.checkpoints = []
    self.plan = plan
    self.twin = twin
  }

  /// Rows for twins who are all the same, then for those drawn from what is not known surely.
  ///
  /// - Parameters:
  ///   - replicates: Twins of each kind, who do it twice.
  ///   - jobs: How many pieces of work are done at once.
  ///   - progress: Told of runs that are done, and of all.
  /// - Returns: Nil after a cancellation.
  /// - Throws: `StoppedRuns` where an error stops every run.
  public func rows(
    replicates: Int, jobs: Int, isCancelled: @escaping @Sendable () -> Bool, progress: (Int, Int) -> Void
  ) async throws -> [AuditRow]? {
    var rows: [AuditRow] = []
    let size = 10
    let all = 4 * replicates
    for isUncertain in [false, true] {
      let starts = Array(stride(from: 1, through: replicates, by: size))
      var pieces = [[Pair]?](repeating: nil, count: starts.count)
      let done = rows.isEmpty ? 0 : 2 * replicates
      try await withThrowingTaskGroup(of: (Int, [Pair]?).self) { group in
        var next = 0
        var count = 0
        func start() {
          guard next < starts.count, !isCancelled() else { return }
          let (place, first) = (next, starts[next])
          next += 1
          let range = first...min(first + size - 1, replicates)
          group.addTask(executorPreference: WorkerThreads.shared) {
            (place, try pairs(range, isUncertain: isUncertain, isCancelled))
          }
        }
        for _ in 0..<jobs { start() }
        while let (place, made) = try await group.next() {
          pieces[place] = made
          count += 2 * (made?.count ?? 0)
          progress(done + count, all)
          start()
        }
      }
      if isCancelled() || pieces.contains(where: { $0 == nil }) { return nil }
      rows += tallied(pieces.compactMap { $0 }.flatMap { $0 }, isUncertain: isUncertain)
    }
    return rows
  }

  /// Both runs of one twin.
  private struct Pair: Sendable {
    var truths: [Double?]
    var runs: [[EstimateRecord]]
    var trials: [Int]
  }

  private func tallied(_ pairs: [Pair], isUncertain: Bool) -> [AuditRow] {
    let estimators = plan.estimators(of: plan.cells[0])
    return estimators.indices.map { place in
      var tally = AuditTally(estimators[place], isUncertain: isUncertain)
      for pair in pairs {
        tally.add(pair.runs.map { $0[place] }, trials: pair.trials, truth: pair.truths[place])
      }
      return tally.row
    }
  }

  private func pairs(
    _ replicates: ClosedRange<Int>, isUncertain: Bool, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> [Pair]? {
    let family = StreamFamily(seed: plan.seed, path: ["audit", "twin"])
    let twin = twin
    @Sendable func listener(_ replicate: Int) -> TwinListener {
      var random = family.stream(replicate: replicate)
      return TwinListener(isUncertain ? twin.drawn(using: &random) : twin, isUncertain: false)
    }
    let estimators = plan.estimators(of: plan.cells[0])
    let batches = try ["first", "second"].map { condition -> BatchRecord? in
      let batch = CellRuns(
        of: plan, cell: 0, estimators: estimators, streams: ["audit", isUncertain ? "drawn" : "same", condition],
        person: { listener($0) }, isCancelled: isCancelled
      ).run(replicates)
      if let batch, let stopped = StoppedRuns(batch) { throw stopped }
      return batch
    }
    guard let first = batches[0], let second = batches[1] else { return nil }
    return replicates.map { replicate in
      let place = replicate - replicates.lowerBound
      let count = estimators.count
      func estimates(_ batch: BatchRecord) -> [EstimateRecord] {
        Array(batch.estimates[place * count..<(place + 1) * count])
      }
      var truths = estimators.map(\.truth)
      if isUncertain, let factory = plan.cells[0].factory {
        var cell = plan.cells[0]
        cell.work = .trials(factory, listener(replicate))
        truths = plan.estimators(of: cell).map(\.truth)
      }
      return Pair(
        truths: truths, runs: [estimates(first), estimates(second)],
        trials: [first.runs[place].trials, second.runs[place].trials])
    }
  }
}

package import PeachListeners
package import PeachSimulation
import PeachStorage
import PeachTrials

/// An audit: the results that a procedure gives for listeners like one. Twins go through the procedure of a stored session, each
/// twice, as in two conditions between which nothing differs.
///
/// The random streams have `audit` before their names, so that no run is one of `peach simulate`.
package struct Audit: Sendable {
  private let plan: Plan
  private let twin: TwinParameters

  /// - Parameters:
  ///   - plan: The experiment of the session.
  ///   - cell: What was done there.
  package init(of plan: Plan, _ cell: Cell, twin: TwinParameters) {
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

  /// The number of twins in one piece of work. All of them go through the same condition.
  private static let pieceSize = 10
  /// Kinds of work whose cost is estimated separately: identical twins, drawn twins in the first condition (which also
  /// finds their truths), and drawn twins in the second.
  private static let kinds = (same: 0, drawn: 1, drawnAgain: 2)

  /// Successive twins of one kind in one condition.
  private struct Part {
    var isUncertain: Bool
    var isSecond: Bool
    var replicates: ClosedRange<Int>

    var kind: Int { !isUncertain ? Audit.kinds.same : isSecond ? Audit.kinds.drawnAgain : Audit.kinds.drawn }
    /// Prefix of every random-stream name.
    var streams: [String] { ["audit", isUncertain ? "drawn" : "same", isSecond ? "second" : "first"] }
    var name: String { streams.joined(separator: "/") + " \(replicates.lowerBound)-\(replicates.upperBound)" }
  }

  /// Everything that decides the runs, whatever their number.
  package var key: String {
    ([plan.digest, plan.seedText, plan.cells[0].strategy] + plan.cells[0].varied + ["\(twin)"]).joined(separator: "\n")
  }

  /// Rows for twins who are all the same, then for those drawn from what is not known surely.
  ///
  /// - Parameters:
  ///   - twins: Twins of each kind, who do it twice.
  ///   - jobs: How many pieces of work are done at once.
  ///   - kept: What an interrupted audit made; finished pieces are added to it.
  ///   - clock: Estimates the time left.
  ///   - progress: Called with the number of runs that are done, of all runs, and of runs that were made now.
  /// - Returns: Nil after a cancellation.
  /// - Throws: `StoppedRuns` if an error stops every run.
  package func rows(
    twins: Int, jobs: Int, kept: WorkingFile? = nil, clock: WorkClock = WorkClock(),
    isCancelled: @escaping @Sendable () -> Bool, progress: (_ done: Int, _ total: Int, _ new: Int) -> Void
  ) async throws -> [AuditRow]? {
    // Every kind has its turn early, so that its cost is known.
    let parts = stride(from: 1, through: twins, by: Audit.pieceSize).flatMap { first in
      [false, true].flatMap { isUncertain in
        [false, true].map { isSecond in
          Part(
            isUncertain: isUncertain, isSecond: isSecond,
            replicates: first...min(first + Audit.pieceSize - 1, twins))
        }
      }
    }
    clock.set(
      TimeLeft(groups: ["twins", "twins", "twins"], left: [2 * twins, twins, twins].map(Double.init), jobs: jobs))
    var done = 0
    var new = 0
    progress(done, 4 * twins, new)
    let pieces = parts.map { part in
      WorkPiece(part.name, cell: part.kind, units: Double(part.replicates.count), unitsOfRun: 1) {
        batch(part, counter: $0, isCancelled)
      }
    }
    let batches = try await WorkerPool(jobs: jobs, kept: kept, clock: clock).run(pieces) { place, batch, isNew in
      done += batch.runs.count
      if isNew {
        new += batch.runs.count
      } else {
        clock.change { $0.skip(parts[place].kind, units: Double(batch.runs.count)) }
      }
      progress(done, 4 * twins, new)
    }
    guard let batches, !isCancelled() else { return nil }
    return [false, true].flatMap { isUncertain in
      let own = zip(parts, batches).filter { $0.0.isUncertain == isUncertain }
      return tallied(
        first: own.filter { !$0.0.isSecond }.map(\.1), second: own.filter(\.0.isSecond).map(\.1),
        isUncertain: isUncertain)
    }
  }

  private func tallied(first: [BatchRecord], second: [BatchRecord], isUncertain: Bool) -> [AuditRow] {
    let estimators = plan.estimators(of: plan.cells[0])
    let (runs, again) = (first.flatMap(\.runs), second.flatMap(\.runs))
    let (estimates, others) = (first.flatMap(\.estimates), second.flatMap(\.estimates))
    return estimators.indices.map { place in
      var tally = AuditTally(estimators[place], isUncertain: isUncertain)
      for twin in runs.indices {
        let row = twin * estimators.count + place
        tally.add(
          [estimates[row], others[row]], trials: [runs[twin].trials, again[twin].trials],
          truth: isUncertain ? estimates[row].met?.threshold : estimators[place].truth)
      }
      return tally.row
    }
  }

  /// - Returns: nil after a cancellation.
  private func batch(
    _ part: Part, counter: RunCounter?, _ isCancelled: @escaping @Sendable () -> Bool
  ) -> BatchRecord? {
    let family = StreamFamily(seed: plan.seed, path: ["audit", "twin"])
    let twin = twin
    let isUncertain = part.isUncertain
    @Sendable func listener(_ replicate: Int) -> TwinListener {
      var random = family.stream(replicate: replicate)
      return TwinListener(isUncertain ? twin.drawn(using: &random) : twin, isUncertain: false)
    }
    let runs = CellRuns(
      of: plan, cell: 0, estimators: plan.estimators(of: plan.cells[0]), streams: part.streams,
      person: { listener($0) }, isCancelled: isCancelled)
    guard var batch = runs.run(part.replicates, counter: counter) else { return nil }
    guard isUncertain, !part.isSecond, let factory = plan.cells[0].factory else { return batch }
    var truths: [Int: [Double?]] = [:]
    for replicate in part.replicates {
      if isCancelled() { return nil }
      var cell = plan.cells[0]
      cell.work = .trials(factory, listener(replicate))
      truths[replicate] = plan.estimators(of: cell).map(\.truth)
    }
    for place in batch.estimates.indices {
      let estimate = batch.estimates[place]
      batch.estimates[place].met = TrueListener(
        threshold: truths[estimate.replicate]?[estimate.estimator], lapse: 0, slope: nil)
    }
    return batch
  }
}

import Glibc
import Records
package import Simulation
import Trials

/// How many trials each cell of an experiment needs, until its threshold is known to a share of the true one.
///
/// The error is the root mean square over runs, bias included: of log2(estimate / truth) on a log axis, where 10 % is
/// log2 1.1, else of the difference, where 10 % is a tenth of the truth.
public struct PrecisionPlan: Sendable {
  /// The root mean square error is known to this share of itself with `PrecisionRow.replicatesNeeded` runs.
  public static let statedError = 0.02

  private let procedure: Procedure
  private let share: Double
  private let crew: Crew
  private let jobs: Int
  private let clock: WorkClock
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - share: The precision, between 0 and 1.
  ///   - jobs: How many pieces of work are made at once.
  ///   - kept: What an interrupted plan made; finished pieces are added to it.
  ///   - clock: Estimates the time left.
  package init(
    _ procedure: Procedure, share: Double, jobs: Int, kept: WorkingFile? = nil, clock: WorkClock = WorkClock(),
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.procedure = procedure
    self.share = share
    self.jobs = jobs
    self.clock = clock
    crew = Crew(jobs: jobs, kept: kept, clock: clock)
    self.isCancelled = isCancelled
  }

  private struct State {
    var samples: [Int: RunSample] = [:]
    var requests: [RunRequest] = []
    /// Trials that were made, and those that the cell will probably need in all.
    var made = 0
    var expected = 0
  }

  /// Runs that tell what a cell costs and where its answer may lie; they are used again.
  private static let probe = (trials: 40, replicates: 20)

  /// - Parameters:
  ///   - foreseen: Told once, before the long work, how many seconds that will probably take.
  ///   - progress: Told now and then.
  /// - Returns: A row for each estimator of each cell, in file order; nil after a cancellation.
  /// - Throws: What reading the experiment throws; `StoppedRuns` where an error stops every run.
  public func rows(
    foreseen: (Double) -> Void, progress: (PlanProgress) -> Void
  ) async throws -> [PrecisionRow]? {
    let cells = procedure.records
    var states = cells.map { _ in State() }
    var now = 0
    clock.set(TimeLeft(groups: cells.map(\.strategy), left: cells.map { _ in 0 }, jobs: jobs))
    let probe = PrecisionPlan.probe
    let probes = cells.indices.map { RunRequest(cell: $0, trials: probe.trials, replicates: 1...probe.replicates) }
    guard try await make(probes, &states, &now, { _ in }) else { return nil }
    for cell in cells.indices { states[cell].expected = expectation(of: cell, states[cell]) }
    foresee(states)
    foreseen(clock.left?.all ?? 0)
    while true {
      for cell in cells.indices {
        states[cell].requests = missing(cell, states[cell])
        if states[cell].requests.isEmpty { states[cell].expected = states[cell].made }
      }
      foresee(states)
      let requests = states.flatMap(\.requests)
      if requests.isEmpty { break }
      guard try await make(requests, &states, &now, progress) else { return nil }
    }
    return cells.flatMap { cell in cell.estimators.indices.map { row(cell, $0, states[cell.id].samples) } }
  }

  /// Tells the clock what is left.
  private func foresee(_ states: [State]) {
    clock.change { timeLeft in
      for (cell, state) in states.enumerated() {
        timeLeft.setLeft(cell, units: Double(max(0, state.expected - state.made)))
      }
    }
  }

  /// - Parameter now: Trials that were made now.
  /// - Returns: Whether all were made; false after a cancellation.
  private func make(
    _ requests: [RunRequest], _ states: inout [State], _ now: inout Int, _ progress: (PlanProgress) -> Void
  ) async throws -> Bool {
    let pieces = try procedure.pieces(of: requests, kind: \.cell, isCancelled: isCancelled)
    let batches = try await crew.run(pieces.map(\.work)) { place, batch, isNew in
      let trials = batch.runs.reduce(0) { $0 + $1.trials }
      let cell = pieces[place].request.cell
      states[cell].made += trials
      if isNew { now += trials } else { clock.change { $0.skip(cell, units: Double(trials)) } }
      progress(
        PlanProgress(
          done: states.reduce(0) { $0 + $1.made }, total: states.reduce(0) { $0 + max($1.expected, $1.made) },
          new: now))
    }
    guard let batches, !isCancelled() else { return false }
    for (piece, batch) in zip(pieces, batches) {
      let (cell, trials) = (piece.request.cell, piece.request.trials)
      let estimators = procedure.records[cell].estimators
      states[cell].samples[trials, default: RunSample(trials: trials, estimators: estimators.count)].add(
        batch, estimators, axis(cell))
    }
    return true
  }

  private func axis(_ cell: Int) -> Axis { procedure.plan.cells[cell].task.axis }

  /// The error that is small enough; nil where the listener has no threshold to be held against.
  private func target(_ cell: Int, _ estimator: Int) -> Double? {
    guard let truth = procedure.records[cell].estimators[estimator].truth else { return nil }
    return axis(cell).scale == .log ? log2(1 + share) : truth == 0 ? nil : share * abs(truth)
  }

  private func search(
    _ cell: Int, _ estimator: Int, _ spread: Spread, _ samples: [Int: RunSample]
  ) -> TrialSearch? {
    target(cell, estimator).map {
      TrialSearch(samples: samples, estimator: estimator, spread: spread, target: $0)
    }
  }

  /// What any estimator of a cell misses, each number of trials once.
  private func missing(_ cell: Int, _ state: State) -> [RunRequest] {
    var needed: [Int: Int] = [:]
    for estimator in procedure.records[cell].estimators.indices {
      for spread in [Spread.rootMeanSquareError, .standardDeviation] {
        guard case .need(let trials, let replicates)? = search(cell, estimator, spread, state.samples)?.next else {
          continue
        }
        needed[trials] = max(replicates, needed[trials] ?? 0)
      }
    }
    return needed.sorted { $0.key < $1.key }.map { trials, replicates in
      RunRequest(
        cell: cell, trials: trials, replicates: (state.samples[trials]?.replicates ?? 0) + 1...replicates)
    }
  }

  /// Trials to be simulated for a cell, by its first runs: the square of the error falls as trials grow.
  private func expectation(of cell: Int, _ state: State) -> Int {
    guard let sample = state.samples[PrecisionPlan.probe.trials] else { return 0 }
    if sample.bounded == 0 { return TrialSearch.scouts * 3 * sample.trialsPlayed / sample.replicates }
    let most = Double(TrialSearch.ladder[TrialSearch.ladder.count - 1])
    var farthest = 0.0
    var settling = 0.0
    for estimator in procedure.records[cell].estimators.indices {
      guard let target = target(cell, estimator) else { continue }
      let ratio = (sample.rootMeanSquare(estimator).value ?? .infinity) / target
      let trials = min(most, max(20, Double(PrecisionPlan.probe.trials) * ratio * ratio))
      farthest = max(farthest, trials)
      if trials < most { settling += trials * 3 * Double(TrialSearch.settlers) }
    }
    return Int(settling + farthest * 2 * Double(TrialSearch.scouts))
  }

  private func row(_ cell: CellRecord, _ estimator: Int, _ samples: [Int: RunSample]) -> PrecisionRow {
    func outcome(_ spread: Spread) -> TrialSearch.Outcome? {
      if case .done(let outcome)? = search(cell.id, estimator, spread, samples)?.next { outcome } else { nil }
    }
    return PrecisionRow(
      cell, cell.estimators[estimator], estimator, share: share, axis(cell.id), samples,
      outcome(.rootMeanSquareError), outcome(.standardDeviation))
  }
}

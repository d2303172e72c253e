import PeachStorage
import PeachSupport
import PeachTrials

/// How many trials each cell of an experiment needs, until its threshold is known to a share of the true one.
///
/// The precision holds at the stated number of trials and at every larger one that was simulated, with its Monte Carlo error:
/// see `TrialSearch`.
///
/// The error is the root mean square over runs, bias included: of log2(estimate / truth) on a log axis, where 10 % is
/// log2 1.1, else of the difference, where 10 % is a tenth of the truth.
package struct PrecisionPlan: Sendable {
  /// The root mean square error is known to this share of itself with `PrecisionRow.replicatesNeeded` runs.
  package static let statedError = 0.02

  private let procedure: Procedure
  private let share: Double
  private let crew: WorkerPool
  private let jobs: Int
  private let clock: WorkClock
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - share: The precision, between 0 and 1.
  ///   - jobs: The number of parallel pieces of work.
  ///   - kept: The work of an interrupted plan; finished pieces are added to it.
  ///   - clock: Estimates the time left.
  package init(
    _ procedure: Procedure, share: Double, jobs: Int, kept: WorkingFile? = nil, clock: WorkClock = WorkClock(),
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.procedure = procedure
    self.share = share
    self.jobs = jobs
    self.clock = clock
    crew = WorkerPool(jobs: jobs, kept: kept, clock: clock)
    self.isCancelled = isCancelled
  }

  private struct State {
    var samples: [Int: PlanRunSample] = [:]
    var requests: [RunRequest] = []
    /// Trials that were made, and those that the cell will probably need in all.
    var made = 0
    var expected = 0
  }

  /// Runs that tell what a cell costs and where its answer may lie; they are used again. The second are near that place.
  private static let probe = (trials: 40, replicates: 20)
  private static let nearProbe = (most: 640, replicates: 30)
  /// Work over that without scatter: errors that scatter make a search look at more numbers.
  private static let looks = 1.25

  /// - Parameters:
  ///   - foreseen: Called once before the long work, with its probable duration in seconds.
  ///   - progress: Called regularly.
  /// - Returns: A row for each estimator of each cell, in file order; nil after a cancellation.
  /// - Throws: Errors of reading the experiment; `StoppedRuns` if an error stops every run.
  package func rows(
    foreseen: (Double) -> Void, progress: (PlanProgress) -> Void
  ) async throws -> [PrecisionRow]? {
    let cells = procedure.records
    var states = cells.map { _ in State() }
    var now = 0
    clock.set(TimeLeft(groups: cells.map(\.strategy), left: cells.map { _ in 0 }, jobs: jobs))
    let probe = PrecisionPlan.probe
    let probes = cells.indices.map { RunRequest(cell: $0, trials: probe.trials, replicates: 1...probe.replicates) }
    guard try await make(probes, &states, &now, { _ in }) else { return nil }
    let near = cells.indices.compactMap { nearProbe(of: $0, states[$0]) }
    guard try await make(near, &states, &now, { _ in }) else { return nil }
    foresee(&states)
    foreseen(clock.left?.all ?? 0)
    while true {
      for cell in cells.indices { states[cell].requests = missing(cell, states[cell]) }
      foresee(&states)
      let requests = states.flatMap(\.requests)
      if requests.isEmpty { break }
      guard try await make(requests, &states, &now, progress) else { return nil }
    }
    return cells.flatMap { cell in cell.estimators.indices.map { row(cell, $0, states[cell.id].samples) } }
  }

  /// The step of the ladder nearest to where the answer may lie; `nil` if the first probe is there.
  private func nearProbe(of cell: Int, _ state: State) -> RunRequest? {
    guard let sample = state.samples[PrecisionPlan.probe.trials], sample.bounded > 0 else { return nil }
    let farthest = Double(max(1, foresight(cell, state).work.farthest))
    let step = TrialSearch.ladder.filter { $0 <= PrecisionPlan.nearProbe.most }.min {
      abs(log(Double($0) / farthest)) < abs(log(Double($1) / farthest))
    }
    guard let step, step != PrecisionPlan.probe.trials else { return nil }
    return RunRequest(cell: cell, trials: step, replicates: 1...PrecisionPlan.nearProbe.replicates)
  }

  /// Tells the clock what is left.
  private func foresee(_ states: inout [State]) {
    for cell in states.indices {
      states[cell].expected = states[cell].made + Int(PrecisionPlan.looks * foresight(cell, states[cell]).work.trials)
    }
    let left = states.map { Double($0.expected - $0.made) }
    clock.change { timeLeft in
      for (cell, units) in left.enumerated() { timeLeft.setLeft(cell, units: units) }
    }
  }

  private func foresight(_ cell: Int, _ state: State) -> PrecisionForecast {
    PrecisionForecast(subjects(cell, state.samples)) { trials in
      // Tracks that end by themselves are shorter.
      let ended = state.samples.values.filter { $0.bounded == 0 && $0.replicates > 0 }.map {
        Double($0.trialsPlayed) / Double($0.replicates)
      }
      return min(Double(trials), ended.max() ?? .infinity)
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
      states[cell].samples[trials, default: PlanRunSample(trials: trials, estimators: estimators.count)].add(
        batch, estimators, axis(cell))
    }
    return true
  }

  private func axis(_ cell: Int) -> Axis { procedure.plan.cells[cell].task.axis }

  /// The error that is small enough; `nil` if the listener has no threshold to compare with.
  private func target(_ cell: Int, _ estimator: Int) -> Double? {
    guard let truth = procedure.records[cell].estimators[estimator].truth else { return nil }
    return axis(cell).scale == .log ? log2(1 + share) : truth == 0 ? nil : share * abs(truth)
  }

  private func subject(
    _ cell: Int, _ estimator: Int, _ spread: Spread, _ samples: [Int: PlanRunSample]
  ) -> PrecisionForecast.Subject? {
    target(cell, estimator).map { target in
      // Numbers next to the answer need not be known so well.
      PrecisionForecast.Subject(
        seen: samples.mapValues { $0.seen(spread, estimator) }, target: target, isRough: spread == .standardDeviation)
    }
  }

  private func subjects(_ cell: Int, _ samples: [Int: PlanRunSample]) -> [PrecisionForecast.Subject] {
    procedure.records[cell].estimators.indices.flatMap { estimator in
      [Spread.rootMeanSquareError, .standardDeviation].compactMap { subject(cell, estimator, $0, samples) }
    }
  }

  /// The runs that any estimator of a cell still needs, each number of trials once.
  private func missing(_ cell: Int, _ state: State) -> [RunRequest] {
    PrecisionForecast.missing(subjects(cell, state.samples)).sorted { $0.key < $1.key }.map { trials, replicates in
      RunRequest(
        cell: cell, trials: trials, replicates: (state.samples[trials]?.replicates ?? 0) + 1...replicates)
    }
  }

  private func row(_ cell: CellRecord, _ estimator: Int, _ samples: [Int: PlanRunSample]) -> PrecisionRow {
    func outcome(_ spread: Spread) -> TrialSearch.Outcome? {
      if case .done(let outcome)? = subject(cell.id, estimator, spread, samples)?.search.next { outcome } else { nil }
    }
    return PrecisionRow(
      cell, cell.estimators[estimator], estimator, share: share, axis(cell.id), samples,
      outcome(.rootMeanSquareError), outcome(.standardDeviation))
  }
}

/// How far a plan is. What is left follows from what is known so far, and is known better as it goes on.
package struct PlanProgress: Sendable {
  /// Simulated trials, those of an interrupted command included.
  package var done = 0
  /// Trials that will probably be simulated in all.
  package var total: Int
  /// Trials that were simulated now.
  package var new = 0
}

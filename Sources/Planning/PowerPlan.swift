import Glibc
public import Records
import Simulation
import Trials

/// How many trials and listeners a comparison of two conditions or two groups needs in each cell of an experiment, by
/// simulating the very procedure over a population of listeners.
///
/// Source of the contours of equal power: Baker et al. (2021), Psychol. Methods 26:295–314, doi:10.1037/met0000337.
public struct PowerPlan: Sendable {
  /// Trials of each listener in each condition.
  public static let ladder = [20, 30, 40, 60, 80, 120, 160, 240]
  /// The most listeners that are looked for, in each group of a design between listeners.
  public static let mostListeners = 100
  /// The powers of the contours.
  public static let contours = [0.5, 0.8, 0.9, 0.95]
  /// The standard error that a power may have where it is the one wanted.
  public static let tolerance = 0.02
  /// People of a pool: as many to begin with, and the most.
  static let people = (first: 400, most: 6400)
  static let conditions = [["plan", "first"], ["plan", "second"]]
  private static let probe = (trials: 40, people: 10)

  private let procedure: Procedure
  private let study: Study
  private let crew: Crew
  private let isCancelled: @Sendable () -> Bool

  public init(_ procedure: Procedure, study: Study, jobs: Int, isCancelled: @escaping @Sendable () -> Bool) {
    self.procedure = procedure
    self.study = study
    crew = Crew(jobs: jobs)
    self.isCancelled = isCancelled
  }

  /// The pools of one cell with one number of trials, a pool for each estimator.
  struct Sample {
    var pools: [Pool]
    var people = 0
    var runs = 0
    var trialsPlayed = 0
    var bounded = 0
  }

  /// - Parameters:
  ///   - foreseen: Told once, before the long work, how many seconds that will probably take.
  ///   - progress: Told now and then.
  /// - Returns: Rows in file order, by trials and listeners; nil after a cancellation.
  /// - Throws: What reading the experiment throws; `StoppedRuns` where an error stops every run.
  public func rows(foreseen: (Double) -> Void, progress: (PlanProgress) -> Void) async throws -> [PowerRow]? {
    let cells = procedure.records.filter { truth(of: $0).map { $0 != 0 } ?? false }
    var samples: [Int: [Int: Sample]] = [:]
    var foresight = Foresight(cells: procedure.records.count, jobs: crew.jobs)
    let probe = PowerPlan.probe
    let probes = cells.flatMap { requests(of: $0.id, trials: probe.trials, people: 1...probe.people) }
    guard try await make(probes, &samples, &foresight, { _ in }) else { return nil }
    for cell in cells { foresight.expected[cell.id] = expectation(samples[cell.id]?[probe.trials]) }
    foreseen(foresight.progress.secondsLeft)
    while true {
      var requests: [RunRequest] = []
      for cell in cells {
        let missing = missing(cell, samples[cell.id] ?? [:])
        if missing.isEmpty { foresight.finish(cell.id) }
        requests += missing
      }
      if requests.isEmpty { break }
      guard try await make(requests, &samples, &foresight, progress) else { return nil }
    }
    return cells.flatMap { cell in rows(cell, samples[cell.id] ?? [:]) }
  }

  /// The cells without a threshold to take a share of, which are left out.
  public var unreachable: [CellRecord] {
    procedure.records.filter { truth(of: $0).map { $0 == 0 } ?? true }
  }

  private func truth(of cell: CellRecord) -> Double? { cell.estimators.first { $0.name == "fit" }?.truth }

  private func requests(of cell: Int, trials: Int, people: ClosedRange<Int>) -> [RunRequest] {
    PowerPlan.conditions.map { RunRequest(cell: cell, trials: trials, replicates: people, streams: $0) }
  }

  /// - Returns: Whether all were made; false after a cancellation.
  private func make(
    _ requests: [RunRequest], _ samples: inout [Int: [Int: Sample]], _ foresight: inout Foresight,
    _ progress: (PlanProgress) -> Void
  ) async throws -> Bool {
    let populations = populations
    let person: @Sendable (RunRequest) -> (@Sendable (Int) -> any Listener)? = { request in
      guard let population = populations[request.cell] else { return nil }
      let isSecond = request.streams == PowerPlan.conditions[1]
      return { replicate in population.person(replicate, isSecond: isSecond) }
    }
    let pieces = try procedure.pieces(of: requests, person: person, isCancelled: isCancelled)
    let batches = try await crew.run(pieces) { piece, batch in
      foresight.add(piece.request.cell, trials: batch.runs.reduce(0) { $0 + $1.trials }, seconds: batch.seconds)
      progress(foresight.progress)
    }
    guard let batches, !isCancelled() else { return false }
    // The requests of both conditions follow each other.
    var values: [RunRequest: [[Double]]] = [:]
    for (piece, batch) in zip(pieces, batches) {
      let estimators = procedure.records[piece.request.cell].estimators.count
      let sofar = values[piece.request] ?? [[Double]](repeating: [], count: estimators)
      values[piece.request] = self.values(of: batch, cell: piece.request.cell, after: sofar)
      samples[piece.request.cell, default: [:]][
        piece.request.trials, default: Sample(pools: [Pool](repeating: Pool(), count: estimators))
      ].count(batch, trials: piece.request.trials)
    }
    for (first, second) in stride(from: 0, to: requests.count, by: 2).map({ (requests[$0], requests[$0 + 1]) }) {
      guard let a = values[first], let b = values[second] else { continue }
      samples[first.cell]?[first.trials]?.add(a, b)
    }
    return true
  }

  private var populations: [Population?] {
    zip(procedure.records, procedure.plan.cells).map { record, cell in
      guard let truth = truth(of: record), let model = cell.model else { return nil }
      return Population(model, named: cell.listener, cell.task, truth: truth, study, seed: procedure.plan.seed)
    }
  }

  private func values(of batch: BatchRecord, cell: Int, after values: [[Double]]) -> [[Double]] {
    let task = procedure.plan.cells[cell].task
    return batch.estimates.reduce(into: values) { values, estimate in
      let isSound = !Summary.isFailed(estimate.status)
      values[estimate.estimator].append(Population.value(of: isSound ? estimate.threshold : nil, task))
    }
  }

  /// Trials that a cell will probably need.
  private func expectation(_ sample: Sample?) -> Int {
    guard let sample, sample.runs > 0 else { return 0 }
    let people = 2 * max(PowerPlan.people.first, leastPeople)
    if sample.bounded == 0 { return people * sample.trialsPlayed / sample.runs }
    return 2 * people * PowerPlan.ladder.reduce(0, +)
  }

  // MARK: What is missing

  /// People without whom a study has too few blocks.
  private var leastPeople: Int { StudyDraws.blocks * study.people(study.listeners ?? 2) }

  private func missing(_ cell: CellRecord, _ samples: [Int: Sample]) -> [RunRequest] {
    var requests: [RunRequest] = []
    for trials in trials(samples) {
      let sample = samples[trials]
      let people = sample.map { self.people(cell, trials, $0) } ?? max(PowerPlan.people.first, leastPeople)
      if people > sample?.people ?? 0 {
        requests += self.requests(of: cell.id, trials: trials, people: (sample?.people ?? 0) + 1...people)
      }
    }
    return requests
  }

  /// The numbers of trials that are tried: one alone where they are not what ends the tracks.
  private func trials(_ samples: [Int: Sample]) -> [Int] {
    let isFixed = samples[PowerPlan.probe.trials].map { $0.bounded == 0 } ?? false
    return isFixed ? [PowerPlan.probe.trials] : PowerPlan.ladder
  }

  /// How many people a pool should have: more until the power that is wanted is found and known well.
  private func people(_ cell: CellRecord, _ trials: Int, _ sample: Sample) -> Int {
    let least = max(PowerPlan.people.first, leastPeople)
    if sample.people < least { return least }
    let twice = min(2 * sample.people, max(PowerPlan.people.most, least))
    let isEnough = sample.pools.indices.allSatisfy { estimator in
      let draws = draws(cell, trials, estimator, sample)
      if let listeners = study.listeners { return isKnown(draws.power(listeners: listeners)) }
      guard let fewest = draws.fewest(power: study.power, upTo: PowerPlan.mostListeners) else {
        return draws.mostListeners >= PowerPlan.mostListeners
      }
      return isKnown(draws.power(listeners: fewest))
    }
    return isEnough ? sample.people : twice
  }

  private func isKnown(_ power: Estimated) -> Bool { power.standardError.map { $0 <= PowerPlan.tolerance } ?? false }

  private func draws(_ cell: CellRecord, _ trials: Int, _ estimator: Int, _ sample: Sample) -> StudyDraws {
    StudyDraws(
      pool: sample.pools[estimator], design: study.design,
      streams: StreamFamily(
        seed: procedure.plan.seed, path: ["plan", "studies", cell.listener, cell.strategy, String(trials)]))
  }

  private func rows(_ cell: CellRecord, _ samples: [Int: Sample]) -> [PowerRow] {
    cell.estimators.indices.flatMap { estimator in
      trials(samples).flatMap { trials -> [PowerRow] in
        guard let sample = samples[trials], sample.runs > 0 else { return [] }
        let draws = draws(cell, trials, estimator, sample)
        let base = PowerRow(
          cell, cell.estimators[estimator], study,
          trials: sample.bounded == 0 ? Double(sample.trialsPlayed) / Double(sample.runs) : Double(trials),
          isRatio: Population.comparesRatios(procedure.plan.cells[cell.id].task), size: abs(truth(of: cell) ?? 1))
        return base.rows(of: draws, study)
      }
    }
  }
}

extension PowerPlan.Sample {
  fileprivate mutating func count(_ batch: BatchRecord, trials: Int) {
    for run in batch.runs {
      runs += 1
      trialsPlayed += run.trials
      if run.trials == trials, run.stopReason == StopReason.trials.rawValue { bounded += 1 }
    }
  }

  /// The estimates of more people, by estimator.
  fileprivate mutating func add(_ first: [[Double]], _ second: [[Double]]) {
    for estimator in pools.indices {
      for (a, b) in zip(first[estimator], second[estimator]) { pools[estimator].add(a, b) }
    }
    people += first.first?.count ?? 0
  }
}

package import PeachStorage
import PeachSupport
import PeachTrials

/// How many trials and listeners a comparison of two conditions or two groups needs in each cell of an experiment, by
/// simulating the procedure itself over a population of listeners.
///
/// The power that is wanted holds at the stated number of listeners and at every larger one that was simulated, with its Monte
/// Carlo error: the lower end of its one-sided 95 % interval is as great.
///
/// Source of the contours of equal power: Baker et al. (2021), Psychol. Methods 26:295–314, doi:10.1037/met0000337.
package struct PowerPlan: Sendable {
  /// Trials of each listener in each condition.
  package static let ladder = [20, 30, 40, 60, 80, 120, 160, 240]
  /// The most listeners that are looked for, in each group of a design between listeners.
  package static let mostListeners = 100
  /// The powers of the contours.
  package static let contours = [0.5, 0.8, 0.9, 0.95]
  /// The standard error that a power may have where it is the one wanted.
  package static let tolerance = 0.02
  /// People of a pool: as many to begin with, and the most.
  static let people = (first: 400, most: 6400)
  static let conditions = [["plan", "first"], ["plan", "second"]]
  static let probe = (trials: 40, people: 20)
  /// Tells what long tracks cost; a part of the work as the probe is.
  static let longProbe = (trials: 240, people: 10)

  let procedure: Procedure
  let study: Study
  let jobs: Int
  let clock: WorkClock
  private let crew: WorkerPool
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - jobs: The number of parallel pieces of work.
  ///   - kept: The work of an interrupted plan; finished pieces are added to it.
  ///   - clock: Estimates the time left.
  package init(
    _ procedure: Procedure, study: Study, jobs: Int, kept: WorkingFile? = nil, clock: WorkClock = WorkClock(),
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.procedure = procedure
    self.study = study
    self.jobs = jobs
    self.clock = clock
    crew = WorkerPool(jobs: jobs, kept: kept, clock: clock)
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
  ///   - foreseen: Called once before the long work, with its probable duration in seconds.
  ///   - progress: Called regularly.
  /// - Returns: Rows in file order, by trials and listeners; nil after a cancellation.
  /// - Throws: Errors of reading the experiment; `StoppedRuns` if an error stops every run.
  package func rows(foreseen: (Double) -> Void, progress: (PlanProgress) -> Void) async throws -> [PowerRow]? {
    let cells = procedure.records.filter { truth(of: $0).map { $0 != 0 } ?? false }
    var samples: [Int: [Int: Sample]] = [:]
    var foresight = PowerForecast(self, cells)
    let probe = PowerPlan.probe
    let probes = cells.flatMap { requests(of: $0.id, trials: probe.trials, people: 1...probe.people) }
    guard try await make(probes, &samples, &foresight, progress) else { return nil }
    let long = PowerPlan.longProbe
    let longProbes = cells.filter { trials(samples[$0.id] ?? [:]).count > 1 }.flatMap {
      requests(of: $0.id, trials: long.trials, people: 1...long.people)
    }
    guard try await make(longProbes, &samples, &foresight, progress) else { return nil }
    foresight.learnCosts(samples)
    foresight.foresee(samples)
    foreseen(clock.left?.all ?? 0)
    var wanted: [Place: (seen: Int, people: Int)] = [:]
    while true {
      guard try await judge(cells, samples, &wanted) else { return nil }
      let requests = cells.flatMap { missing($0, samples[$0.id] ?? [:], wanted) }
      if requests.isEmpty { break }
      foresight.foresee(samples, wanted)
      guard try await make(requests, &samples, &foresight, progress) else { return nil }
    }
    return await allRows(cells, samples)
  }

  /// The cells without a threshold to take a share of, which are left out.
  package var unreachable: [CellRecord] {
    procedure.records.filter { truth(of: $0).map { $0 == 0 } ?? true }
  }

  /// A cell at a number of trials.
  struct Place: Hashable {
    var cell: Int
    var trials: Int
  }

  func truth(of cell: CellRecord) -> Double? { cell.commonTruth }

  private func requests(of cell: Int, trials: Int, people: ClosedRange<Int>) -> [RunRequest] {
    PowerPlan.conditions.map { RunRequest(cell: cell, trials: trials, replicates: people, streams: $0) }
  }

  /// - Returns: Whether all were made; false after a cancellation.
  private func make(
    _ requests: [RunRequest], _ samples: inout [Int: [Int: Sample]], _ foresight: inout PowerForecast,
    _ progress: (PlanProgress) -> Void
  ) async throws -> Bool {
    let populations = populations
    let person: @Sendable (RunRequest) -> (@Sendable (Int) -> any Listener)? = { request in
      guard let population = populations[request.cell] else { return nil }
      let isSecond = request.streams == PowerPlan.conditions[1]
      return { replicate in population.person(replicate, isSecond: isSecond) }
    }
    let pieces = try procedure.pieces(
      of: requests, person: person, kind: { [foresight] in foresight.kind($0) }, isCancelled: isCancelled)
    let batches = try await crew.run(pieces.map(\.work)) { place, batch, isNew in
      foresight.count(pieces[place], batch, isNew: isNew)
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
      let isSound = estimate.status.hasThreshold
      values[estimate.estimator].append(Population.value(of: isSound ? estimate.threshold : nil, task))
    }
  }

  // MARK: What is missing

  /// People without whom a study has too few blocks.
  var leastPeople: Int { StudyDraws.blocks * study.people(study.listeners ?? 2) }

  /// Finds how many people each pool should have, on several cores. A pool that did not grow is not looked at again.
  ///
  /// - Returns: False after a cancellation.
  private func judge(
    _ cells: [CellRecord], _ samples: [Int: [Int: Sample]], _ wanted: inout [Place: (seen: Int, people: Int)]
  ) async throws -> Bool {
    var asked: [(place: Place, cell: CellRecord, sample: Sample)] = []
    for cell in cells {
      for trials in trials(samples[cell.id] ?? [:]) {
        let place = Place(cell: cell.id, trials: trials)
        guard let sample = samples[cell.id]?[trials] else {
          wanted[place] = (0, max(PowerPlan.people.first, leastPeople))
          continue
        }
        if wanted[place].map({ $0.seen != sample.people }) ?? true { asked.append((place, cell, sample)) }
      }
    }
    let found = await inParallel(asked, units: asked.map { drawing($0.sample) }) { entry in
      people(entry.cell, entry.place.trials, entry.sample)
    }
    for (entry, people) in zip(asked, found) { wanted[entry.place] = (entry.sample.people, people) }
    return !isCancelled()
  }

  /// How much drawing it takes to judge a pool, in listeners drawn.
  func drawing(_ sample: Sample) -> Double { drawing(people: sample.people, estimators: sample.pools.count) }

  func drawing(people: Int, estimators: Int) -> Double {
    if people < max(PowerPlan.people.first, leastPeople) { return 0 }
    let most = Double(study.listeners ?? min(PowerPlan.mostListeners, people / study.people(StudyDraws.blocks)))
    return Double(estimators) * (study.listeners == nil ? most * (1 + log2(max(2, most)) / 2) : most)
  }

  /// Does work that is not a simulation on several cores, with its time on the clock.
  private func inParallel<Element: Sendable, Result: Sendable>(
    _ elements: [Element], units: [Double], _ body: @escaping @Sendable (Element) -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      var results: [Result?] = elements.map { _ in nil }
      var next = 0
      func start() {
        guard next < elements.count else { return }
        let (place, element, units) = (next, elements[next], units[next])
        next += 1
        group.addTask(executorPreference: WorkerThreads.shared) { [clock] in
          // Places of pieces are not negative.
          if units > 0 { _ = clock.begin(-1 - place, cell: PowerForecast.drawing, units: units) }
          let result = body(element)
          clock.finish(-1 - place)
          return (place, result)
        }
      }
      for _ in 0..<jobs { start() }
      while let (place, result) = await group.next() {
        results[place] = result
        start()
      }
      return results.compactMap { $0 }
    }
  }

  private func missing(
    _ cell: CellRecord, _ samples: [Int: Sample], _ wanted: [Place: (seen: Int, people: Int)]
  ) -> [RunRequest] {
    var requests: [RunRequest] = []
    for trials in trials(samples) {
      let people = wanted[Place(cell: cell.id, trials: trials)]?.people ?? 0
      if people > samples[trials]?.people ?? 0 {
        requests += self.requests(of: cell.id, trials: trials, people: (samples[trials]?.people ?? 0) + 1...people)
      }
    }
    return requests
  }

  /// The numbers of trials that are tried: one alone where they are not what ends the tracks.
  func trials(_ samples: [Int: Sample]) -> [Int] {
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
      guard let fewest = draws.fewest(power: study.power, upTo: PowerPlan.mostListeners, isSure: true) else {
        return draws.mostListeners >= PowerPlan.mostListeners
      }
      return isKnown(draws.power(listeners: fewest))
    }
    return isEnough ? sample.people : twice
  }

  private func isKnown(_ power: MonteCarloValue) -> Bool {
    power.standardError.map { $0 <= PowerPlan.tolerance } ?? false
  }

  private func draws(_ cell: CellRecord, _ trials: Int, _ estimator: Int, _ sample: Sample) -> StudyDraws {
    StudyDraws(
      pool: sample.pools[estimator], design: study.design,
      streams: StreamFamily(
        seed: procedure.plan.seed, path: ["plan", "studies", cell.listener, cell.strategy, String(trials)]))
  }

  /// The rows of all cells, made on several cores.
  private func allRows(_ cells: [CellRecord], _ samples: [Int: [Int: Sample]]) async -> [PowerRow] {
    let parts = cells.flatMap { cell in
      cell.estimators.indices.flatMap { estimator in
        trials(samples[cell.id] ?? [:]).compactMap { trials in
          samples[cell.id]?[trials].map { (cell: cell, estimator: estimator, trials: trials, sample: $0) }
        }
      }
    }
    let made = await inParallel(parts, units: parts.map { PowerForecast.rowsShare * drawing($0.sample) }) { part in
      rows(part.cell, part.estimator, part.trials, part.sample)
    }
    return made.flatMap { $0 }
  }

  private func rows(_ cell: CellRecord, _ estimator: Int, _ trials: Int, _ sample: Sample) -> [PowerRow] {
    guard sample.runs > 0 else { return [] }
    let base = PowerRow(
      cell, cell.estimators[estimator], study,
      trials: sample.bounded == 0 ? Double(sample.trialsPlayed) / Double(sample.runs) : Double(trials),
      isRatio: Population.comparesRatios(procedure.plan.cells[cell.id].task), size: abs(truth(of: cell) ?? 1))
    return base.rows(of: draws(cell, trials, estimator, sample), study)
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

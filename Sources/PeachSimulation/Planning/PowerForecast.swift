import PeachMath
import PeachStorage
import PeachSupport
import PeachTrials

/// Foresees how much work a power plan is: people in each pool, what their runs cost, and the studies that are drawn.
///
/// A pool grows until the power that is wanted is known well. How far follows from the scatter of a few people: with the
/// variance v of the effect's estimate, about (z₀.₉₇₅ + z)²·v/effect² listeners have the power that is wanted, and the
/// standard error of the power falls as the root of people per study.
struct PowerForecast {
  /// The clock's cell for the time that drawing studies takes.
  static let drawing = 0
  /// The time for the rows of one estimator, as a multiple of the drawing that judges its pools.
  static let rowsShare = 3.0

  /// How much greater than wanted the power usually is where it is enough with its Monte Carlo error.
  private static let margin = 0.8 * TrialSearch.oneSided * PowerPlan.tolerance

  private let plan: PowerPlan
  private let cells: [CellRecord]
  private var trialsMade = 0
  private var trialsNow = 0
  /// Trials that will be made in all.
  private var trialsExpected = 0

  init(_ plan: PowerPlan, _ cells: [CellRecord]) {
    self.plan = plan
    self.cells = cells
    let kinds = plan.procedure.records.flatMap { cell in PowerPlan.ladder.map { _ in "cell \(cell.id)" } }
    var timeLeft = TimeLeft(groups: ["drawing"] + kinds, left: (0...kinds.count).map { _ in 0 }, jobs: plan.jobs)
    let units = 8.0
    timeLeft.measure(PowerForecast.drawing, units: units, seconds: PowerForecast.secondsOfDrawing(units))
    plan.clock.set(timeLeft)
    trialsExpected = cells.count * 2 * PowerPlan.people.first * PowerPlan.ladder.reduce(0, +)
  }

  /// Measures how many seconds one drawing from a made-up pool takes.
  private static func secondsOfDrawing(_ listeners: Double) -> Double {
    var pool = Pool()
    for person in 0..<400 { pool.add(Double(person % 7), Double(person % 11)) }
    let draws = StudyDraws(pool: pool, design: .within, streams: StreamFamily(seed: 1, path: ["plan", "foresight"]))
    let start = ContinuousClock.now
    _ = draws.power(listeners: Int(listeners))
    return start.duration(to: .now) / .seconds(1)
  }

  // MARK: Counting

  private func kind(_ cell: Int, _ trials: Int) -> Int {
    1 + cell * PowerPlan.ladder.count + (PowerPlan.ladder.firstIndex(of: trials) ?? 0)
  }

  func kind(_ request: RunRequest) -> Int { kind(request.cell, request.trials) }

  mutating func count(_ piece: Piece, _ batch: BatchRecord, isNew: Bool) {
    let trials = batch.runs.reduce(0) { $0 + $1.trials }
    trialsMade += trials
    if isNew {
      trialsNow += trials
    } else {
      let kind = kind(piece.request)
      plan.clock.change { $0.skip(kind, units: piece.work.units) }
    }
  }

  var progress: PlanProgress {
    PlanProgress(done: trialsMade, total: max(trialsMade, trialsExpected), new: trialsNow)
  }

  // MARK: Foreseeing

  /// Learns the costs of other track lengths from the two probes: a fixed cost per run plus an equal cost per trial.
  func learnCosts(_ samples: [Int: [Int: PowerPlan.Sample]]) {
    let (short, long) = (PowerPlan.probe.trials, PowerPlan.longProbe.trials)
    plan.clock.change { timeLeft in
      for cell in cells where samples[cell.id]?[long] != nil {
        guard let few = timeLeft.measured(kind(cell.id, short)), let many = timeLeft.measured(kind(cell.id, long))
        else { continue }
        let run = max(0, (few - many) / (1 / Double(short) - 1 / Double(long)))
        let trial = max(0, many - run / Double(long))
        for trials in PowerPlan.ladder where trials != short && trials != long {
          timeLeft.measure(
            kind(cell.id, trials), units: Double(4 * trials), seconds: 4 * (run + trial * Double(trials)))
        }
      }
    }
  }

  /// Tells the clock what is left.
  ///
  /// - Parameter wanted: The people that pools are known to need next.
  mutating func foresee(
    _ samples: [Int: [Int: PowerPlan.Sample]], _ wanted: [PowerPlan.Place: (seen: Int, people: Int)] = [:]
  ) {
    var left: [Int: Double] = [:]
    var drawing = 0.0
    var trialsLeft = 0.0
    for cell in cells {
      let samples = samples[cell.id] ?? [:]
      for trials in plan.trials(samples) {
        let sample = samples[trials]
        let have = sample?.people ?? 0
        let next = wanted[PowerPlan.Place(cell: cell.id, trials: trials)]?.people ?? 0
        let isEnough = next > 0 && next == have
        let people = isEnough ? Double(have) : max(expectedPeople(cell, trials, samples), Double(max(next, have)))
        let runs = 2 * (people - Double(have))
        var length = Double(trials)
        if let sample, sample.bounded == 0, sample.runs > 0 {
          length = Double(sample.trialsPlayed) / Double(sample.runs)
        }
        left[kind(cell.id, trials)] = runs * Double(trials)
        trialsLeft += runs * length
        let last = plan.drawing(people: Int(people), estimators: cell.estimators.count)
        // The drawing doubles with the pool, as long as it grows.
        drawing += PowerForecast.rowsShare * last + (isEnough ? 0 : 1.5 * last)
      }
    }
    trialsExpected = trialsMade + Int(trialsLeft)
    plan.clock.change { timeLeft in
      for (kind, units) in left { timeLeft.setLeft(kind, units: units) }
      timeLeft.setLeft(PowerForecast.drawing, units: drawing)
    }
  }

  /// The people that the pool of a cell will probably have at a number of trials.
  func expectedPeople(_ cell: CellRecord, _ trials: Int, _ samples: [Int: PowerPlan.Sample]) -> Double {
    let first = max(PowerPlan.people.first, plan.leastPeople)
    let needed = cell.estimators.indices.map { estimator -> Double in
      guard let variance = variance(cell, estimator, trials, samples) else { return Double(first) }
      // The scatter of few people is not known well: the mean over what it may be.
      let isKnown = (samples[trials]?.people ?? 0) >= PowerPlan.people.first
      let spread = isKnown ? 0.1 : 0.35
      var sum = 0.0
      for z in [-1.2, -0.4, 0.4, 1.2] { sum += grown(first, to: people(cell, exp(z * spread) * variance)) }
      return sum / 4
    }
    return needed.max() ?? Double(first)
  }

  /// A pool doubles until it is large enough.
  private func grown(_ first: Int, to people: Double) -> Double {
    var size = Double(first)
    let most = Double(max(PowerPlan.people.most, first))
    while size < people, size < most { size = min(2 * size, most) }
    return size
  }

  /// The variance of the estimated effect of one listener, or of both groups, at a number of trials.
  private func variance(
    _ cell: CellRecord, _ estimator: Int, _ trials: Int, _ samples: [Int: PowerPlan.Sample]
  ) -> Double? {
    if let sample = samples[trials], sample.people >= PowerPlan.people.first {
      return sample.pools[estimator].variance(plan.study.design)
    }
    // What does not fall with trials is the spread of listeners, which the study states.
    let own = deviation(plan.study.effectSpread, in: cell)
    let among = deviation(plan.study.between, in: cell)
    let fixed = plan.study.design == .within ? own * own : 2 * among * among + own * own
    var (sum, weight) = (0.0, 0.0)
    for (length, sample) in samples {
      guard let found = sample.pools[estimator].variance(plan.study.design) else { continue }
      let falling = max(0.1 * found, found - fixed) * Double(length)
      sum += falling * Double(sample.people)
      weight += Double(sample.people)
    }
    return weight > 0 ? fixed + sum / weight / Double(trials) : nil
  }

  /// A share of the threshold in the unit of the estimates that are compared.
  private func size(of share: Double, in cell: CellRecord) -> Double {
    comparesRatios(cell) ? log1p(share) : share * abs(plan.truth(of: cell) ?? 1)
  }

  /// A standard deviation that is stated as a share of the mean, in the unit of the estimates that are compared.
  private func deviation(_ variation: Double, in cell: CellRecord) -> Double {
    comparesRatios(cell)
      ? Study.logDeviation(ofVariation: variation) : variation * abs(plan.truth(of: cell) ?? 1)
  }

  private func comparesRatios(_ cell: CellRecord) -> Bool {
    Population.comparesRatios(plan.procedure.plan.cells[cell.id].task)
  }

  /// The number of people needed to know the power well enough.
  private func people(_ cell: CellRecord, _ variance: Double) -> Double {
    let study = plan.study
    let effect = size(of: study.effect, in: cell)
    // The power is enough with its Monte Carlo error, so that the estimate is greater than what is wanted.
    let z = NormalDistribution.quantile(min(0.995, study.power + PowerForecast.margin))
    let ends = NormalDistribution.end95
    let listeners: Double
    let slope: Double
    if let stated = study.listeners {
      listeners = Double(stated)
      let reached = effect / (variance / listeners).squareRoot() - ends
      slope = exp(-reached * reached / 2) / (2 * Double.pi).squareRoot()
    } else {
      listeners = max(2, (ends + z) * (ends + z) * variance / (effect * effect) + 2)
      slope = exp(-z * z / 2) / (2 * Double.pi).squareRoot()
      // Plans never use more listeners: the pool only grows until studies of that size can be drawn.
      if listeners > Double(PowerPlan.mostListeners) {
        return Double(study.people(PowerPlan.mostListeners) * StudyDraws.blocks)
      }
    }
    let ofStudy = Double(study.people(1)) * listeners
    // The power's error has a share that does not fall with people: a block draws a hundred studies.
    let share = PowerPlan.tolerance * PowerPlan.tolerance - study.power * (1 - study.power) / 2000
    return max(slope * slope * ofStudy / max(1e-5, share), ofStudy * Double(StudyDraws.blocks))
  }
}

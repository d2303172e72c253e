import PeachFitting
import PeachMath
import PeachStorage
import PeachSupport
import PeachTrials

/// Simulates whole studies of one cell, and analyses each by both analyses.
struct StudyWork: Sendable {
  /// The runs of listeners in both conditions, one pair for each number of trials that listeners have in turn.
  private let runs: [[CellRuns]]
  private let id: Int
  private let estimator: Int
  private let task: TrialTask
  private let study: Study
  private let listeners: Int
  private let model: PopulationModel
  /// The effect in the unit of the estimates that are compared.
  let effect: Double
  let isRatio: Bool
  /// The size of the threshold.
  let size: Double

  /// - Parameter plans: The experiment with the numbers of trials that listeners have in turn.
  init(
    _ plans: [Plan], _ record: CellRecord, _ listener: any Listener, truth: Double, _ study: Study, listeners: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    let plan = plans[0]
    let cell = plan.cells[record.id]
    let population = Population(listener, named: cell.listener, cell.task, truth: truth, study, seed: plan.seed)
    runs = plans.map { plan in
      PowerPlan.conditions.enumerated().map { place, streams in
        CellRuns(
          of: plan, cell: record.id, estimators: record.estimators, streams: streams,
          person: { population.person($0, isSecond: place == 1) }, isCancelled: isCancelled)
      }
    }
    id = record.id
    estimator = record.estimators.firstIndex { $0.name == "fit" } ?? 0
    (task, self.study, self.listeners) = (cell.task, study, listeners)
    isRatio = Population.comparesRatios(task)
    size = abs(truth)
    effect = isRatio ? log1p(study.effect) : study.effect * size
    var model = PopulationModel(Self.settings(plan, task))
    model.hasVaryingEffects = study.design == .within
    self.model = model
  }

  /// The settings of the population's fit.
  static func settings(_ plan: Plan, _ task: TrialTask) -> FitSettings {
    var request = CommonFit.request(
      task: task, estimand: plan.estimand, lapse: plan.estimatorLapse, function: plan.estimatorFunction,
      method: .reduced)
    // The population of comparisons has a PSE; the ratio of widths is that of thresholds.
    if task.kind == .comparison { request.at = nil }
    return request.settings
  }

  /// - Returns: A run for each study, and the estimated effect of each analysis; nil after a cancellation.
  func run(_ studies: ClosedRange<Int>, counter: RunCounter?) -> BatchRecord? {
    var batch = BatchRecord(cell: id, replicates: studies, seconds: 0)
    for study in studies {
      guard let played = play(study) else { return nil }
      batch.runs.append(
        RunRecord(
          replicate: study, trials: played.trials, reversals: 0, correct: 0, judged: 0,
          stopReason: played.failure == nil ? StopReason.trials.rawValue : "error", failure: played.failure))
      for (place, estimate) in [twoStage(played), population(played)].enumerated() {
        // Only the missing value counts; the reason is not kept.
        var record = EstimateRecord(replicate: study, estimator: place, status: estimate == nil ? .notConverged : .ok)
        if let (value, half) = estimate {
          (record.threshold, record.low, record.high) = (value, value - half, value + half)
        }
        batch.estimates.append(record)
      }
      counter?.add()
    }
    return batch
  }

  /// The answers and thresholds of the listeners of a study.
  private struct Played {
    var listeners: [PopulationListener] = []
    /// The thresholds in both conditions; NaN without a threshold.
    var values: [[Double]] = [[], []]
    var trials = 0
    /// Why the run of a listener was stopped by an error.
    var failure: String?
  }

  private func play(_ number: Int) -> Played? {
    let people = study.people(listeners)
    var played = Played()
    for person in 0..<people {
      let replicate = (number - 1) * people + person + 1
      let conditions = study.design == .within ? [0, 1] : [person % 2]
      var cells: [(cell: Int, counts: Counts)] = []
      for condition in conditions {
        let turn = study.design == .within ? person : person / 2
        var counts = Counts()
        let batch = runs[turn % runs.count][condition].run(replicate...replicate) { _, trials in
          CommonFit.add(trials, to: &counts, isOfOffsets: task.kind == .comparison)
        }
        guard let batch else { return nil }
        if counts.total > 0 { cells.append((condition, counts)) }
        let estimate = batch.estimates.first { $0.estimator == estimator }
        let threshold = estimate.flatMap { $0.status.hasThreshold ? $0.threshold : nil }
        played.values[condition].append(Population.value(of: threshold, task))
        played.trials += batch.runs[0].trials
        played.failure = played.failure ?? batch.runs[0].failure
      }
      if !cells.isEmpty { played.listeners.append(PopulationListener(name: "\(person + 1)", cells: cells)) }
    }
    return played
  }

  /// The estimated effect and half of its 95 % interval.
  private func twoStage(_ played: Played) -> (value: Double, half: Double)? {
    func moments(_ values: [Double]) -> Moments {
      values.reduce(into: Moments()) { $0.add($1) }
    }
    let (first, second) = (played.values[0], played.values[1])
    return study.design == .within
      ? StudyTest.estimate(moments(zip(first, second).map { $1 - $0 }))
      : StudyTest.estimate(moments(first), moments(second))
  }

  private func population(_ played: Played) -> (value: Double, half: Double)? {
    let isWithin = study.design == .within
    let design = PopulationDesign(
      groups: isWithin ? [""] : ["first", "second"], conditions: isWithin ? ["first", "second"] : [""],
      cells: (0...1).map { PopulationDesign.Cell(group: isWithin ? 0 : $0, condition: isWithin ? $0 : 0) })
    guard (0...1).allSatisfy({ cell in played.listeners.contains { $0.cells.contains { $0.cell == cell } } }),
      let contrast = design.contrasts.first
    else { return nil }
    let fit = PopulationFitter(model, design, played.listeners).fit()
    guard fit.status.hasEstimates, fit.status != .notConverged else { return nil }
    let term = PopulationTerm.contrast(task.kind == .comparison ? 1 : 0, contrast)
    let stretch = isRatio && model.settings.scale == .log10 ? log(10.0) : 1
    guard let interval = fit.waldInterval(of: term, confidence: 1 - Study.alpha), let low = interval.low,
      let high = interval.high
    else { return nil }
    return (stretch * (low + high) / 2, stretch * (high - low) / 2)
  }
}

/// The estimated effects of one study, by analysis; `nil` if an analysis has none.
struct StudyOutcome: Sendable {
  var estimates: [AnalysisPlan.Analysis: (value: Double, low: Double, high: Double)] = [:]

  static func all(of batch: BatchRecord) -> [StudyOutcome] {
    var outcomes = batch.replicates.map { _ in StudyOutcome() }
    for record in batch.estimates {
      guard let value = record.threshold, let low = record.low, let high = record.high else { continue }
      let analysis = AnalysisPlan.Analysis.allCases[record.estimator]
      outcomes[record.replicate - batch.replicates.lowerBound].estimates[analysis] = (value, low, high)
    }
    return outcomes
  }

  /// Whether an analysis finds an effect in the right direction.
  func isFound(by analysis: AnalysisPlan.Analysis) -> Bool {
    estimates[analysis].map { $0.low > 0 } ?? false
  }
}

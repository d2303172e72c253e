package import PeachStorage
import PeachTrials

/// A published value and ours.
package struct ReproducedValue: Sendable {
  package enum Verdict: String, CaseIterable, Sendable {
    case agrees
    /// Within the tolerance, but farther from the published value than three standard errors.
    case near
    /// Another, which the file knows with the reason.
    case disagrees
    case outside
    /// It should disagree, and does not.
    case unexpected
    /// No run has such a figure.
    case missing

    /// Whether the file is right about it.
    package var isRight: Bool { self == .agrees || self == .near || self == .disagrees }
  }

  package var published: PublishedValue
  /// The value from the simulation: for an order the smallest step, for levels the largest difference; `nil` if there
  /// is none.
  package var ours: MonteCarloValue
  /// The values of an order.
  package var parts: [MonteCarloValue]
  package var replicates: Int
  package var verdict: Verdict

  /// More standard errors than this are no agreement.
  package static let mostStandardErrors = 3.0

  /// How many standard errors ours is from a published value, whose own error counts too; `nil` of other statements, and if
  /// there is no error.
  package var standardErrors: Double? {
    guard case .about(let value, _) = published.statement, let figure = ours.value else { return nil }
    let own = ours.standardError ?? 0
    let error = (own * own + published.error * published.error).squareRoot()
    return error > 0 ? abs(figure - value) / error : nil
  }
}

/// Finds in a results file what was published, and judges ours.
///
/// With the file's own number of runs a value agrees within its tolerance and three standard errors, a bound or an order by two Monte Carlo standard
/// errors. With fewer runs three of these are granted, and what is to disagree may agree. It is held to what was found.
package struct Reproduction {
  private let plan: Plan
  private let expected: PublishedResults

  package init(_ expected: PublishedResults, of plan: Plan) {
    self.expected = expected
    self.plan = plan
  }

  /// - Complexity: O(runs) for each value.
  package func values(in results: ResultsFile) throws(RecordsError) -> [ReproducedValue] {
    let replicates = try results.simulation().replicates
    let figures = try Figures(results, plan)
    var values: [ReproducedValue] = []
    for value in expected.values {
      var parts: [MonteCarloValue] = []
      var steps: [MonteCarloValue] = []
      let ours: MonteCarloValue
      switch value.subject {
      case .levels(let cell, let answers): ours = distance(value, cell, answers)
      case .estimate(let cell, let answers):
        let last = Trace.follow(plan.cells[cell], seed: plan.seed, answers: answers.map { .init(.positive($0)) }).rows
          .last
        ours = MonteCarloValue(value: last?.estimate?.threshold, standardError: nil)
      case .one(let place): ours = try figures.figure(value, place)
      case .ratio(let place, let other):
        ours = try figures.figure(value, place).over(figures.figure(value, other))
      case .difference(let place, let other):
        ours = try figures.figure(value, place).minus(figures.figure(value, other))
      case .order(let places):
        for place in places { parts.append(try figures.figure(value, place)) }
        steps = zip(parts.dropFirst(), parts).map { $0.minus($1) }
        ours = steps.contains { $0.value == nil } ? .none : steps.min { surplus($0) < surplus($1) } ?? .none
      }
      let verdict = verdict(of: value, ours, steps, isWhole: replicates >= expected.replicates)
      var found = ReproducedValue(
        published: value, ours: ours, parts: parts, replicates: replicates, verdict: verdict)
      if verdict == .agrees, found.standardErrors ?? 0 > ReproducedValue.mostStandardErrors { found.verdict = .near }
      values.append(found)
    }
    return values
  }

  /// How surely a step goes up.
  private func surplus(_ step: MonteCarloValue) -> Double { (step.value ?? 0) - 2 * (step.standardError ?? 0) }

  /// How far the farthest of the presented levels is from the published; `nil` if there are fewer.
  private func distance(_ value: PublishedValue, _ cell: Int, _ answers: [Bool]) -> MonteCarloValue {
    guard case .levels(let levels, _) = value.statement else { return .none }
    let trace = Trace.follow(plan.cells[cell], seed: plan.seed, answers: answers.map { .init(.positive($0)) })
    let presented = (trace.rows.map(\.comparison) + [trace.next].compactMap { $0 }).map(\.level.value)
    guard presented.count >= levels.count else { return .none }
    return MonteCarloValue(value: zip(presented, levels).map { abs($0 - $1) }.max(), standardError: nil)
  }

  /// Every step is held: with fewer runs the one that goes up least surely need not be the one that fails.
  private func rises(_ step: MonteCarloValue, isWhole: Bool) -> Bool {
    (step.value ?? .nan) > (isWhole ? 2 : -3) * (step.standardError ?? 0)
  }

  private func verdict(
    of value: PublishedValue, _ ours: MonteCarloValue, _ steps: [MonteCarloValue], isWhole: Bool
  ) -> ReproducedValue.Verdict {
    guard let figure = ours.value else { return .missing }
    let error = ours.standardError ?? 0
    let granted = isWhole ? 0 : 3 * error
    let margin = isWhole ? -2 * error : 3 * error
    let agrees =
      switch value.statement {
      case .about(let published, let tolerance): abs(figure - published) <= tolerance + granted
      case .atMost(let bound): figure <= bound + margin
      case .atLeast(let bound): figure >= bound - margin
      case .rising: steps.allSatisfy { rises($0, isWhole: isWhole) }
      case .levels(_, let tolerance): figure <= tolerance
      }
    guard let known = value.disagrees else { return agrees ? .agrees : .outside }
    if agrees, isWhole { return .unexpected }
    return abs(figure - known.found) <= known.tolerance + granted ? .disagrees : .outside
  }
}

/// The figures of a results file, each computed where it is asked for.
private struct Figures {
  private let results: ResultsFile
  private let plan: Plan
  private let cells: [CellRecord]
  private let axis: Axis
  private let rows: [PublishedPlace: SummaryRow]

  init(_ results: ResultsFile, _ plan: Plan) throws(RecordsError) {
    self.results = results
    self.plan = plan
    cells = try results.cells()
    axis = try results.simulation().axis
    var rows: [PublishedPlace: SummaryRow] = [:]
    func add(_ row: SummaryRow, after: Int?) {
      let place = row.cell.estimators.firstIndex { $0.name == row.estimator.name } ?? 0
      rows[PublishedPlace(cell: row.cell.id, estimator: place, after: after)] = row
    }
    for row in try Summary.rows(of: results) { add(row, after: nil) }
    for row in try CheckpointSummary(results).rows { add(row.summary, after: row.trials) }
    self.rows = rows
  }

  func figure(_ value: PublishedValue, _ place: PublishedPlace) throws(RecordsError) -> MonteCarloValue {
    guard let figure = value.figure else { return .none }
    switch figure.source {
    case .summary(let of): return rows[place].map(of) ?? .none
    case .estimates(let of): return of(try estimates(place))
    case .trials(let of): return of(try trials(place))
    }
  }

  private func estimates(_ place: PublishedPlace) throws(RecordsError) -> PublishedEstimates {
    let cell = plan.cells[place.cell]
    let truth = cell.model.map { Truth(listener: $0, task: cell.task) }
    var sample = PublishedEstimates(
      axis: axis, trueSlope: cells[place.cell].estimators[place.estimator].trueSlope,
      proportion: truth.map { truth in { truth.proportion(at: $0) } })
    if let after = place.after {
      try results.forEachCheckpoint(of: place.cell) { _, checkpoint in
        if checkpoint.trials == after, checkpoint.estimate.estimator == place.estimator {
          sample.add(checkpoint.estimate)
        }
      }
    } else {
      try results.forEachRun(of: place.cell) { _, estimate in
        if estimate.estimator == place.estimator { sample.add(estimate) }
      }
    }
    return sample
  }

  private func trials(_ place: PublishedPlace) throws(RecordsError) -> PublishedTrials {
    var sample = PublishedTrials(range: place.trials)
    try results.forEachTrial(of: cells[place.cell]) { sample.add($0) }
    sample.endRun()
    return sample
  }
}

extension MonteCarloValue {
  /// The ratio as of independent values. Values from the same random numbers are usually correlated, and their ratio
  /// is more precise.
  fileprivate func over(_ other: MonteCarloValue) -> MonteCarloValue {
    guard let value, let below = other.value, below != 0 else { return .none }
    let ratio = value / below
    guard let error = standardError, let otherError = other.standardError else {
      return MonteCarloValue(value: ratio, standardError: nil)
    }
    let squares = error * error + ratio * ratio * otherError * otherError
    return MonteCarloValue(value: ratio, standardError: squares.squareRoot() / abs(below))
  }

  fileprivate func minus(_ other: MonteCarloValue) -> MonteCarloValue {
    guard let value, let less = other.value else { return .none }
    guard let error = standardError, let otherError = other.standardError else {
      return MonteCarloValue(value: value - less, standardError: nil)
    }
    return MonteCarloValue(value: value - less, standardError: (error * error + otherError * otherError).squareRoot())
  }
}

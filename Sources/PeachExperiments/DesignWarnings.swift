import PeachSimulation
public import PeachStorage
public import PeachSupport
import PeachTrials

// Warnings of designs that cannot work though each part is right, once the true thresholds are known.

extension Experiment {
  /// All warnings about designs that cannot work: those from the file, and those that the true thresholds reveal.
  ///
  /// - Parameter records: The records of the plan's cells, in order, from `Plan.cellRecords`, with their true
  ///   thresholds. Cells without a record are not checked.
  public func warnings(knowing records: [CellRecord]) -> [Problem] {
    warnings + plan.outOfReach(records) + statedLevels.flatMap { StatedLevelsCheck(plan, records, $0).warnings }
  }
}

/// Holds the levels that a file states for one strategy against the true thresholds.
private struct StatedLevelsCheck {
  /// More tracks than this are not played: checking stays quick however many cells there are.
  private static let mostTracks = 1000
  /// A track that goes on for longer is taken to reach the threshold.
  private static let mostTrials = 2000

  /// A cell, and the threshold that its strategy looks for.
  private struct Case {
    var cell: Cell
    var truth: Double
  }

  private let plan: Plan
  private let stated: StatedLevels
  /// The cases of each setting of the strategy. A setting with an unknown threshold, or one that its bounds leave out, is
  /// missing: other warnings report the latter.
  private var settings: [[Case]] = []

  init(_ plan: Plan, _ records: [CellRecord], _ stated: StatedLevels) {
    (self.plan, self.stated) = (plan, stated)
    guard stated.start != nil || stated.levels != nil else { return }
    var places: [[String]: Int] = [:]
    var found: [(cases: [Case], isKnown: Bool)] = []
    for (cell, record) in zip(plan.cells, records) where cell.strategy == stated.strategy {
      let own = zip(plan.varied, cell.varied).filter { path, _ in
        !path.hasPrefix("listeners.") && !path.hasPrefix("task.")
      }.map(\.1)
      let place = places[own] ?? found.count
      if place == found.count { found.append(([], true)) }
      places[own] = place
      if let truth = StatedLevelsCheck.truth(of: cell, record) {
        found[place].cases.append(Case(cell: cell, truth: truth))
      } else {
        found[place].isKnown = false
      }
    }
    settings = found.filter(\.isKnown).map(\.cases)
  }

  /// The threshold that the strategy looks for, else that of the common fit; `nil` if it is unknown or out of reach.
  private static func truth(of cell: Cell, _ record: CellRecord) -> Double? {
    guard let factory = cell.factory, !factory.isSigned, factory.facts.tracks.isEmpty else { return nil }
    guard let truth = record.estimators.lazy.compactMap(\.truth).first else { return nil }
    if let reach = factory.facts.reach, !reach.levels.contains(truth) { return nil }
    return truth
  }

  var warnings: [Problem] { [startWarning, levelsWarning].compactMap(\.self) }

  // MARK: The start

  private var startWarning: Problem? {
    guard let place = stated.start else { return nil }
    var played = 0
    for cases in settings {
      guard let first = cases.first, let start = StatedLevelsCheck.start(of: first.cell) else { continue }
      let axis = first.cell.task.axis
      let confusion = UnitConfusion.of(start, start, truths: cases.map(\.truth), unit: axis.unit)
      if stated.movesBySteps, let trials = trialsInVain(of: cases, &played) {
        let nearest = cases.min { axis.distance($0.truth, start) < axis.distance($1.truth, start) } ?? first
        return Problem(
          place: place, path: "strategies.\(stated.strategy).start",
          message:
            "the start, \(start.brief) \(axis.unit), is too far from every listener's threshold: even with only "
            + "correct answers, \(trials) trials do not lead to the nearest threshold, \(text(nearest))",
          hint: "start nearer, use larger steps or more trials" + (confusion.map { "; \($0.advice)" } ?? ""))
      }
      // A start a hundred times above the threshold is usual.
      if axis.scale == .log, let confusion, !confusion.isUsual(of: start, truths: cases.map(\.truth)) {
        return problem(place, "start", "the start, \(start.brief) \(axis.unit), is", confusion, first)
      }
    }
    return nil
  }

  /// The level of the first trial.
  private static func start(of cell: Cell) -> Double? {
    var streams = Streams(task: RandomStream(seed: 0), strategy: RandomStream(seed: 0))
    return cell.factory?.make(using: &streams).next?.level.value
  }

  /// How many trials the longest track takes without coming past a threshold; `nil` if one of the tracks does so.
  private func trialsInVain(of cases: [Case], _ played: inout Int) -> Int? {
    var longest = 0
    for item in cases {
      played += 1
      guard played <= StatedLevelsCheck.mostTracks, let trials = StatedLevelsCheck.trialsInVain(item.cell, item.truth)
      else {
        return nil
      }
      longest = max(longest, trials)
    }
    return longest
  }

  /// Plays a track with a listener who is right above the threshold and wrong below it: no track gets there sooner.
  ///
  /// - Returns: How many trials there were; `nil` if the track came past the threshold.
  private static func trialsInVain(_ cell: Cell, _ truth: Double) -> Int? {
    var streams = Streams(task: RandomStream(seed: 0), strategy: RandomStream(seed: 0))
    guard var strategy = cell.factory?.make(using: &streams) else { return nil }
    var isAbove: Bool?
    var trials = 0
    while let comparison = strategy.next {
      let level = comparison.level
      if level.kind == .test {
        guard level.value != truth, isAbove == nil || isAbove == (level.value > truth) else { return nil }
        isAbove = level.value > truth
      }
      guard trials < mostTrials else { return nil }
      trials += 1
      let isCorrect = level.kind == .noise || level.value > truth
      let isHigher =
        level.kind == .noise
        ? false : cell.task.kind == .comparison ? isCorrect == (comparison.offset > 0) : isCorrect
      strategy.update(CompletedComparison(comparison, Answer(isHigher: isHigher)), using: &streams)
    }
    return trials
  }

  // MARK: Levels

  private var levelsWarning: Problem? {
    let cases = settings.flatMap(\.self)
    guard let (place, range) = stated.levels, let first = cases.first else { return nil }
    let unit = first.cell.task.axis.unit
    guard let confusion = UnitConfusion.of(range.lowerBound, range.upperBound, truths: cases.map(\.truth), unit: unit)
    else { return nil }
    return problem(
      place, "levels", "the levels, \(range.lowerBound.brief)…\(range.upperBound.brief) \(unit), are", confusion, first)
  }

  private func problem(
    _ place: Place, _ key: String, _ subject: String, _ confusion: UnitConfusion, _ first: Case
  ) -> Problem {
    Problem(
      place: place, path: "strategies.\(stated.strategy).\(key)",
      message:
        "\(subject) \(confusion.comparison) every listener's threshold, such as \(text(first)): probably one of "
        + "the two is in another unit; trials at such levels say nothing about the threshold",
      hint: "state levels and thresholds in \(first.cell.task.axis.unit), the task's unit; \(confusion.advice)")
  }

  private func text(_ item: Case) -> String {
    "\(item.truth.brief) \(item.cell.task.axis.unit) of listener \(SafeText.cut(item.cell.listener))"
  }
}

extension UnitConfusion {
  /// Whether tracks often start so far from their thresholds, whatever the unit.
  fileprivate func isUsual(of start: Double, truths: [Double]) -> Bool {
    truths.allSatisfy { start / $0 < 300 && start / $0 > 1.0 / 300 }
  }
}

extension Axis {
  /// How far two levels are from each other, in octaves or in the axis's unit.
  fileprivate func distance(_ one: Double, _ other: Double) -> Double { abs(error(of: one, truth: other)) }
}

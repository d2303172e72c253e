import Configuration
public import Planning
public import Records
import Simulation

/// What `peach plan --effect` found, as people read it: what is needed at each number of trials.
public struct PowerText {
  private let rows: [PowerRow]
  private let unreachable: [CellRecord]
  private let simulation: SimulationRecord
  private let study: Study

  /// - Parameter unreachable: The cells without a threshold.
  public init(_ rows: [PowerRow], unreachable: [CellRecord], of simulation: SimulationRecord, _ study: Study) {
    self.rows = rows
    self.unreachable = unreachable
    self.simulation = simulation
    self.study = study
  }

  public func text(in page: PageWidth) -> String {
    let width = page.text()
    func paragraph(_ text: String) -> String { TextTable.paragraph(text, to: width) }
    return paragraph(heading) + table(in: page) + "\n" + cheapest.map(paragraph).joined()
      + unreachable.map { cell -> String in
        let isUnknown = cell.estimators.contains(where: \.isTruthUnknown)
        let reason =
          isUnknown ? "nobody knows the threshold of this listener" : "the listener has no threshold to take a share of"
        return paragraph("\(PlanText.name(cell, simulation)): \(reason)")
      }.joined() + legend.map(paragraph).joined()
  }

  private var heading: String {
    let subject = study.design == .within ? "two conditions" : "two groups"
    return "\(Shown.line(simulation.name)): a difference of \(PlanText.percent(study.effect)) between \(subject), "
      + "power \(PlanText.percent(study.power))"
  }

  /// The rows that answer: with the fewest listeners that are enough, or with those there are.
  private func answers(_ rows: [PowerRow]) -> [PowerRow] {
    rows.filter { row in study.listeners.map { row.listeners == $0 } ?? row.isFewest }
  }

  private func table(in page: PageWidth) -> String {
    var table = TextTable(
      PlanText.subjects(simulation) + [
        TextColumn("trials", .number), TextColumn("listeners", .number), TextColumn("total_trials", .number, rank: 1),
        TextColumn("power_%", .number), TextColumn("effect_se_%", .number, rank: 3),
        TextColumn("left_out", .number, rank: 2),
      ])
    for group in groups {
      for (place, row) in answers(group).enumerated() {
        let power = Estimated(
          value: row.power.value.map { 100 * $0 }, standardError: row.power.standardError.map { 100 * $0 })
        table.add(
          PlanText.subject(row.cell, row.estimator, isFirst: place == 0) + [
            row.trials == row.trials.rounded() ? TextTable.grouped(Int(row.trials)) : TextTable.fixed(row.trials, 1),
            TextTable.grouped(row.listeners), TextTable.grouped(row.totalTrials), SummaryText.figure(power),
            row.effectError.map { TextTable.fixed($0, 1) } ?? "–", TextTable.fixed(100 * row.leftOut, 1) + " %",
          ])
      }
    }
    return table.text(in: page)
  }

  /// The rows of each cell and estimator.
  private var groups: [[PowerRow]] {
    rows.reduce(into: []) { groups, row in
      if let last = groups.last?.last, last.cell.id == row.cell.id, last.estimator.name == row.estimator.name {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
      }
    }
  }

  /// The least that is enough, of each cell and estimator.
  private var cheapest: [String] {
    groups.compactMap { group -> String? in
      guard let first = group.first else { return nil }
      let name = "\(PlanText.name(first.cell, simulation)) (\(Shown.cut(first.estimator.name)))"
      let enough = answers(group).filter { $0.power.value ?? 0 >= study.power }
      guard let best = enough.min(by: { $0.totalTrials < $1.totalTrials }) else {
        let who = study.listeners.map { TextTable.counted($0, "listener") } ?? "\(PowerPlan.mostListeners) listeners"
        return "\(name): no number of trials that was tried is enough for \(who)"
      }
      let trials = TextTable.fixed(best.trials, best.trials == best.trials.rounded() ? 0 : 1)
      let groups = study.design == .within ? "" : " in each group"
      return
        "\(name) needs least: \(trials) trials in each condition × \(TextTable.counted(best.listeners, "listener"))"
        + "\(groups), \(TextTable.grouped(best.totalTrials)) trials in all"
    }
  }

  private var legend: [String] {
    let isRatio = rows.first?.isRatio ?? true
    let test =
      (study.design == .within ? "paired t test" : "Welch's t test")
      + (isRatio ? " of log thresholds" : " of thresholds")
    let spread =
      isRatio
      ? "everybody's threshold is the listener's times a ratio, log-normal with an SD of"
      : "everybody's threshold is the listener's plus a normal share of it with an SD of"
    return [
      "\(test), two-sided at \(PlanText.percent(Study.alpha)); \(spread) \(PlanText.percent(study.between)) (--between), the "
        + "effect with one of \(PlanText.percent(study.effectSpread)) (--effect-sd)",
      "trials: of each listener in each condition; listeners"
        + (study.design == .within ? ": each does both conditions" : ": in each of the two groups"),
      "power ± its Monte Carlo standard error, which counts that studies were drawn from \(people) simulated people; "
        + "listeners without a threshold are left out of their study",
      "fit: the common estimator; own: the strategy's own; effect_se: the standard error of the effect, in percent",
    ]
  }

  private var people: String {
    let counts = rows.map(\.people)
    guard let low = counts.min(), let high = counts.max() else { return "0" }
    return low == high ? TextTable.grouped(low) : "\(TextTable.grouped(low))…\(TextTable.grouped(high))"
  }
}

package import PeachSimulation
package import PeachStorage
import PeachSupport

/// The results of `peach plan --effect` for people: the listeners that each number of trials needs.
package struct PowerText {
  private let rows: [PowerRow]
  private let unreachable: [CellRecord]
  private let simulation: SimulationRecord
  private let function: String?
  private let study: Study
  private let isPlain: Bool

  /// - Parameters:
  ///   - unreachable: The cells without a threshold.
  ///   - function: The function of the common fit; `nil` for comparisons.
  ///   - isPlain: Whether bars are drawn in ASCII.
  package init(
    _ rows: [PowerRow], unreachable: [CellRecord], of simulation: SimulationRecord, _ study: Study,
    function: String? = nil, isPlain: Bool = false
  ) {
    self.isPlain = isPlain
    self.rows = rows
    self.unreachable = unreachable
    self.simulation = simulation
    self.function = function
    self.study = study
  }

  package func text(in page: PageWidth) -> String {
    let width = page.text()
    func paragraph(_ text: String) -> String { TextTable.paragraph(text, to: width) }
    let groups = groups
    let best = best(of: groups)
    let others = groups.indices.filter { !best.contains($0) }
    return paragraph(heading) + best.map { paragraph(cheapest(groups[$0])) }.joined() + "\n" + table(in: page) + "\n"
      + others.map { paragraph(cheapest(groups[$0])) }.joined()
      + unreachable.map { cell -> String in
        let isUnknown = cell.estimators.contains(where: \.isTruthUnknown)
        let reason =
          isUnknown
          ? "the threshold of this listener is unknown"
          : "this listener has no threshold, so an effect in percent of it is not defined"
        return paragraph("\(PlanText.name(cell, simulation)): \(reason)")
      }.joined() + legend.map(paragraph).joined()
  }

  private var heading: String {
    let subject = study.design == .within ? "two conditions" : "two groups"
    return "\(SafeText.line(simulation.name)): a difference of \(PlanText.percent(study.effect)) between \(subject), "
      + "power \(PlanText.percent(study.power))"
  }

  /// One row for each number of trials: with the fewest listeners that are enough, with the given number, or else with
  /// the most that were tried.
  private func answers(_ rows: [PowerRow]) -> [PowerRow] {
    var trials: [Double] = []
    for row in rows where !trials.contains(row.trials) { trials.append(row.trials) }
    return trials.compactMap { number in
      let column = rows.filter { $0.trials == number }
      if let listeners = study.listeners { return column.first { $0.listeners == listeners } }
      return column.first(where: \.isFewest) ?? most(column)
    }
  }

  /// The row with the largest number of listeners.
  private func most(_ column: [PowerRow]) -> PowerRow? {
    column.filter { $0.listeners <= PowerPlan.mostListeners }.max { $0.listeners < $1.listeners }
  }

  private func isMore(_ row: PowerRow) -> Bool { study.listeners == nil && !row.isFewest }

  private func table(in page: PageWidth) -> String {
    var table = TextTable(
      PlanText.subjects(simulation) + [
        TextColumn("trials", .number), TextColumn("listeners", .number), TextColumn("total_trials", .number, rank: 1),
        TextColumn("power_%", .number), TextColumn("effect_se_%", .number, rank: 3),
        TextColumn("left_out", .number, rank: 1), TextColumn("power_by_listeners", rank: 2),
      ])
    for group in groups {
      for (place, row) in answers(group).enumerated() {
        let power = MonteCarloValue(
          value: row.power.value.map { 100 * $0 }, standardError: row.power.standardError.map { 100 * $0 })
        table.add(
          PlanText.subject(row.cell, row.estimator, isFirst: place == 0) + [
            row.trials == row.trials.rounded() ? TextTable.grouped(Int(row.trials)) : TextTable.fixed(row.trials, 1),
            (isMore(row) ? "> " : "") + TextTable.grouped(row.listeners),
            (isMore(row) ? "> " : "") + TextTable.grouped(row.totalTrials), SummaryText.figure(power),
            row.effectError.map { TextTable.fixed($0, 1) } ?? "–", TextTable.fixed(row.listenersLeftOut, 1),
            course(group.filter { $0.trials == row.trials }),
          ])
      }
    }
    return table.text(in: page)
  }

  /// The numbers of listeners whose power is drawn.
  private static let drawn = [4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 50, 64, 80, 100]

  /// A bar for each number of listeners, of which a power of 100 % fills the line.
  private func course(_ column: [PowerRow]) -> String {
    let powers = PowerText.drawn.map { number in column.first { $0.listeners == number }?.power.value }
    return Sparkline.text(powers, most: 1, isPlain: isPlain)
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

  /// The group of each condition whose design has the fewest trials in all.
  private func best(of groups: [[PowerRow]]) -> [Int] {
    func condition(_ place: Int) -> String { PlanText.condition(groups[place][0].cell, simulation) }
    func cost(_ place: Int) -> Int { groups[place].cheapest.first?.totalTrials ?? .max }
    return groups.indices.map(condition).distinct.compactMap { own in
      groups.indices.filter { condition($0) == own }.min { cost($0) < cost($1) }
    }
  }

  /// The cheapest sufficient design of a cell and estimator.
  private func cheapest(_ group: [PowerRow]) -> String {
    let first = group[0]
    let name = "\(PlanText.name(first.cell, simulation)) (\(SafeText.cut(first.estimator.name)))"
    let enough = group.cheapest
    guard let best = enough.first else {
      let number = group.max { $0.trials < $1.trials }.map(trials) ?? ""
      return study.listeners.map {
        "\(name) needs more than \(number) trials in each condition with \(TextTable.counted($0, "listener"))"
      }
        ?? "\(name) needs more than \(most(group)?.listeners ?? 0) listeners, even with \(number) trials in each "
        + "condition"
    }
    let groups = study.design == .within ? "" : " in each group"
    let others = enough.dropFirst().map { "\(trials($0)) × \($0.listeners)" }
    let same =
      others.isEmpty
      ? ""
      : "; \(others.joined(separator: ", ")) \(others.count == 1 ? "costs" : "cost") as many trials in all, "
        + "within the Monte Carlo error"
    return
      "\(name): cheapest with \(trials(best)) trials in each condition × "
      + "\(TextTable.counted(best.listeners, "listener"))"
      + "\(groups), \(TextTable.grouped(best.totalTrials)) trials in all\(leftOut(best))\(same)"
  }

  private func trials(_ row: PowerRow) -> String {
    TextTable.fixed(row.trials, row.trials == row.trials.rounded() ? 0 : 1)
  }

  /// The number of listeners without a threshold in a study.
  private func leftOut(_ row: PowerRow) -> String {
    let all = study.people(row.listeners)
    guard row.leftOut > 0 else { return "" }
    return
      "; \(row.listenersLeftOut < 0.05 ? "fewer than 0.05" : TextTable.fixed(row.listenersLeftOut, 1)) of the \(all) "
      + "listeners have no threshold on average, and the test leaves them out"
  }

  private var legend: [String] {
    let isRatio = rows.first?.isRatio ?? true
    let test =
      (study.design == .within ? "paired t test" : "Welch's t test")
      + (isRatio ? " of log thresholds" : " of thresholds")
    let spread =
      isRatio
      ? "thresholds are log-normal over listeners; their SD is"
      : "thresholds are normal over listeners; their SD is"
    return [
      "\(test), two-sided at \(PlanText.percent(Study.alpha)); \(spread) \(PlanText.percent(study.between)) "
        + "of their mean (--between), and the SD of the effect is \(PlanText.percent(study.effectSpread)) of its mean "
        + "(--effect-sd)",
      "listeners: the fewest that are enough, that is, the lower end of the power's one-sided 95 % Monte Carlo "
        + "interval is \(PlanText.percent(study.power)) or more for this and every larger simulated number; > N: "
        + "even N listeners, the most that were simulated, are not enough",
      "trials: number for each listener in each condition; listeners"
        + (study.design == .within ? ": each does both conditions" : ": in each of the two groups"),
      "power: ± Monte Carlo standard error, which takes into account that all studies were drawn from the same "
        + "\(people) simulated people",
      "power_by_listeners: one bar each for the power with "
        + "\(PowerText.drawn.map(String.init).joined(separator: ", ")) listeners; a bar "
        + "of 100 % fills the line",
      "left_out: mean number of listeners of a study who have no threshold; the test leaves them out",
      "fit: threshold from one fit, the same for every strategy\(function.map { ", with the \($0)" } ?? ""); "
        + "own: the strategy's own estimate; effect_se: standard error of the effect, in percent of the threshold",
    ]
  }

  private var people: String {
    let counts = rows.map(\.people)
    guard let low = counts.min(), let high = counts.max() else { return "0" }
    return low == high ? TextTable.grouped(low) : "\(TextTable.grouped(low))…\(TextTable.grouped(high))"
  }
}

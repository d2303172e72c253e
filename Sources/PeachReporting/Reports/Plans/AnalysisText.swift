package import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// The results of `peach plan --effect --analysis population` for people: what one model of all listeners gains.
package struct AnalysisText {
  private let rows: [AnalysisRow]
  private let simulation: SimulationRecord
  private let study: Study

  package init(_ rows: [AnalysisRow], of simulation: SimulationRecord, _ study: Study) {
    (self.rows, self.simulation, self.study) = (rows, simulation, study)
  }

  package func text(in page: PageWidth) -> String {
    let width = page.text()
    func paragraph(_ text: String) -> String { TextTable.paragraph(text, to: width) }
    guard !rows.isEmpty else {
      return paragraph("no listener of this file has a threshold, so an effect in percent of it is not defined")
    }
    return answers.map(paragraph).joined() + "\n" + table(in: page) + "\n" + legend.map(paragraph).joined()
  }

  /// Both rows of each cell and number of trials: the two-stage analysis, then the population's.
  private var pairs: [(twoStage: AnalysisRow, population: AnalysisRow)] {
    stride(from: 0, to: rows.count - 1, by: 2).map { (rows[$0], rows[$0 + 1]) }
  }

  private var answers: [String] {
    rows.map(\.cell.id).distinct.compactMap { id in
      let own = pairs.filter { $0.population.cell.id == id }
      guard let first = own.first else { return nil }
      func trials(_ verdict: AnalysisRow.Verdict) -> String? {
        let numbers = own.filter { $0.population.verdict == verdict }.map { "\($0.population.trials)" }
        return numbers.isEmpty ? nil : numbers.joined(separator: ", ")
      }
      let parts = [
        trials(.gains).map { "pays with \($0) trials" }, trials(.loses).map { "does worse with \($0) trials" },
        trials(.same).map { "makes no difference that \(first.population.studies) studies show with \($0) trials" },
      ].compactMap(\.self)
      return "\(PlanText.name(first.population.cell, simulation)): one model of all listeners "
        + parts.joined(separator: "; it ")
    }
  }

  private func table(in page: PageWidth) -> String {
    var table = TextTable(
      [TextColumn("strategy"), TextColumn("listener")]
        + VariedColumn.short(simulation.varied).map { TextColumn($0) }
        + [
          TextColumn("trials", .number), TextColumn("analysis"), TextColumn("power_%", .number),
          TextColumn("gain", .number), TextColumn("rmse_%", .number), TextColumn("coverage_%", .number, rank: 1),
          TextColumn("bias_%", .number, rank: 2), TextColumn("failed_%", .number, rank: 3),
        ])
    var last: Int?
    for row in rows {
      let names = [row.cell.strategy, row.cell.listener] + row.cell.varied
      table.add(
        names.map { row.cell.id == last ? "" : SafeText.cut($0) } + [
          row.analysis == .twoStage ? TextTable.grouped(row.trials) : "", row.analysis.rawValue,
          percent(row.power), row.analysis == .twoStage ? "" : percent(row.powerGain, signed: true),
          SummaryText.figure(row.error), percent(row.coverage), SummaryText.figure(row.bias, signed: true),
          TextTable.fixed(100 * row.failed, 1),
        ])
      last = row.cell.id
    }
    return table.text(in: page)
  }

  private func percent(_ share: MonteCarloValue, signed: Bool = false) -> String {
    SummaryText.figure(
      MonteCarloValue(value: share.value.map { 100 * $0 }, standardError: share.standardError.map { 100 * $0 }),
      signed: signed)
  }

  private var legend: [String] {
    guard let first = rows.first else { return [] }
    let groups = study.design == .within ? "" : " in each of two groups"
    let test = study.design == .within ? "paired t test" : "Welch's t test"
    let uneven =
      first.isUneven
      ? "; listeners in turn have a quarter, a half, once and 2.25 times the trials" : ""
    var lines = [
      "\(SafeText.line(simulation.name)): a difference of \(PlanText.percent(study.effect)), "
        + "\(TextTable.counted(first.listeners, "listener"))\(groups)\(uneven); thresholds have an SD of "
        + "\(PlanText.percent(study.between)) of their mean (--between), and the effect one of "
        + "\(PlanText.percent(study.effectSpread)) (--effect-sd)",
      "two-stage: \(test) of \(first.isRatio ? "log thresholds" : "thresholds") from separate fits; population: "
        + "one model of all listeners, as in peach fit --population; both analyse the same "
        + "\(TextTable.grouped(first.studies)) simulated studies (--studies)",
      "power: share of studies that find the effect at the 5 % level; gain: percentage points above two-stage; ± "
        + "Monte Carlo standard error",
      "rmse, bias: error of the estimated effect, in percent of the threshold; coverage: share of 95 % intervals that "
        + "contain the true effect; failed: studies without an estimate",
      "a difference counts if the power or the error changes by more than 1.96 standard errors",
    ]
    if simulation.task == TrialTask.Kind.comparison.rawValue, study.design == .within {
      lines.append(
        "the model of comparisons has no effects on widths that vary over listeners; its intervals within listeners are "
          + "too short if --effect-sd is large")
    }
    return lines
  }
}

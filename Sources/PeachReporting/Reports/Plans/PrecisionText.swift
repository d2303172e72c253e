package import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// The results of `peach plan --precision` for people.
package struct PrecisionText {
  private let rows: [PrecisionRow]
  private let simulation: SimulationRecord
  private let function: String?
  private let share: Double
  private let isPlain: Bool

  /// - Parameters:
  ///   - share: The precision.
  ///   - function: The function of the common fit; `nil` for comparisons.
  ///   - isPlain: Whether bars are drawn in ASCII.
  package init(
    _ rows: [PrecisionRow], of simulation: SimulationRecord, share: Double, function: String? = nil,
    isPlain: Bool = false
  ) {
    self.isPlain = isPlain
    self.rows = rows
    self.simulation = simulation
    self.function = function
    self.share = share
  }

  package func text(in page: PageWidth) -> String {
    let width = page.text()
    func paragraph(_ text: String) -> String { TextTable.paragraph(text, to: width) }
    let percent = PlanText.percent(share)
    return paragraph("\(SafeText.line(simulation.name)): trials until a threshold is known to within \(percent)")
      + answers.map(paragraph).joined() + "\n" + table(in: page)
      + "\n" + notes.map(paragraph).joined() + paragraph(definition(percent))
      + paragraph(
        "without_bias: trials needed if estimates had no bias, so that only their standard deviation counted; "
          + "runs_needed: replicates that bring the Monte Carlo error of the RMSE down to "
          + "\(PlanText.percent(PrecisionPlan.statedError))")
      + paragraph(
        "rmse, bias, no_threshold: root mean square error, mean error and share of runs without a threshold, at "
          + "the number of trials in column trials; ±: Monte Carlo standard error. rmse and bias leave out runs "
          + "without a threshold; > N: even N trials are not enough")
      + paragraph(
        "rmse_by_trials: one bar each for the RMSE after \(steps.map(TextTable.grouped).joined(separator: ", ")) trials; the "
          + "tallest bar of a row fills the line; a gap means that this number was not simulated")
      + paragraph(
        "fit: threshold from one fit, the same for every strategy\(function.map { ", with the \($0)" } ?? ""); "
          + "own: the strategy's own estimate, at its own target")
  }

  /// For each condition the strategy that needs the fewest trials, and those that may need as few.
  private var answers: [String] {
    rows.map { PlanText.condition($0.cell, simulation) }.distinct.map { condition in
      let own = rows.filter { PlanText.condition($0.cell, simulation) == condition }
      if own.allSatisfy({ $0.answer == .unreachable }) {
        return "\(condition): this precision is not defined (see below)"
      }
      let enough = own.filter { needed($0) != nil && !failsOften($0) }.sorted { (needed($0) ?? 0) < (needed($1) ?? 0) }
      guard let best = enough.first else { return "\(condition): no strategy is sure to reach this precision" }
      guard own.count > 1 else { return "\(condition): \(name(best)) needs \(words(best)) trials" }
      let most = best.trialsHigh ?? needed(best) ?? 0
      let others = enough.dropFirst().filter { ($0.trialsLow ?? needed($0) ?? 0) <= most }
      return "\(condition): \(name(best)) needs the fewest trials, \(words(best))"
        + (others.isEmpty
          ? "" : "; \(others.map { "\(name($0)) with \(words($0))" }.joined(separator: ", ")) may need as few")
    }
  }

  /// The number of trials that is enough; the mean if tracks end by themselves.
  private func needed(_ row: PrecisionRow) -> Int? {
    row.answer == .endedInTime ? row.simulatedTrials.map { Int($0.rounded()) } : row.trials
  }

  private func words(_ row: PrecisionRow) -> String {
    row.answer == .endedInTime ? "about \(TextTable.grouped(needed(row) ?? 0))" : trials(row)
  }

  private func name(_ row: PrecisionRow) -> String {
    "\(SafeText.cut(row.cell.strategy)) (\(SafeText.cut(row.estimator.name)))"
  }

  private func failsOften(_ row: PrecisionRow) -> Bool { row.failed.value ?? 0 > 0.1 }

  private func definition(_ percent: String) -> String {
    let axis = simulation.axis
    let error =
      axis.scale == .log
      ? "of log2(estimate / truth) is log2(\((1 + share).shortest))"
      : "of estimate − truth is \(percent) of the truth"
    return
      "trials: the smallest number at which the root mean square \(error) or less, bias included. The upper end of "
      + "the one-sided 95 % Monte Carlo interval must meet this, at this number and at every larger simulated one"
  }

  private func table(in page: PageWidth) -> String {
    var table = TextTable(
      PlanText.subjects(simulation) + [
        TextColumn("trials", .number), TextColumn("without_bias", .number, rank: 2),
        TextColumn("rmse_%", .number, rank: 3), TextColumn("bias_%", .number, rank: 1),
        TextColumn("no_threshold", .number, rank: 1), TextColumn("runs_needed", .number, rank: 4),
        TextColumn("rmse_by_trials", rank: 5),
      ])
    var last: Int?
    for row in rows {
      table.add(
        PlanText.subject(row.cell, row.estimator, isFirst: row.cell.id != last) + [
          trials(row), row.trialsOfDeviation.map(TextTable.grouped) ?? "–",
          SummaryText.figure(row.rootMeanSquareError), SummaryText.figure(row.bias, signed: true),
          row.failed.value.map { TextTable.fixed(100 * $0, 1) + " %" } ?? "–",
          row.replicatesNeeded.map(TextTable.grouped) ?? "–", course(row),
        ])
      last = row.cell.id
    }
    return table.text(in: page)
  }

  /// A bar for each step of the search, with the error after so many trials.
  private func course(_ row: PrecisionRow) -> String {
    let errors = steps.map { step in row.course.first { $0.trials == step }?.error }
    return Sparkline.text(errors, isPlain: isPlain)
  }

  /// The steps at which any row was simulated.
  private var steps: [Int] {
    PrecisionRow.steps.filter { step in rows.contains { row in row.course.contains { $0.trials == step } } }
  }

  private func trials(_ row: PrecisionRow) -> String {
    switch row.answer {
    case .found:
      return row.trials.map(TextTable.grouped) ?? ""
    case .fewer: return "≤ \(row.trials.map(TextTable.grouped) ?? "")"
    case .never: return "> \(row.simulatedTrials.map { TextTable.grouped(Int($0.rounded())) } ?? "")"
    case .ended, .endedInTime, .unreachable: return "–"
    }
  }

  /// Notes on the limits of the numbers.
  private var notes: [String] {
    let told = rows.compactMap { row -> String? in
      let name = "\(PlanText.name(row.cell, simulation)) (\(SafeText.cut(row.estimator.name)))"
      let trials = row.simulatedTrials.map { TextTable.grouped(Int($0.rounded())) } ?? ""
      let reached =
        "RMSE \(SummaryText.figure(row.rootMeanSquareError)) %, bias \(SummaryText.figure(row.bias, signed: true)) %"
      switch row.answer {
      case .found, .fewer: return nil
      case .never: return "\(name) does not reach this precision in \(trials) trials: \(reached)"
      case .ended: return "\(name) ends after \(trials) trials on average, before it reaches this precision: \(reached)"
      case .endedInTime: return "\(name) ends after \(trials) trials on average, and reaches this precision: \(reached)"
      case .unreachable where row.estimator.isTruthUnknown:
        return "\(name): the threshold of this listener is unknown"
      case .unreachable:
        return
          "\(name): the listener's threshold at this target is 0 or does not exist, so no precision in percent is "
          + "defined"
      }
    }
    let failing = rows.filter { $0.trials != nil && failsOften($0) }.map { row in
      "\(PlanText.name(row.cell, simulation)) (\(SafeText.cut(row.estimator.name))) "
        + TextTable.fixed(100 * (row.failed.value ?? 0), 0) + " %"
    }
    return told
      + (failing.isEmpty
        ? []
        : [
          "more than 10 % of the runs have no threshold, so the precision is that of only the other runs: "
            + "\(failing.joined(separator: ", "))"
        ])
  }
}

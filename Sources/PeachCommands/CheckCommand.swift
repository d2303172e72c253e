import ArgumentParser
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check an experiment file and show its true thresholds.",
    discussion: """
      Examples:
        peach check experiments/strategy-comparison.yaml
        peach check experiments/trials-needed.yaml --time-limit 60
      """)

  @OptionGroup var file: ExperimentOptions

  @Option(
    name: .customLong("time-limit"),
    help: ArgumentHelp("Longest time that the check may take, in seconds.", valueName: "SECONDS"))
  var timeLimit = 8.0

  @OptionGroup var layout: PageOptions

  func validate() throws {
    guard timeLimit >= 1, timeLimit <= 1e6 else {
      throw ValidationError("--time-limit: expected a number from 1 to 1000000 seconds, got \(timeLimit.shortest)")
    }
  }

  func run() throws {
    let clock = TimedWork(seconds: timeLimit)
    let path = file.experiment
    let read = clock.result({ "reading \(SafeText.cut(path))" }, of: { try Experiment.readHere(path) })
    guard let experiment = try read?.get() else {
      throw Failure(
        status: ExitStatus.wrongContent,
        message:
          "\(SafeText.line(file.experiment)): expected a file that Peach can read within \(timeLimit.shortest) "
          + "s\n  hint: vary fewer "
          + "values, make grids coarser, or allow more time: \(command(seconds: 10 * timeLimit))")
    }
    let plan = experiment.plan
    let records = self.records(of: plan, clock)
    let combined = plan.varied.isEmpty ? "strategy and listener" : "strategy, listener and varied values"
    let heading =
      "\(plan.name): \(TextTable.counted(plan.cells.count, "combination")) of \(combined) × "
      + "\(TextTable.counted(plan.replicates, "replicate")) = \(TextTable.counted(plan.runs, "run")), seed "
      + "\(plan.seed)"
    Standard.output(TextTable.paragraph(heading, to: layout.page.text()) + "\n")
    Standard.output(table(of: plan, records).text(in: layout.page))
    if let words = CommonFitWords.ofLevels(plan) {
      Standard.output(
        "\n"
          + TextTable.paragraph("fit: the \(words); the key estimator-function chooses another", to: layout.page.text())
      )
    }
    let programs = ProcessOptions.text(of: plan.resolved, in: file.experiment)
    if !programs.isEmpty { Standard.output("\n" + programs) }
    if let lab = experiment.lab {
      Standard.output("\n" + TextTable.paragraph(text(of: lab.day), to: layout.page.text()))
    }
    if let published = experiment.published {
      let words = "\(TextTable.counted(published.values.count, "value")) of \(SafeText.line(published.source))"
      Standard.output("\n" + TextTable.paragraph("published: \(words)", to: layout.page.text()))
    }
    let findings = try soundFindings(of: plan, clock)
    let tooLoud = findings.filter(\.isTooLoud).map(\.problem)
    Warnings.tell(experiment.warnings(knowing: records) + experiment.advice + tooLoud)
    if records.count < plan.cells.count {
      Standard.error(
        "warning: \(SafeText.line(file.experiment)): within \(timeLimit.shortest) s, Peach found the true thresholds "
          + "of only the first \(TextTable.grouped(records.count)) of \(TextTable.grouped(plan.cells.count)) "
          + "combinations of \(combined)\n"
          + "  hint: \(plan.varied.isEmpty ? "" : "vary fewer values, or ")allow more time: "
          + "\(command(seconds: 10 * timeLimit))\n")
    }
    let impossible = findings.filter { !$0.isTooLoud }.map(\.problem)
    if !impossible.isEmpty { throw ConfigurationError(impossible) }
  }

  /// The levels of the first cells at which composed sounds cannot be made or are too loud; none if the time is over before.
  private func soundFindings(of plan: Plan, _ clock: TimedWork) throws -> [SoundCheck.Finding] {
    let folder = ParentFolder.of(file.experiment)
    let found = clock.result(
      { "sounds" },
      of: { plan.cells.prefix(100).flatMap { SoundCheck.findings(of: $0, seed: plan.seed, folder: folder) }.distinct })
    return try found?.get() ?? []
  }

  private func command(seconds: Double) -> String {
    "peach check \(SafeText.forShell(file.experiment)) --time-limit \(seconds.shortest)"
  }

  /// The records of the cells, or of the first ones if the time is over before the last.
  private func records(of plan: Plan, _ clock: TimedWork) -> [CellRecord] {
    let found = GrowingList<CellRecord>()
    let total = TextTable.grouped(plan.cells.count)
    _ = clock.result(
      { "\(TextTable.grouped(found.count)) of \(total) cells" },
      of: {
        plan.forEachCellRecord(findsSweat: false) {
          found.append($0)
          return true
        }
      })
    return found.all
  }

  /// Each cell's targets and true thresholds.
  private func table(of plan: Plan, _ records: [CellRecord]) -> TextTable {
    var table = TextTable(
      [
        TextColumn("strategy"), TextColumn("listener"),
      ] + VariedColumn.short(plan.varied).map { TextColumn($0) } + [
        TextColumn("target", .words, rank: 1), TextColumn("estimator"), TextColumn("at", .number),
        TextColumn("true_threshold_\(plan.cells[0].task.axis.unit)", .number),
      ])
    // Truths that were not found in time are missing, the rest of their cells is not.
    let targets = plan.cells.prefix(max(records.count, CheckCommand.mostTargets)).dropFirst(records.count).map {
      plan.targets(of: $0)
    }
    for (cell, found) in zip(plan.cells, records.map { ($0.estimators, true) } + targets.map { ($0, false) }) {
      let (estimators, isSought) = found
      let subject =
        [cell.strategy, cell.listener].map(SafeText.cut) + cell.varied.map(SafeText.cut) + [
          cell.targetText
        ]
      for (index, estimator) in estimators.enumerated() {
        table.add(
          (index == 0 ? subject : subject.map { _ in "" }) + [
            estimator.name, estimator.target.map { TextTable.fixed(100 * $0, 2) + " %" } ?? "",
            !isSought
              ? "not found yet"
              : estimator.truthText(decimals: 3)
                ?? (estimator.target == nil ? "" : estimator.isTruthUnknown ? "unknown" : "unreachable"),
          ])
      }
    }
    return table
  }

  /// The number of cells without truths that the table shows.
  private static let mostTargets = 100

  /// Describes a listener's day, and states how many listeners complete the design.
  private func text(of day: LabDay) -> String {
    let rows = day.listenersOfDesign
    var parts: [String] = []
    if day.screening != nil { parts.append("headphone screening") }
    if day.comfort != nil { parts.append("comfortable level") }
    if day.practice != nil { parts.append("practice") }
    parts.append(TextTable.counted(day.blocks.count, "block"))
    if !day.days.isEmpty { parts.append(TextTable.counted(day.days.count, "day")) }
    if !day.groups.isEmpty { parts.append(TextTable.counted(day.groups.count, "group")) }
    let questions = day.questions.isEmpty ? "" : ", " + TextTable.counted(day.questions.count, "question")
    return "lab: \(parts.joined(separator: ", ")), order "
      + day.order.rawValue + (rows > 1 ? ", balanced over each set of \(rows) listeners" : "") + questions
  }
}

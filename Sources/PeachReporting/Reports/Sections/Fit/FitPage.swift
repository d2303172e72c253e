package import PeachAnalysis
package import PeachExperiments
import PeachFitting
import PeachSimulation
package import PeachSupport
import PeachTrials

/// The report of fitted thresholds: threshold, interval and curve first, or the thresholds of all groups. Details that
/// reviewers ask for follow.
///
/// Source of the details: Wichmann & Hill (2001), doi:10.3758/BF03194544; Manning et al. (2018),
/// doi:10.3758/s13414-018-1510-2.
package struct FitPage {
  let report: FitReport
  let background: DataBackground
  /// The trials of each group in their order; empty if they are unknown.
  let trials: [[ObservedTrial]]
  let catchTrials: Observations.CatchTrials?
  /// The figures of each group that has a part of its own.
  private(set) var figuresOfGroups: [[Figure]] = []
  /// The thresholds of all groups; `nil` for a single group, or too many.
  private(set) var forest: Figure?
  let kinds: Experiment.Kinds
  /// The plans of the data's experiments, as far as they can be read.
  let plans: [Plan]
  /// Notes and warnings about the data.
  let notes: [String]
  /// The command that makes the page again.
  let command: String
  /// The words of the command without the program's name.
  let arguments: [String]
  /// Peach's version and build, and the year of the version.
  let program: (version: String, build: String, year: Int)
  /// The methods section for a paper.
  let methods: MethodsText
  /// The sound of the first trial of each task with composed sounds, as far as it can be made again.
  let stimuli: [Figure]

  /// The sections, one file each. A new section needs a word here.
  private static let sections: [@Sendable (FitPage) -> PageSection?] = [
    ThresholdsSection.section, FitComparisonSection.section, GroupsSection.section, ReversalsSection.section,
    DriftSection.section, FittedDataSection.section, { StimulusPart.section($0.stimuli) }, ProcedureSection.section,
    ModelSection.section, { MethodsTextSection.section($0.methods) }, FitProvenanceSection.section,
  ]

  /// - Parameters:
  ///   - report: The report with its fits.
  ///   - observations: The fitted data with their trials.
  ///   - warnings: Warnings about the data, apart from the report's notes.
  ///   - stimuli: Sounds to be drawn, each with its trial in words.
  ///   - command: The shell command that makes the page again.
  ///   - arguments: The words of the command without the program's name.
  ///   - program: Peach's version and build, and the year of the version.
  package init(
    _ report: FitReport, _ observations: Observations, _ background: DataBackground, warnings: [String],
    kinds: Experiment.Kinds, stimuli: [DrawnSound], command: String, arguments: [String],
    program: (version: String, build: String, year: Int)
  ) {
    self.report = report
    self.background = background
    notes = report.notes + warnings
    trials = observations.trials
    catchTrials = observations.catchTrials
    self.kinds = kinds
    plans = background.experiments.compactMap { try? Experiment.parse($0, file: report.source, kinds: kinds).plan }
    self.command = command
    self.arguments = arguments
    self.program = program
    let before = FitMethods.before(background, plans, kinds.strategies)
    methods = FitMethods.text(of: report, after: before, version: program.version, year: program.year)
    self.stimuli = StimulusPart.figures(stimuli)
    let shown = report.fits.prefix(GroupsSection.mostGroups)
    figuresOfGroups = shown.enumerated().map { place, fit in
      let suffix = report.fits.count > 1 ? "-\(place + 1)" : ""
      let track = trials.indices.contains(place) ? self.track(trials[place], fit, suffix) : nil
      let figures = Figures.of(fit, unit: report.unit, suffix: suffix)
      return Array(figures.prefix(1)) + [track].compactMap(\.self) + figures.dropFirst()
    }
    forest = FitResultPart.forest(self)
  }

  package var figures: [Figure] { [forest].compactMap(\.self) + figuresOfGroups.flatMap(\.self) + stimuli }

  /// The first run of a group.
  private func track(_ trials: [ObservedTrial], _ fit: FitRow, _ suffix: String) -> Figure? {
    guard let run = trials.first?.run else { return nil }
    let own = trials.filter { $0.run == run }
    let isDirection = fit.settings.reading == .direction
    let records = own.enumerated().map { place, trial in
      var record = TrialRecord(
        trial: place + 1, level: isDirection ? abs(trial.level) : trial.level, isReversal: trial.isReversal)
      record.isCorrect = isDirection ? (trial.level > 0) == trial.isPositive : trial.isPositive
      (record.estimate, record.low, record.high) = (trial.estimate, trial.low, trial.high)
      return record
    }
    let scale: Axis.Scale = isLogAxis || fit.settings.isLogLevel ? .log : .linear
    let axis = Axis(unit: report.unit ?? "", scale: scale, isSigned: false)
    let isOnly = own.count == trials.count
    let believed = own.last?.estimate
    // A run is strategy/listener/replicate.
    let strategy = run.split(separator: "/").first.map(String.init) ?? ""
    var track = FigureTrack(trials: records, threshold: believed ?? (isOnly ? fit.result.threshold : nil))
    track.follow(strategy, in: background.strategies, estimate: believed)
    return Figure.track(
      [track], axis: axis, name: "track" + suffix,
      title: isOnly ? "Trials in their order" : "The first run, \(SafeText.cut(run))")
  }

  package var page: ReportPage {
    let sections = FitPage.sections.compactMap { $0(self) }
    var page = ReportPage(
      kind: "threshold report", title: title, lead: FitResultPart.answer(self),
      sections: sections + [MethodsTextSection.references(methods, citedIn: sections)].compactMap(\.self), data: data)
    page.scope = [FitText(report).size]
    page.result = FitResultPart.blocks(self)
    return page
  }

  /// The last part of a path.
  private var title: String { report.source.split(separator: "/").last.map(String.init) ?? report.source }

  // MARK: What sections share

  /// Whether the procedure's levels stand on a log axis.
  var isLogAxis: Bool { plans.first.map { $0.cells[0].task.axis.scale == .log } ?? (report.unit == "cents") }

  var unit: String? { report.unit.map(SafeText.cut) }

  /// The name of a group: `listener P07, task 2`; `nil` for the only group.
  func name(of row: FitRow) -> String? {
    report.by.isEmpty
      ? nil
      : zip(report.by, row.key).map { "\(SafeText.cut($0)) \($1.isEmpty ? "–" : SafeText.cut($1))" }.joined(
        separator: ", ")
  }

  // MARK: For programs

  /// The fits for programs.
  package static func fits(of report: FitReport) -> Value {
    .table(FitTable.columns + report.by, report.fits.map(FitTable.fields))
  }

  /// The comparisons of groups for programs.
  package static func comparisons(of report: FitReport) -> Value {
    .table(ComparisonTable.columns, report.comparisons.map(ComparisonTable.fields))
  }

  private var data: Value {
    .mapping(
      [
        .init("report", .text("fit")), .init("data", .text(report.source)),
      ] + (background.sha256.map { [.init("sha256", .text($0))] } ?? []) + [
        .init("command", .text(command)), .init("arguments", .list(arguments.map(Value.text))),
        .init("version", .text(program.version)),
        .init("build", .text(program.build)), .init("seed", .unsigned(report.seed)),
        .init("by", .list(report.by.map(Value.text))),
        .init("fits", FitPage.fits(of: report)), .init("comparisons", FitPage.comparisons(of: report)),
      ])
  }
}

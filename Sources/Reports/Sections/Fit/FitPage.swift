public import Analysis
import Bayes
import Configuration
public import Experiments
public import Figures
import Fitting
import Inference
public import Observations

/// The report of fitted thresholds: what reviewers ask of one, group by group.
///
/// Source: of what is told, Wichmann & Hill (2001), doi:10.3758/BF03194544; Manning et al. (2018),
/// doi:10.3758/s13414-018-1510-2.
public struct FitPage {
  let report: FitReport
  let background: DataBackground
  /// The trials of each group in their order; empty where they are not known.
  let trials: [[ObservedTrial]]
  let catchTrials: Observations.CatchTrials?
  /// Of each group.
  let figures: [[Figure]]
  let kinds: Experiment.Kinds
  /// What is to be known of the data.
  let notes: [String]
  /// What makes the page again.
  let command: String
  /// Peach's version and build, and the year of the version.
  let program: (version: String, build: String, year: Int)
  /// Of a paper.
  var methods: MethodsText { FitMethods.text(of: report, version: program.version, year: program.year) }

  /// One file each; a new one is a word here.
  private static let sections: [@Sendable (FitPage) -> PageSection?] = [
    FittedDataSection.section, ProcedureSection.section, ModelSection.section, ThresholdsSection.section,
    GroupsSection.section, FitComparisonSection.section, ReversalsSection.section, DriftSection.section,
    FitProvenanceSection.section, FitMethodsSection.section, FitReferencesSection.section,
  ]

  /// - Parameters:
  ///   - report: With its fits.
  ///   - observations: What was fitted, its trials kept.
  ///   - warnings: What was told of the data beside the report's notes.
  ///   - figures: Of each fit, in their order.
  ///   - command: What makes the page again.
  ///   - program: Peach's version and build, and the year of the version.
  public init(
    _ report: FitReport, _ observations: Observations, _ background: DataBackground, warnings: [String],
    figures: [[Figure]],
    kinds: Experiment.Kinds, command: String, program: (version: String, build: String, year: Int)
  ) {
    self.report = report
    self.background = background
    notes = report.notes + warnings
    trials = observations.trials
    catchTrials = observations.catchTrials
    self.figures = figures
    self.kinds = kinds
    self.command = command
    self.program = program
  }

  public var page: ReportPage {
    ReportPage(
      kind: "threshold report", title: title, lead: FitText(report).size,
      sections: FitPage.sections.compactMap { $0(self) }, data: data)
  }

  /// The last part of a path.
  private var title: String { report.source.split(separator: "/").last.map(String.init) ?? report.source }

  // MARK: What sections share

  var unit: String? { report.unit.map(Shown.cut) }

  /// What a group is called, as `listener P07, task 2`; of the only one nil.
  func name(of row: FitRow) -> String? {
    report.by.isEmpty
      ? nil
      : zip(report.by, row.key).map { "\(Shown.cut($0)) \($1.isEmpty ? "–" : Shown.cut($1))" }.joined(separator: ", ")
  }

  // MARK: For programs

  /// The fits as programs read them.
  public static func fits(of report: FitReport) -> Value {
    .table(FitTable.columns + report.by, report.fits.map(FitTable.fields))
  }

  /// The comparisons of groups as programs read them.
  public static func comparisons(of report: FitReport) -> Value {
    .table(ComparisonTable.columns, report.comparisons.map(ComparisonTable.fields))
  }

  private var data: Value {
    .mapping(
      [
        .init("report", .text("fit")), .init("data", .text(report.source)),
      ] + (background.sha256.map { [.init("sha256", .text($0))] } ?? []) + [
        .init("command", .text(command)), .init("version", .text(program.version)),
        .init("build", .text(program.build)), .init("seed", .unsigned(report.seed)),
        .init("by", .list(report.by.map(Value.text))),
        .init("fits", FitPage.fits(of: report)), .init("comparisons", FitPage.comparisons(of: report)),
      ])
  }
}

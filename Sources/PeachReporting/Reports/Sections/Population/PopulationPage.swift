package import PeachAnalysis
import PeachFitting
import PeachSupport

/// The report of a population fit: the answer and a forest plot first, then tables, curves, checks, model and methods.
package struct PopulationPage {
  let report: PopulationReport
  let checks: PopulationChecks?
  let influences: [PopulationInfluence]
  let background: DataBackground
  /// Notes and warnings about the data.
  let notes: [String]
  let command: String
  let arguments: [String]
  let program: (version: String, build: String, year: Int)
  let methods: MethodsText
  let forests: [Figure]
  let curves: Figure?
  let checked: Figure?

  private static let sections: [@Sendable (PopulationPage) -> PageSection?] = [
    PopulationTablesSection.section, PopulationCurvesSection.section, PopulationChecksSection.section,
    PopulationModelSection.section, PopulationProvenanceSection.section,
  ]

  /// - Parameters:
  ///   - influences: What each listener changes.
  ///   - warnings: Warnings about the data, apart from the report's notes.
  ///   - command: The shell command that makes the page again.
  ///   - arguments: The words of the command without the program's name.
  ///   - program: Peach's version and build, and the year of the version.
  package init(
    _ report: PopulationReport, influences: [PopulationInfluence], _ background: DataBackground, warnings: [String],
    command: String, arguments: [String], program: (version: String, build: String, year: Int)
  ) {
    self.report = report
    self.influences = influences
    self.background = background
    notes = report.notes + warnings
    (self.command, self.arguments, self.program) = (command, arguments, program)
    let draws = report.draws
    let checks = draws.map(report.checks)
    self.checks = checks
    methods = PopulationMethods.text(of: report, version: program.version, year: program.year)
    forests = Figure.populationForests(report)
    curves = draws.flatMap { Figure.populationCurves(report, $0, checks) }
    checked = checks.flatMap { Figure.populationChecks(report, $0) }
  }

  package var figures: [Figure] { forests + [curves, checked].compactMap(\.self) }

  package var page: ReportPage {
    let text = PopulationText(report)
    let sections = Self.sections.compactMap { $0(self) } + [MethodsTextSection.section(methods)]
    let references = MethodsTextSection.references(methods, citedIn: sections)
    var lead = text.answer.map { [PageSpan($0 + ".", report.status.hasEstimates ? .best : .warning)] }
    if report.status != .ok {
      lead.append([PageSpan("Status \(report.status.name)", .warning), PageSpan(": \(text.statusWords).")])
    }
    var page = ReportPage(
      kind: "population report", title: report.source.split(separator: "/").last.map(String.init) ?? report.source,
      lead: lead, sections: sections + [references].compactMap(\.self), data: data)
    page.scope = [TextTable.counted(report.fit.listeners.count, "listener")]
    let figures = forests.map { PageBlock.figure($0, caption: $0.caption(of: "")) }
    page.result = figures.count > 1 ? [.row(figures)] : figures
    if !notes.isEmpty { page.result.append(.list(notes)) }
    return page
  }

  private var data: Value {
    .mapping(
      [.init("report", .text("population")), .init("data", .text(report.source))]
        + (background.sha256.map { [.init("sha256", .text($0))] } ?? []) + [
          .init("command", .text(command)), .init("arguments", .list(arguments.map(Value.text))),
          .init("version", .text(program.version)), .init("build", .text(program.build)),
          .init("seed", .unsigned(report.request.seed)), .init("status", .text(report.status.name)),
          .init("rows", PopulationTable.value(report)),
        ])
  }
}

import PeachAnalysis
package import PeachExperiments
import PeachSimulation
package import PeachStorage
package import PeachSupport
import PeachTrials

/// The report of a simulation: question, answer, figure and table on the first screen. Details follow, then aim,
/// data-generating listeners, estimands and methods, in the order of such studies (ADEMP).
///
/// Source: Morris, White & Crowther (2019), Stat. Med. 38:2074–2102, doi:10.1002/sim.8086.
package struct SimulationReport {
  /// The path of the results file, as it was given.
  let path: String
  let simulation: SimulationRecord
  let cells: [CellRecord]
  let rows: [SummaryRow]
  /// The comparisons of strategies with one listener under the same conditions.
  let families: [PairedFamily]
  /// The strategies under each condition by the common estimator. Those that often have no threshold come last.
  let conditions: [AnswerCondition]
  /// Writes the errors of `conditions`.
  let numbers: ErrorNumbers
  let names: CellNames
  let checkpoints: CheckpointSummary
  /// The number of stored runs, and of those that an error stopped.
  let stored: Int
  let failedRuns: Int
  /// `nil` if the experiment names something that this program does not know.
  let plan: Plan?
  let kinds: Experiment.Kinds
  /// The figures of the results, in the order of the page.
  package let figures: [Figure]
  let context: TableContext
  /// The methods section for a paper; `nil` if the experiment cannot be read.
  let methods: MethodsText?
  private let summary: SummaryTable

  /// The sections, one file each. A new section needs a word here.
  private static let sections: [@Sendable (SimulationReport) -> PageSection?] = [
    PerformanceSection.section, CheckpointsSection.section, FailuresSection.section,
    AimSection.section, StimulusSection.section, SimulatedListenersSection.section, EstimandsSection.section,
    MethodsSection.section, { $0.methods.map(MethodsTextSection.section) }, SimulationProvenanceSection.section,
    ProtocolSection.section,
  ]

  /// - Parameters:
  ///   - name: The path of the results that the page shows; by default the one they were read from.
  ///   - kinds: The kinds that the experiment can name.
  ///   - year: The year of this program's version, for its citation.
  package init(
    _ results: ResultsFile, named name: String? = nil, kinds: Experiment.Kinds, year: Int
  ) throws(RecordsError) {
    path = name ?? results.path
    let all = try SimulationSummary(of: results)
    context = TableContext(all.simulation, all.cells)
    simulation = all.simulation
    cells = all.cells
    summary = SummaryTable(all)
    rows = all.rows
    families = try PairedFamily.all(in: all, most: DifferenceText.mostStrategies)
    conditions = SimulationReport.conditions(rows, families, simulation)
    names = CellNames(simulation)
    numbers = ErrorNumbers(conditions.flatMap(\.rows), on: simulation.axis)
    checkpoints = try CheckpointSummary(results)
    stored = try results.batches().reduce(0) { $0 + $1.replicates.count }
    failedRuns = try results.failedRuns()
    plan = try? Experiment.parse(simulation.experiment, file: results.path, kinds: kinds).plan
    methods = plan.map { [context] plan in
      SimulationMethods.text(context, plan, kinds: kinds, year: year)
    }
    self.kinds = kinds
    figures =
      try Figures.of(
        results, summary: rows, checkpoints: checkpoints, best: Set(conditions.flatMap(\.best).map(\.cell.id)))
      + [StimulusSection.figure(results, plan, cells)].compactMap(\.self)
  }

  package var page: ReportPage {
    let sections = SimulationReport.sections.compactMap { $0(self) }
    var page = ReportPage(
      kind: "simulation report", title: question ?? simulation.name, lead: SimulationAnswer(self).paragraphs,
      sections: sections + [MethodsTextSection.references(methods, citedIn: sections)].compactMap(\.self), data: data
    )
    page.scope = (question == nil ? [] : [simulation.name]) + [size, "no person answered"]
    page.result = SimulationResult.blocks(self)
    return page
  }

  /// The question on one line.
  private var question: String? {
    let words = (simulation.question ?? "").split(separator: "\n").joined(separator: " ")
    return words.allSatisfy { $0 == " " } ? nil : words
  }

  /// The number of runs of each strategy with each listener: `10 000 runs of 60 trials each`.
  var size: String {
    let counts = rows.map(\.replicates)
    guard let least = counts.min(), let most = counts.max() else { return "no runs" }
    let runs = least == most ? TextTable.grouped(least) : "\(TextTable.grouped(least)) to \(TextTable.grouped(most))"
    let trials = rows.compactMap(\.trials.value).distinct
    guard trials.count == 1, trials[0] == trials[0].rounded() else { return "\(runs) runs each" }
    return "\(runs) runs of \(TextTable.grouped(Int(trials[0]))) trials each"
  }

  /// The rows of each condition by the common estimator. A simulation of matchings has none, so all its rows count.
  private static func conditions(
    _ rows: [SummaryRow], _ families: [PairedFamily], _ simulation: SimulationRecord
  ) -> [AnswerCondition] {
    let names = Set(rows.map(\.estimator.name))
    let common = names.contains("fit") ? "fit" : rows.first?.estimator.name ?? "fit"
    let own = rows.filter { simulation.isOfMatchings || $0.estimator.name == common }
    return AnswerCondition.all(of: own, families, varied: simulation.varied) { _ in common }
  }

  /// The figure of the first screen.
  var mainFigure: Figure? { figures.first { ["comparison", "error", "errors"].contains($0.name) } }

  var isSweep: Bool { !simulation.varied.isEmpty }
  var isOfMatchings: Bool { simulation.isOfMatchings }

  // MARK: What sections share

  var axis: Axis { simulation.axis }

  /// The experiment with all defaults; an empty mapping if this program cannot read it.
  var resolved: Value { plan?.told ?? .mapping([]) }

  static func percent(_ share: Double, _ decimals: Int = 2) -> String { TextTable.fixed(100 * share, decimals) + " %" }

  // MARK: For programs

  /// The summary for programs.
  package static func summary(of results: ResultsFile) throws(RecordsError) -> Value {
    table(try SummaryTable(results))
  }

  private static func table(_ summary: SummaryTable) -> Value {
    var rows: [[Value?]] = []
    summary.forEachRow { rows.append($0) }
    return .table(summary.columns, rows)
  }

  private var data: Value {
    .mapping([
      .init("report", .text("simulation")), .init("name", .text(simulation.name)),
      .init("results", .text(path)), .init("version", .text(simulation.version)),
      .init("build", .text(simulation.build)), .init("digest", .text(simulation.digest)),
      .init("seed", .text(simulation.seed)), .init("replicates", .integer(simulation.replicates)),
      .init("runs", .integer(stored)),
      .init("experiment", plan.map(\.resolved) ?? .text(simulation.experiment)),
      .init("summary", SimulationReport.table(summary)),
    ])
  }
}

import Analysis
public import Configuration
public import Experiments
public import Figures
public import Records
import Simulation
import Trials

/// The report of a simulation, in the order in which such studies are read: aim, data-generating listeners, estimands,
/// methods, performance (ADEMP).
///
/// Source: Morris, White & Crowther (2019), Stat. Med. 38:2074–2102, doi:10.1002/sim.8086.
public struct SimulationReport {
  /// As it was given.
  let path: String
  let simulation: SimulationRecord
  let cells: [CellRecord]
  let rows: [SummaryRow]
  /// Of strategies that meet a listener under the same conditions.
  let families: [PairedFamily]
  let checkpoints: CheckpointSummary
  /// How many runs are stored, and how many of them were stopped by an error.
  let stored: Int
  let failedRuns: Int
  /// Nil where the experiment names what this program does not know.
  let plan: Plan?
  let kinds: Experiment.Kinds
  /// Of its results, in the order in which they are shown.
  public let figures: [Figure]
  let context: TableContext
  /// Of a paper; nil where the experiment cannot be read.
  let methods: MethodsText?
  private let summary: SummaryTable

  /// One file each; a new one is a word here.
  private static let sections: [@Sendable (SimulationReport) -> PageSection?] = [
    AimSection.section, SimulatedListenersSection.section, EstimandsSection.section, MethodsSection.section,
    PerformanceSection.section, CheckpointsSection.section, FailuresSection.section,
    SimulationProvenanceSection.section, ProtocolSection.section,
    SimulationMethodsSection.section,
  ]

  /// - Parameters:
  ///   - name: The path of the results that the page shows; by default the one they were read from.
  ///   - kinds: What the experiment can name.
  ///   - year: Of this program's version, as it is cited.
  public init(
    _ results: ResultsFile, named name: String? = nil, kinds: Experiment.Kinds, year: Int
  ) throws(RecordsError) {
    path = name ?? results.path
    context = try TableContext(results)
    simulation = context.simulation
    cells = context.cells
    summary = try SummaryTable(results)
    rows = summary.rows
    families = try PairedFamily.all(of: results, rows, most: DifferenceText.mostStrategies)
    checkpoints = try CheckpointSummary(results)
    stored = try results.batches().reduce(0) { $0 + $1.replicates.count }
    failedRuns = try results.failedRuns()
    plan = try? Experiment.parse(simulation.experiment, file: results.path, kinds: kinds).plan
    methods = plan.map { [context] plan in
      SimulationMethods.text(context, plan, strategies: kinds.strategies, listeners: kinds.listeners, year: year)
    }
    self.kinds = kinds
    figures = try Figures.of(results, summary: rows, checkpoints: checkpoints)
  }

  public var page: ReportPage {
    let sections = SimulationReport.sections.compactMap { $0(self) }
    return ReportPage(
      kind: "simulation report", title: simulation.name, lead: lead,
      sections: sections + [SimulationReferencesSection.section(self, citedIn: sections)].compactMap(\.self), data: data
    )
  }

  private var lead: String {
    let strategies = SimulationReport.distinct(cells.map(\.strategy)).count
    let listeners = SimulationReport.distinct(cells.map(\.listener)).count
    return
      "\(words(strategies, "strategy", "strategies")) with \(words(listeners, "simulated listener", "simulated listeners")), "
      + "\(TextTable.grouped(stored)) runs. Every number here is of simulated listeners, not of people."
  }

  private func words(_ count: Int, _ one: String, _ many: String) -> String {
    "\(TextTable.grouped(count)) \(count == 1 ? one : many)"
  }

  // MARK: What sections share

  var axis: Axis { simulation.axis }

  /// The experiment as it was understood; an empty mapping where this program cannot read it.
  var resolved: Value { plan?.told ?? .mapping([]) }

  static func distinct<Item: Hashable>(_ items: [Item]) -> [Item] {
    var known: Set<Item> = []
    return items.filter { known.insert($0).inserted }
  }

  /// What varies, as short as it can be told.
  var variedNames: [String] { VariedColumn.short(simulation.varied) }

  /// A cell among others: `2-down-1-up`, or `2-down-1-up (jnd 20)`.
  func name(ofStrategy cell: CellRecord) -> String {
    let own = zip(simulation.varied, cell.varied).enumerated().filter { place, pair in
      pair.0.hasPrefix("strategies.") && !pair.1.isEmpty
    }.map { place, pair in "\(variedNames[place]) \(Shown.cut(pair.1))" }
    return Shown.cut(cell.strategy) + (own.isEmpty ? "" : " (\(own.joined(separator: ", ")))")
  }

  /// With whom a cell's strategy is: `musician`, or `ear (jnd 20)`.
  func name(ofListener cell: CellRecord) -> String {
    let own = zip(simulation.varied, cell.varied).enumerated().filter { place, pair in
      !pair.0.hasPrefix("strategies.") && !pair.1.isEmpty
    }.map { place, pair in "\(variedNames[place]) \(Shown.cut(pair.1))" }
    return Shown.cut(cell.listener) + (own.isEmpty ? "" : " (\(own.joined(separator: ", ")))")
  }

  static func percent(_ share: Double, _ decimals: Int = 2) -> String { TextTable.fixed(100 * share, decimals) + " %" }

  // MARK: For programs

  /// The summary as programs read it.
  public static func summary(of results: ResultsFile) throws(RecordsError) -> Value {
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

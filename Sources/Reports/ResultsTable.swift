public import Configuration
public import Records
import Simulation
import Trials

/// A table of a results file that can be exported: its columns are scripted against.
///
/// To add one: a file with a type that conforms, and one word in `ResultsTables.all`.
public protocol ResultsTable: Sendable {
  /// Its name after `--table`.
  static var name: String { get }
  static var summary: String { get }
  init(_ results: ResultsFile) throws(RecordsError)
  var columns: [String] { get }
  /// Hands out the rows, one value for each column; nil is a missing one.
  func forEachRow(_ body: ([Value?]) -> Void) throws(RecordsError)
}

/// The tables that `peach export` knows.
public enum ResultsTables {
  public static let all: [any ResultsTable.Type] = [
    RunsTable.self, TrialsTable.self, SummaryTable.self, TimingTable.self,
  ]
}

/// What the tables of one results file share: names, units, and the columns of varied values.
struct TableContext {
  let simulation: SimulationRecord
  let cells: [CellRecord]
  let axis: Axis

  init(_ results: ResultsFile) throws(RecordsError) {
    simulation = try results.simulation()
    cells = try results.cells()
    axis = Axis(unit: simulation.unit, scale: Axis.Scale(rawValue: simulation.scale) ?? .linear, isSigned: false)
  }

  var varied: [String] { simulation.varied.map(VariedColumn.name) }

  func varied(of cell: CellRecord) -> [Value?] { cell.varied.map { $0.isEmpty ? nil : .text($0) } }

  /// `strategy/listener[/path=value…]/replicate`.
  func run(_ cell: CellRecord, _ replicate: Int) -> Value {
    let varied = zip(simulation.varied, cell.varied).filter { !$0.1.isEmpty }.map { "\($0)=\($1)" }
    return .text(([cell.strategy, cell.listener] + varied + [String(replicate)]).joined(separator: "/"))
  }
}

extension Double? {
  /// Missing where there is no number for it.
  var field: Value? { flatMap { $0.isFinite ? Value.number($0) : nil } }
}

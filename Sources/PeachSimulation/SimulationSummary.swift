package import PeachStorage
import PeachTrials

/// The summary of a simulation, with the errors of its runs, by which strategies are compared in pairs.
///
/// It comes from a results file, or from runs in memory (`SummaryBuilder`).
package struct SimulationSummary: Sendable {
  /// The runs behind the rows.
  private enum Runs: Sendable {
    /// Read when they are asked for.
    case stored(ResultsFile)
    /// By cell, then in the order of its estimators.
    case inMemory([Int: [PairedRuns]])
  }

  package let simulation: SimulationRecord
  package let cells: [CellRecord]
  /// One for each cell and estimator, in file order.
  package let rows: [SummaryRow]
  /// The part of the truth within which a threshold counts as `within`; 0.1 is 10 %.
  package let share: Double
  private let runs: Runs

  /// - Parameter share: The part of the truth within which a threshold counts as `within`; 0.1 is 10 %.
  /// - Throws: `RecordsError` if the file cannot be read or is damaged.
  package init(of results: ResultsFile, within share: Double = 0.1) throws(RecordsError) {
    simulation = try results.simulation()
    cells = try results.cells()
    rows = try Summary.rows(of: results, within: share)
    self.share = share
    runs = .stored(results)
  }

  fileprivate init(
    _ simulation: SimulationRecord, _ cells: [CellRecord], _ rows: [SummaryRow], within share: Double,
    runs: [Int: [PairedRuns]]
  ) {
    self.simulation = simulation
    self.cells = cells
    self.rows = rows
    self.share = share
    self.runs = .inMemory(runs)
  }

  /// Whether the trials are matchings.
  package var isOfMatchings: Bool { simulation.isOfMatchings }

  /// The errors of a cell's runs by one estimator, in the order of replicates; empty if the cell does not have the
  /// estimator, or if strategies are not compared by it (`PairedFamily.compares`).
  func errors(of cell: CellRecord, _ estimator: String) throws(RecordsError) -> PairedRuns {
    guard PairedFamily.compares(estimator), let place = cell.estimators.firstIndex(where: { $0.name == estimator })
    else {
      return PairedRuns(hasTruth: false)
    }
    switch runs {
    case .inMemory(let runs):
      return runs[cell.id]?[place] ?? PairedRuns(of: cell.estimators[place])
    case .stored(let results):
      let axis = simulation.axis
      var runs = PairedRuns(of: cell.estimators[place])
      try results.forEachRun(of: cell.id) { _, estimate in
        if estimate.estimator == place { runs.add(estimate, cell.estimators[place], axis) }
      }
      return runs
    }
  }
}

/// Sums up the runs of a simulation as they are made, without reading a results file.
///
/// Batches come cell by cell, and the replicates of a cell in ascending order, as `Simulator` makes them. A run takes
/// 16 bytes for each estimator by which strategies are compared, and those of the latest cell about 50 more.
package struct SummaryBuilder {
  private let simulation: SimulationRecord
  private let cells: [CellRecord]
  private let share: Double
  private var sample: CellSample?
  private var rows: [SummaryRow] = []
  private var runs: [Int: [PairedRuns]] = [:]
  /// Why errors stopped some runs, in the order of the first run of each reason.
  package private(set) var failures: [RunFailure] = []
  /// The place of each reason in `failures`.
  private var places: [String: Int] = [:]

  /// - Parameters:
  ///   - simulation: The description of the simulation, from `Plan.record`.
  ///   - cells: The cells of the plan, from `Plan.cellRecords`.
  ///   - share: The part of the truth within which a threshold counts as `within`; 0.1 is 10 %.
  package init(_ simulation: SimulationRecord, _ cells: [CellRecord], within share: Double = 0.1) {
    self.simulation = simulation
    self.cells = cells
    self.share = share
  }

  package mutating func add(_ batch: BatchRecord) {
    let cell = cells[batch.cell]
    if sample?.cell.id != cell.id {
      finishCell()
      sample = CellSample(cell, simulation.axis, within: share, keepsPairs: !simulation.isOfMatchings)
    }
    sample?.add(batch)
    for run in batch.runs { if let failure = run.failure { add(failure, of: cell, run.replicate) } }
  }

  private mutating func add(_ reason: String, of cell: CellRecord, _ replicate: Int) {
    if let place = places[reason] {
      failures[place].runs += 1
    } else {
      places[reason] = failures.count
      failures.append(
        RunFailure(
          reason: reason, runs: 1, strategy: cell.strategy, listener: cell.listener, replicate: replicate))
    }
  }

  private mutating func finishCell() {
    if let sample {
      rows += sample.rows()
      runs[sample.cell.id] = sample.pairs
    }
    sample = nil
  }

  /// The summary of all runs. Call it once, after the last batch.
  package mutating func summary() -> SimulationSummary {
    finishCell()
    return SimulationSummary(simulation, cells, rows, within: share, runs: runs)
  }
}

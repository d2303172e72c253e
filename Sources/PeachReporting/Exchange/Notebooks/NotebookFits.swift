import Foundation
import PeachAnalysis
package import PeachExperiments
import PeachFitting
import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// The fits that a notebook makes again: of each strategy and listener at each varied value, or of each live listener.
///
/// Normal, by maximum likelihood, with asymptotes that the notebook need not search: comparisons are read by direction, level
/// tasks and what lacks the sign of its offsets by accuracy; λ is the experiment's.
package enum NotebookFits {
  /// λ where no experiment says it.
  private static let usualLapse = 0.01

  /// - Throws: `RecordsError`, or `ConfigurationError`.
  package static func ofResults(_ results: ResultsFile, kinds: Experiment.Kinds) async throws -> SourceTable {
    try results.requireLevels(
      for: "a notebook's fits", hint: "peach export \(SafeText.forShell(results.path)) --dataset DIR writes the data")
    let simulation = try results.simulation()
    let plan = try Experiment.parse(simulation.experiment, file: results.path, kinds: kinds).plan
    let trials = try SourceTable.results(TrialsTable.self, key: [], results)
    let by = ["strategy", "listener"] + trials.columns.map(\.name).filter { $0.hasPrefix("vary_") }
    var hasTrials = false
    try trials.forEachRow { _ in hasTrials = true }
    guard hasTrials else { return table([], by: by, unit: simulation.unit) }
    var request = FitRequest()
    request.alternatives = simulation.alternatives
    request.lapse = plan.estimatorLapse.map(FitRequest.Rate.fixed)
    if simulation.task == "comparison" {
      request.reading = .direction
    } else {
      request.isLogLevel = simulation.scale == .log
    }
    let data = try FitData.read(results.path)
    return table(try await fits(data.table, by: by, request).rows, by: by, unit: simulation.unit)
  }

  /// - Throws: `RecordsError`.
  package static func ofListeners(_ ids: [String], in live: LiveDatabase) async throws -> SourceTable {
    var all: [[Value?]] = []
    var unit: String?
    for id in ids where try (live.listener(id)?.comparisons ?? 0) > 0 {
      let data = try FitData.read(id, in: live)
      var request = FitRequest()
      request.lapse = .fixed(usualLapse)
      request.reading = .direction
      var found = try? await fits(data.table, by: ["listener"], request)
      if found == nil {
        request.reading = .accuracy
        found = try? await fits(data.table, by: ["listener"], request)
      }
      // The columns of a table of fits have one unit.
      guard let found, unit == nil || unit == found.unit else { continue }
      unit = found.unit
      all += found.rows
    }
    return table(all, by: ["listener"], unit: unit ?? Axis.cents.unit)
  }

  private static func fits(
    _ source: any ObservationSource, by: [String], _ request: FitRequest
  ) async throws -> (rows: [[Value?]], unit: String?) {
    var ways = Observations.Ways()
    ways.positiveLevelsFor = request.isLogLevel ? "a log axis" : nil
    let observations = try Observations.read(source, reading: request.reading, by: by, ways)
    var report = try FitReport(observations, source: source.source, by: by, request: request, seed: 1)
    await report.fit(observations.groups, jobs: ProcessInfo.processInfo.activeProcessorCount) { _ in }
    return (report.fits.map(FitTable.fields), observations.unit)
  }

  private static func table(_ rows: [[Value?]], by: [String], unit: String) -> SourceTable {
    let groups = by.map { Column($0, $0.hasPrefix("vary_") ? .value : .text, "What tells the fitted groups apart") }
    let columns = FitTable.declared.map { TableColumn<Void>($0) { _ in nil }.named(unit: unit, error: unit).column }
    return SourceTable(
      name: "fits", summary: "one fit by peach, which the notebook makes again", columns: columns + groups, key: by
    ) { body in rows.forEach(body) }
  }
}

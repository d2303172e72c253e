package import PeachAnalysis
import PeachExperiments
package import PeachSimulation
package import PeachStorage
import PeachSupport

/// Lists the figures of a simulation, a fit or a report. A figure without data is left out.
package enum Figures {
  /// The figures of a simulation's results.
  ///
  /// - Parameters:
  ///   - rows: The summary of the results.
  ///   - checkpoints: The summary after smaller numbers of trials.
  ///   - best: The cells that tables mark as best; without them figures mark the smallest errors.
  /// - Complexity: O(n) in the runs, without keeping any of them.
  package static func of(
    _ results: ResultsFile, summary rows: [SummaryRow], checkpoints: CheckpointSummary, best: Set<Int> = []
  ) throws(RecordsError) -> [Figure] {
    var summary = FigureSummary(rows, of: try results.simulation())
    summary.best = best
    let isSweep = !summary.simulation.varied.isEmpty
    let errors: [Figure?] =
      isSweep
      ? sweep(summary) : [try Figure.comparison(summary, in: results) ?? Figure.errorByCondition(summary)]
    let figures: [Figure?] = [
      isSweep ? Figure.coverageAgainstVaried(summary) : Figure.coverage(summary),
      isSweep ? nil : Figure.efficiency(summary),
      try tracks(of: results, summary), Figure.errorByCheckpoint(checkpoints, of: summary),
    ]
    return (errors + figures).compactMap { $0 }
  }

  /// The errors of a sweep as lines if one number varies, and with a row for each condition if more do.
  private static func sweep(_ summary: FigureSummary) -> [Figure?] {
    let lines = Figure.errorAgainstVaried(summary)
    let isSimple = summary.simulation.varied.count == 1 && (lines?.panels.count ?? 5) <= 4
    return isSimple ? [lines] : [Figure.errorByCondition(summary), lines]
  }

  /// The first kept run of each strategy with the first listener.
  private static func tracks(of results: ResultsFile, _ summary: FigureSummary) throws(RecordsError) -> Figure? {
    var shown: [FigureTrack] = []
    guard let listener = summary.rows.first?.cell.listener else { return nil }
    let strategies = Value(storedJSON: summary.simulation.experiment)?["strategies"]?.items ?? []
    for strategy in summary.strategies.prefix(FigureSummary.mostPanels) {
      let row = summary.rows.first { $0.cell.strategy == strategy && $0.cell.listener == listener }
      guard let row else { continue }
      var track = FigureTrack(title: strategy, trials: [])
      try results.forEachTrial(of: row.cell, in: 1...1) { track.trials.append($0.trial) }
      var (threshold, met): (Double?, Double?)
      let own = row.cell.estimators.firstIndex { $0.name == "own" }
      try results.forEachRun(of: row.cell.id, in: 1...1) { _, estimate in
        guard estimate.estimator == own else { return }
        threshold = estimate.threshold
        met = estimate.met?.threshold
      }
      let estimators = row.cell.estimators
      track.truth = met ?? (own.map { estimators[$0].truth } ?? estimators.first?.truth)
      track.follow(strategy, in: strategies, estimate: threshold)
      shown.append(track)
    }
    return Figure.track(
      shown, axis: summary.axis, name: "tracks", title: "The first run of each strategy with \(listener)")
  }

  /// The figures of one fit.
  ///
  /// - Parameter suffix: The end of their names if there are several fits: `-1`.
  package static func of(_ fit: FitRow, unit: String?, suffix: String = "") -> [Figure] {
    [
      Figure.psychometricFunction(fit, unit: unit, name: "psychometric-function" + suffix),
      Figure.residuals(fit, unit: unit, name: "residuals" + suffix),
      Figure.likelihoodContours(fit, unit: unit, name: "likelihood" + suffix),
    ].compactMap { $0 }
  }

  /// The figures of all fits of a report, in its order.
  package static func of(_ report: FitReport) -> [Figure] {
    report.fits.enumerated().flatMap { number, fit in
      of(fit, unit: report.unit, suffix: report.fits.count > 1 ? "-\(number + 1)" : "")
    }
  }
}

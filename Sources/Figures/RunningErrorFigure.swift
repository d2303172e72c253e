import Configuration
public import Records
import Simulation
import Trials

extension Figure {
  /// More runs than these make the line no smoother.
  private static let mostRuns = 2000

  /// The error of the strategies' own estimates against the trials, from the runs whose trials are kept.
  ///
  /// - Returns: nil where trials have no estimates.
  /// - Complexity: O(n) in the kept trials; memory in those of one run.
  public static func errorAgainstTrials(_ summary: SummaryShown, in results: ResultsFile) throws(RecordsError)
    -> Figure?
  {
    let axis = summary.axis
    // Of sweeps the panels would be too many; and their trials are a value of their own.
    guard summary.simulation.varied.isEmpty else { return nil }
    let strategies = summary.strategies
    var panels: [Panel] = []
    var kept = 0
    for group in summary.groups().prefix(SummaryShown.mostPanels) {
      var layers: [Layer] = []
      for row in group.rows where row.estimator.name == "own" {
        guard let truth = row.estimator.truth, let number = strategies.firstIndex(of: row.cell.strategy) else {
          continue
        }
        // Where each run has a listener of its own, it is held against theirs.
        var met: [Int: TrueListener] = [:]
        try results.forEachRun(of: row.cell.id, in: 1...mostRuns) { run, estimate in
          if row.cell.estimators[estimate.estimator].name == "own" { met[run.replicate] = estimate.met }
        }
        var running = RunningError()
        var runs = 0
        try results.forEachTrial(of: row.cell, in: 1...mostRuns) { trial in
          if trial.trial.trial == 1 { runs += 1 }
          guard let estimate = trial.trial.estimate,
            let truth = met[trial.replicate].map(\.threshold) ?? truth
          else { return }
          running.add(trial: trial.trial.trial, error: axis.error(of: estimate, truth: truth))
        }
        kept = max(kept, runs)
        let figures = running.figures
        if figures.count < 2 { continue }
        let band = figures.map { point in
          let ends = SummaryShown.interval(point.figure)
          return Datum(Double(point.trial), nil, low: ends.low, high: ends.high)
        }
        let line = figures.map { Datum(Double($0.trial), $0.figure.value) }
        layers += [
          Layer(row.cell.strategy, .band, .series(number), band),
          Layer(row.cell.strategy, .line, .series(number), line),
        ]
      }
      if layers.isEmpty { continue }
      let y = FigureAxis("RMSE of own estimate", unit: summary.errorUnit)
      panels.append(Panel(title: group.title, x: FigureAxis("trial"), y: y, layers: layers))
    }
    guard !panels.isEmpty else { return nil }
    return Figure(
      name: "error-by-trial", title: "Error of the running estimate",
      description:
        "The first \(kept) runs of each strategy, whose trials are kept; bands are Monte Carlo 95 % intervals. "
        + panels.map(FigureWords.ends).joined(separator: " "), panels: panels)
  }
}

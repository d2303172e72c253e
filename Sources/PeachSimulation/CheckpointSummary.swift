package import PeachStorage
import PeachTrials

/// How well an estimator did after so many trials.
package struct CheckpointRow: Sendable {
  package var trials: Int
  /// Its trials are those that the runs had by then; of correct answers it says nothing.
  package var summary: SummaryRow
}

/// How many trials it takes until an estimator is as precise as asked.
package struct CriterionRow: Sendable {
  package var cell: CellRecord
  package var estimator: EstimatorRecord
  package var replicates: Int
  /// The precision as a share of the truth, and as an error.
  package var share: Double
  package var criterion: Double
  /// The first checkpoint at which the root mean square error is no more, and at most a tenth of the runs failed; `nil` if
  /// none is.
  package var trials: Int?
  /// The same with the ends of the error's Monte Carlo 95 % interval in its place.
  package var trialsLow: Int?
  package var trialsHigh: Int?
  /// The share of all runs whose 95 % interval is narrow enough at some checkpoint, and the first such in the mean of these.
  package var reached: MonteCarloValue
  package var trialsOfWidth: MonteCarloValue
}

/// The summary of a results file after so many trials of each run.
package struct CheckpointSummary: Sendable {
  /// One for each cell, estimator and checkpoint.
  package var rows: [CheckpointRow] = []
  /// One for each cell, estimator and share of a truth that is not 0.
  package var criteria: [CriterionRow] = []

  /// The requested precisions, as shares of the truth.
  package static let shares = [0.1, 0.2, 0.5, 1]

  /// - Complexity: O(runs × checkpoints) time; memory for the errors of one cell.
  package init(_ results: ResultsFile) throws(RecordsError) {
    if results.checkpoints.isEmpty { return }
    let axis = try results.simulation().axis
    for cell in try results.cells() {
      var samples = cell.estimators.map { _ in results.checkpoints.map { _ in SummarySample(share: 0.1) } }
      var runs = results.checkpoints.map { _ in RunSample() }
      var widths = cell.estimators.map { WidthReached($0, axis) }
      let places = Dictionary(uniqueKeysWithValues: zip(results.checkpoints, results.checkpoints.indices))
      try results.forEachCheckpoint(of: cell.id) { run, checkpoint in
        let estimate = checkpoint.estimate
        let estimator = cell.estimators[estimate.estimator]
        var part = run
        part.trials = min(run.trials, checkpoint.trials)
        part.judged = 0
        guard let place = places[checkpoint.trials] else { return }
        if estimate.estimator == 0 { runs[place].add(part) }
        samples[estimate.estimator][place].add(part, estimate, estimator, axis)
        widths[estimate.estimator].add(part, estimate, axis)
      }
      let figures = runs.map { $0.figures() }
      for (place, estimator) in cell.estimators.enumerated() {
        let found = results.checkpoints.indices.map {
          CheckpointRow(trials: results.checkpoints[$0], summary: samples[place][$0].row(cell, estimator, figures[$0]))
        }
        rows += found
        criteria += widths[place].rows(cell, estimator, found)
      }
    }
  }

  /// The first checkpoint of each run at which its interval is narrow enough.
  private struct WidthReached {
    /// The shares as errors; empty if there is no truth to be a share of.
    let criteria: [Double]
    private var replicate = 0
    private var isReached: [Bool]
    private var trials: [[Double]]

    init(_ estimator: EstimatorRecord, _ axis: Axis) {
      criteria =
        estimator.truth.map { truth in
          truth == 0 ? [] : CheckpointSummary.shares.map { abs(axis.error(of: truth * (1 + $0), truth: truth)) }
        } ?? []
      isReached = criteria.map { _ in false }
      trials = criteria.map { _ in [] }
    }

    mutating func add(_ run: RunRecord, _ estimate: EstimateRecord, _ axis: Axis) {
      if run.replicate != replicate {
        replicate = run.replicate
        for place in isReached.indices { isReached[place] = false }
      }
      guard estimate.status.hasThreshold, let width = axis.intervalWidth(from: estimate.low, to: estimate.high)
      else { return }
      for place in criteria.indices where !isReached[place] && width <= criteria[place] {
        isReached[place] = true
        trials[place].append(Double(run.trials))
      }
    }

    func rows(_ cell: CellRecord, _ estimator: EstimatorRecord, _ found: [CheckpointRow]) -> [CriterionRow] {
      let replicates = found.first?.summary.replicates ?? 0
      return criteria.enumerated().map { place, criterion in
        func first(_ z: Double) -> Int? {
          found.first { row in
            guard let error = row.summary.rootMeanSquareError.value,
              let spread = z == 0 ? 0 : row.summary.rootMeanSquareError.standardError,
              let failed = row.summary.failed.value
            else { return false }
            return failed <= 0.1 * Double(replicates) && error + z * spread <= criterion
          }?.trials
        }
        return CriterionRow(
          cell: cell, estimator: estimator, replicates: replicates, share: CheckpointSummary.shares[place],
          criterion: criterion, trials: first(0), trialsLow: first(-1.96), trialsHigh: first(1.96),
          reached: Statistics.proportion(trials[place].count, of: replicates),
          trialsOfWidth: Statistics.meanFigure(trials[place]))
      }
    }
  }
}

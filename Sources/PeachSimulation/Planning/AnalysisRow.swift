import PeachMath
package import PeachStorage
import PeachSupport

/// How one analysis does in simulated studies of one cell with so many trials.
package struct AnalysisRow: Sendable {
  package var cell: CellRecord
  package var analysis: AnalysisPlan.Analysis
  package var study: Study
  /// Mean number of trials of a listener in a condition.
  package var trials: Int
  /// In each group of a design between listeners.
  package var listeners: Int
  package var isUneven: Bool
  package var studies: Int
  package var isRatio: Bool
  /// The share of studies that find the effect; a study without an estimate does not.
  package var power: MonteCarloValue
  /// This power less that of the two-stage analysis.
  package var powerGain: MonteCarloValue
  /// The root mean square of the estimated effect's error and its mean, in percent of the threshold. Of studies with an
  /// estimate of both analyses.
  package var error: MonteCarloValue
  package var bias: MonteCarloValue
  /// This error less that of the two-stage analysis.
  package var errorGain: MonteCarloValue
  /// The share of 95 % intervals that contain the true effect.
  package var coverage: MonteCarloValue
  /// The share of studies without an estimate.
  package var failed: Double

  static func rows(
    _ cell: CellRecord, _ study: Study, listeners: Int, isUneven: Bool, trials: Int, _ outcomes: [StudyOutcome],
    effect: Double, isRatio: Bool, size: Double
  ) -> [AnalysisRow] {
    // A ratio's error is a share of it: its logarithm, for small ones.
    let percent = isRatio ? 100 : 100 / size
    let both = outcomes.filter { $0.estimates.count == AnalysisPlan.Analysis.allCases.count }
    func errors(_ analysis: AnalysisPlan.Analysis) -> [Double] {
      both.compactMap { $0.estimates[analysis].map { percent * ($0.value - effect) } }
    }
    func found(_ analysis: AnalysisPlan.Analysis) -> [Double] {
      outcomes.map { $0.isFound(by: analysis) ? 1 : 0 }
    }
    return AnalysisPlan.Analysis.allCases.map { analysis in
      let estimates = outcomes.compactMap { $0.estimates[analysis] }
      let covered = estimates.count { $0.low <= effect && effect <= $0.high }
      let gains = zip(found(analysis), found(.twoStage)).map { $0 - $1 }
      return AnalysisRow(
        cell: cell, analysis: analysis, study: study, trials: trials, listeners: listeners, isUneven: isUneven,
        studies: outcomes.count, isRatio: isRatio,
        power: Statistics.proportion(outcomes.count { $0.isFound(by: analysis) }, of: outcomes.count),
        powerGain: analysis == .twoStage ? .none : Statistics.meanFigure(gains),
        error: Statistics.rootMeanSquare(errors(analysis)), bias: Statistics.meanFigure(errors(analysis)),
        errorGain: analysis == .twoStage
          ? .none : Statistics.differenceOfRootMeanSquares(errors(analysis), errors(.twoStage)),
        coverage: Statistics.proportion(covered, of: estimates.count),
        failed: Double(outcomes.count - estimates.count) / Double(max(1, outcomes.count)))
    }
  }

  /// The change by the analysis against the two-stage analysis, beyond its Monte Carlo error.
  package enum Verdict: Hashable, Sendable { case gains, loses, same }

  package var verdict: Verdict {
    func sign(_ gain: MonteCarloValue) -> Int {
      guard let value = gain.value, let error = gain.standardError, abs(value) > NormalDistribution.end95 * error
      else { return 0 }
      return value > 0 ? 1 : -1
    }
    switch sign(powerGain) - sign(errorGain) {
    case 1...: return .gains
    case ..<0: return .loses
    default: return .same
    }
  }
}

package import PeachFitting
import PeachTrials

/// Whether a listener's threshold moved over a track: the first half of its trials against the second.
///
/// Peach reports a drift of a steady listener in at most 5 % of tracks, whatever procedure chose their levels: `DriftTests` has the
/// rates by procedure. `DriftPower` is how often a halved threshold is found.
package struct Drift: Hashable, Sendable {
  /// The score of the halves, squared.
  package var statistic: Double
  /// The thresholds of the first and of the second half if there is a drift, fitted with everything else in common; in the
  /// direction reading the JND, not the bias. `nil` if a half determines none.
  package var thresholds: (first: Double?, second: Double?) { (first, second) }
  /// Whether the second half has the lower threshold.
  package var isDown: Bool
  package var trials: Int
  private var first: Double?
  private var second: Double?

  /// The critical value of the statistic. In the direction reading χ² exceeds it in 5 %. In the accuracy reading, where threshold
  /// and width are both free, short tracks of procedures that follow the threshold closely (ZEST, stochastic approximation)
  /// exceed that up to twice as often: there what keeps them at 5 % too.
  package static func critical(_ reading: Reading) -> Double { reading == .direction ? 3.84 : 5.2 }

  /// With fewer trials there is nothing to say.
  package static let leastTrials = 40

  package let isDrifting: Bool

  /// - Parameters:
  ///   - trials: In their order. Each run is halved by itself.
  ///   - fit: Of all of them.
  /// - Returns: `nil` with too few trials, or if the data determine no fit.
  package init?(_ trials: [ObservedTrial], _ fit: FitResult, _ fitter: any Fitter) {
    guard trials.count >= Drift.leastTrials, !fit.status.isOfData else { return nil }
    let halves = Drift.halves(of: trials)
    guard let score = fitter.driftScore(halves.first, halves.second, around: fit) else { return nil }
    statistic = score * score
    isDrifting = statistic > Drift.critical(fitter.settings.reading)
    isDown = score > 0
    self.trials = trials.count
    if isDrifting { findThresholds(of: halves, fitter) }
  }

  private mutating func findThresholds(of halves: (first: Counts, second: Counts), _ fitter: any Fitter) {
    let own: FitParameter = fitter.settings.reading == .direction ? .width : .threshold
    var settings = fitter.settings
    // A proportion asked for would hold its level in common, and with it nearly the JND of both halves.
    if settings.reading == .direction { settings.at = nil }
    let fitter = settings.makeFitter()
    let shared = SharedParameters(Set(FitParameter.allCases.filter { $0 != own }))
    guard shared.problem(in: fitter.settings) == nil else { return }
    let joint = fitter.fit([halves.first, halves.second], sharing: shared).groups
    func threshold(_ result: FitResult) -> Double? {
      result.status.isOfData || result.gap != nil
        ? nil : fitter.settings.reading == .direction ? result.jnd : result.threshold
    }
    guard joint.count == 2 else { return }
    (first, second) = (threshold(joint[0]), threshold(joint[1]))
  }

  private static func halves(of trials: [ObservedTrial]) -> (first: Counts, second: Counts) {
    var runs: [String: Int] = [:]
    for trial in trials { runs[trial.run, default: 0] += 1 }
    var seen: [String: Int] = [:]
    var bins: (first: [Counts.Bin], second: [Counts.Bin]) = ([], [])
    for trial in trials {
      let place = seen[trial.run, default: 0]
      seen[trial.run] = place + 1
      let bin = Counts.Bin(level: trial.level, trials: 1, positives: trial.isPositive ? 1 : 0)
      if 2 * place < runs[trial.run, default: 0] { bins.first.append(bin) } else { bins.second.append(bin) }
    }
    var counts = (first: Counts(), second: Counts())
    counts.first.add(bins.first)
    counts.second.add(bins.second)
    return counts
  }
}

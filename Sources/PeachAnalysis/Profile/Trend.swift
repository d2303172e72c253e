import PeachFitting
package import PeachStorage
import PeachTrials

/// Whether a listener's threshold changes over a whole history of training.
///
/// Said is only what a test on fitted thresholds finds (`TrendScore`). Of listeners who do not change, at most 5 % are said
/// to improve or to decline after 50, 200 or 1000 trials with either training strategy: `TrendTests` has the rates, and
/// how often a halved threshold is found.
package struct Trend: Hashable, Sendable {
  package enum Direction: String, Hashable, Sendable {
    case improving, stable, declining
  }

  package let direction: Direction
  /// The score: about standard normal where nothing changes, above 0 if the threshold falls.
  package let score: Double
  package let trials: Int

  /// With fewer trials there is nothing to say.
  package static let leastTrials = Drift.leastTrials

  /// The critical size of the score. 2.1 % of normal scores exceed it. Adaptive levels and notes spread it: over listeners with
  /// JNDs of 2 to 54 cents, alike on all notes or up to eightfold apart, and any natural-mechanical, up to 4.1 % of simulated
  /// histories do (1000 each, SE 0.6 %); 1.96 some 8 % exceed.
  package static let critical = 2.3

  /// - Parameter trials: In their order over all sessions.
  /// - Returns: nil with too few trials, and where they determine no threshold.
  package init?(of trials: [ProfiledComparison]) { self.init(of: trials, ProfileFitter().fit(trials).result) }

  /// - Parameter fit: Of all of them.
  init?(of trials: [ProfiledComparison], _ fit: FitResult) {
    guard trials.count >= Trend.leastTrials, !fit.status.isOfData, let location = fit.location, let scale = fit.scale,
      let lapse = fit.lapse
    else { return nil }
    var groups: [Int: Int] = [:]
    let scored = trials.map { trial in
      let key = trial.reference << 7 | trial.target
      let group = groups[key] ?? groups.count
      groups[key] = group
      return TrendScore.Trial(group: group, offset: trial.offset, isHigher: trial.isHigher)
    }
    guard let found = TrendScore(scored, location: location, scale: scale, lapse: lapse) else { return nil }
    score = found.value
    self.trials = trials.count
    direction = score > Trend.critical ? .improving : score < -Trend.critical ? .declining : .stable
  }
}

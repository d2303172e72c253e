package import PeachFitting
import PeachStorage
package import PeachTrials

/// A fitted threshold with its interval: of a note, of a session, of all.
package struct ProfileThreshold: Hashable, Sendable {
  package var trials: Int
  package var status: EstimateStatus
  /// In cents, at 75 % correct; `nil` if the answers determine none.
  package var threshold: Double?
  /// 95 %, by profile likelihood; an end that the answers leave open is nil.
  package var interval: ConfidenceInterval

  /// The threshold for tables and pictures; `nil` if it lies outside the presented levels.
  package var shown: Double? { status == .ok ? threshold : nil }
}

/// Fits the trials of a profile as the house fits all live trials: direction, λ fixed at 0.01, at 75 % correct. Keeps
/// memory between fits: one for each thread.
final class ProfileFitter {
  private let fitter = ListenerSummary.request.settings.makeFitter()

  /// More levels than this are fitted as groups of neighbours.
  private static let mostLevels = 128

  /// - Complexity: O(n log n) in the trials for their order, but for that as a hundred or two.
  func fit(_ trials: [(level: Double, isPositive: Bool)]) -> (counts: Counts, result: FitResult) {
    let counts = ProfileFitter.counts(of: trials)
    return (counts, fitter.fit(counts))
  }

  /// The trials by level, or by groups of neighbouring levels.
  private static func counts(of trials: [(level: Double, isPositive: Bool)]) -> Counts {
    var counts = Counts()
    counts.add(trials)
    return grouped(counts)
  }

  /// Groups a 20th of their level wide, on one side of zero. Answers inform σ by their levels: what
  /// these differ by inside a group is 0.02 % of that, and moves a threshold by a hundredth of its standard error.
  private static func grouped(_ counts: Counts) -> Counts {
    if counts.count <= mostLevels { return counts }
    return counts.condensed { level in
      let width = max(0.1, abs(level)) / 20
      return level < 0 ? min(width, -0.999 * level) : width
    }
  }

  func fit(_ trials: [ProfiledComparison]) -> (counts: Counts, result: FitResult) {
    fit(trials.map { (level: $0.offset, isPositive: $0.isHigher) })
  }

  /// The counts of answers at their levels, or at groups of neighbouring levels, and the threshold that they give.
  func threshold(_ trials: [(level: Double, isPositive: Bool)]) -> (counts: Counts, threshold: ProfileThreshold) {
    let (counts, result) = fit(trials)
    return (counts, threshold(of: result, counts, trials: trials.count))
  }

  /// The threshold of counts whose levels may be many.
  func threshold(_ counts: Counts, trials: Int) -> ProfileThreshold {
    let counts = ProfileFitter.grouped(counts)
    return threshold(of: fitter.fit(counts), counts, trials: trials)
  }

  func threshold(of result: FitResult, _ counts: Counts, trials: Int) -> ProfileThreshold {
    let hasInterval = result.threshold != nil && !result.status.isOfData
    let interval =
      hasInterval
      ? fitter.profileInterval(.threshold, result, counts, confidence: 0.95) : ConfidenceInterval(low: nil, high: nil)
    return ProfileThreshold(
      trials: trials, status: result.status, threshold: result.threshold, interval: interval)
  }
}

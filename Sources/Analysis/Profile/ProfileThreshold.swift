public import Fitting
import Inference
import Records

/// A fitted threshold with its interval: of a note, of a session, of all.
public struct ProfileThreshold: Hashable, Sendable {
  public var trials: Int
  public var status: FitStatus
  /// In cents, at 75 % correct; nil where the answers determine none.
  public var threshold: Double?
  /// 95 %, by profile likelihood; an end that the answers leave open is nil.
  public var interval: Interval

  /// What stands in a table or a picture: not what lies beyond the levels that were asked.
  public var shown: Double? { status == .ok ? threshold : nil }
}

/// Fits the trials of a profile as the house fits all live trials: direction, λ fixed at 0.01, at 75 % correct. Keeps
/// memory between fits: one for each thread.
final class ProfileFitter {
  private let fitter = ListenerSummary.request.settings.makeFitter()

  /// More levels than this are fitted as so many groups of neighbours, which changes thresholds by less than a thousandth.
  private static let mostLevels = 128

  /// - Complexity: O(n log n) in the trials, but for the sorting as 128 of them.
  func fit(_ trials: [(level: Double, isPositive: Bool)]) -> (counts: Counts, result: FitResult) {
    var counts = Counts()
    counts.add(trials)
    if counts.count > ProfileFitter.mostLevels { counts = counts.condensed(to: ProfileFitter.mostLevels) }
    return (counts, fitter.fit(counts))
  }

  func fit(_ trials: [ProfiledComparison]) -> (counts: Counts, result: FitResult) {
    fit(trials.map { (level: $0.offset, isPositive: $0.isHigher) })
  }

  func threshold(_ trials: [(level: Double, isPositive: Bool)]) -> ProfileThreshold {
    let (counts, result) = fit(trials)
    return threshold(of: result, counts, trials: trials.count)
  }

  func threshold(of result: FitResult, _ counts: Counts, trials: Int) -> ProfileThreshold {
    let hasInterval = result.threshold != nil && !result.status.isOfData
    let interval =
      hasInterval
      ? fitter.profileInterval(.threshold, result, counts, confidence: 0.95) : Interval(low: nil, high: nil)
    return ProfileThreshold(
      trials: trials, status: result.status, threshold: result.threshold, interval: interval)
  }
}

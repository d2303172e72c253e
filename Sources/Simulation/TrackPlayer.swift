package import Trials

/// Plays one track to its end: asks, answers, tells. The same loop for every strategy and listener.
package enum TrackPlayer {
  /// What is believed after a trial, for the trials that are stored.
  package struct Belief: Hashable, Sendable {
    package var isReversal: Bool
    package var estimate: Estimate?

    package init(isReversal: Bool, estimate: Estimate?) {
      self.isReversal = isReversal
      self.estimate = estimate
    }
  }

  /// A track longer than this is stopped as a failure: no stop rule reaches so far.
  package static let longestTrack = 1_000_000

  /// - Parameters:
  ///   - trials: Emptied, then filled with the answered comparisons.
  ///   - beliefs: Filled alike where it is not nil.
  /// - Returns: Why the track was stopped by an error; nil where it ended by itself.
  package static func play<S: ComparisonStrategy, L: Listener>(
    _ strategy: inout S, _ listener: inout L, streams: inout Streams, random: inout RandomStream,
    trials: inout [CompletedComparison], beliefs: inout [Belief]?
  ) -> String? {
    trials.removeAll(keepingCapacity: true)
    beliefs?.removeAll(keepingCapacity: true)
    while let comparison = strategy.next {
      guard comparison.offset.isFinite else { return "trial \(trials.count + 1) has no finite level" }
      guard trials.count < longestTrack else { return "the track did not stop in \(longestTrack) trials" }
      let isHigher = listener.answer(comparison, using: &random)
      let done = CompletedComparison(comparison, isHigher: isHigher, seconds: 0)
      trials.append(done)
      if beliefs == nil {
        strategy.update(done, using: &streams)
      } else {
        let before = strategy.reversals
        strategy.update(done, using: &streams)
        beliefs?.append(
          Belief(isReversal: strategy.reversals > before, estimate: strategy.estimates.first { $0.status == .ok }))
      }
    }
    return nil
  }
}

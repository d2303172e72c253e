/// The result of reporting an answer: the new estimate, and whether the track reversed.
public struct TrialUpdate: Hashable, Sendable {
  /// Whether the answer reversed the direction in which the track's level moves, so that the strategy's `reversals`
  /// grew.
  public var isReversal: Bool
  /// The new estimate of the trial's track, with any status; `nil` if the strategy does not estimate that track, or
  /// after a catch or comfort trial between named tracks, which belongs to none of them.
  public var estimate: Estimate?

  @inlinable
  package init(isReversal: Bool, estimate: Estimate?) {
    self.isReversal = isReversal
    self.estimate = estimate
  }

  /// The estimate for the record of a trial; `nil` unless its status is `ok`.
  package var storedEstimate: Estimate? { estimate.flatMap { $0.status == .ok && $0.isFinite ? $0 : nil } }
}

extension ComparisonStrategy {
  /// Reports an answer and returns the new estimate of its track. `update` is faster if nobody needs the estimate.
  ///
  /// - Parameter tracks: The `tracks` of the strategy's facts (`StrategyFactory.facts`); empty for a strategy with a
  ///   single track without a name.
  @inlinable
  public mutating func tell(
    _ done: CompletedComparison, of tracks: [NamedTrack], using streams: inout Streams
  ) -> TrialUpdate {
    let before = reversals
    update(done, using: &streams)
    return TrialUpdate(
      isReversal: reversals > before, estimate: tracks.estimate(of: done.comparison.level, among: estimates))
  }
}

extension [NamedTrack] {
  /// The estimate of the track to which a level belongs, found by its name, or the first estimate if the list of tracks
  /// is empty. `nil` if `estimates` has none of that track, or if the level is that of a catch or comfort trial between
  /// named tracks.
  public func estimate(of level: Level, among estimates: [Estimate]) -> Estimate? {
    if isEmpty { return estimates.first }
    let name = name(of: level)
    return estimates.first { $0.name == name }
  }
}

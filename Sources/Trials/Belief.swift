/// What is believed once an answer is in.
public struct Belief: Hashable, Sendable {
  /// Whether the answer turned the track.
  public var isReversal: Bool
  /// Of the track that the trial belongs to, whatever its status.
  public var estimate: Estimate?

  @inlinable
  public init(isReversal: Bool, estimate: Estimate?) {
    self.isReversal = isReversal
    self.estimate = estimate
  }

  /// The estimate where there is a threshold, as it is stored with a trial.
  public var storedEstimate: Estimate? { estimate.flatMap { $0.status == .ok && $0.isFinite ? $0 : nil } }
}

extension ComparisonStrategy {
  /// Tells of an answer, and says what is believed then. `update` alone is quicker where no one wants to know.
  ///
  /// - Parameter tracks: Those of the strategy's facts.
  @inlinable
  public mutating func tell(
    _ done: CompletedComparison, of tracks: [NamedTrack], using streams: inout Streams
  ) -> Belief {
    let before = reversals
    update(done, using: &streams)
    return Belief(
      isReversal: reversals > before, estimate: tracks.estimate(of: done.comparison.level, among: estimates))
  }
}

extension [NamedTrack] {
  /// What is believed of the track that a level belongs to; of a strategy without names, of the one track it has.
  public func estimate(of level: Level, among estimates: [Estimate]) -> Estimate? {
    if isEmpty { return estimates.first }
    let name = name(of: level)
    return estimates.first { $0.name == name }
  }
}

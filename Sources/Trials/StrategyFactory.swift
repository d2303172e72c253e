/// Makes and plays the tracks of one strategy as an experiment file sets it.
///
/// It is made where the type of the strategy is known, so that the loop over trials is compiled for that very type; who
/// holds a factory need not know it. The first comparison of a track is drawn when it is made.
public struct StrategyFactory: Sendable {
  /// Whether its levels are signed, and a positive response means "higher".
  public let isSigned: Bool
  private let makeTrack: @Sendable (inout Streams) -> any ComparisonStrategy
  private let playTrack: @Sendable (inout Streams, inout TrackLog, (Comparison) -> Bool) -> PlayedTrack

  @usableFromInline
  init(
    isSigned: Bool, makeTrack: @escaping @Sendable (inout Streams) -> any ComparisonStrategy,
    playTrack: @escaping @Sendable (inout Streams, inout TrackLog, (Comparison) -> Bool) -> PlayedTrack
  ) {
    self.isSigned = isSigned
    self.makeTrack = makeTrack
    self.playTrack = playTrack
  }

  /// - Parameter make: Makes a fresh track.
  @inlinable
  public init<S: ComparisonStrategy>(isSigned: Bool = false, _ make: @escaping @Sendable (inout Streams) -> S) {
    self.init(
      isSigned: isSigned, makeTrack: { streams in make(&streams) },
      playTrack: { streams, log, answer in
        var strategy = make(&streams)
        return TrackPlayer.play(&strategy, using: &streams, log: &log, answer: answer)
      })
  }

  /// A fresh track.
  public func make(using streams: inout Streams) -> any ComparisonStrategy { makeTrack(&streams) }

  /// Plays a fresh track to its end.
  public func play(
    using streams: inout Streams, log: inout TrackLog, answer: (Comparison) -> Bool
  ) -> PlayedTrack {
    playTrack(&streams, &log, answer)
  }
}

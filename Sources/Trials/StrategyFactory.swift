/// A strategy's own estimator where that is not the strategy itself: it looks at all trials of a track once it has ended.
public protocol TrackEstimator: Sendable {
  /// What it estimates: one for each track, with its target; a track that is alone has no name.
  var tracks: [NamedTrack] { get }
  /// One estimate for each track.
  ///
  /// - Parameters:
  ///   - trials: All that were presented.
  ///   - random: Drawn from where an interval needs it.
  func estimates(of trials: [CompletedComparison], using random: inout RandomStream) -> [Estimate]
}

/// Makes and plays the tracks of one strategy as an experiment file sets it.
///
/// It is made where the type of the strategy is known, so that the loop over trials is compiled for that very type; who
/// holds a factory need not know it. The first comparison of a track is drawn when it is made.
public struct StrategyFactory: Sendable {
  /// Whether its levels are signed, and a positive response means "higher".
  public let isSigned: Bool
  /// What estimates in the strategy's place; nil where it does so itself.
  public var estimator: (any TrackEstimator)?
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
    var played = playTrack(&streams, &log, answer)
    guard let estimator, played.failure == nil else { return played }
    switch played.status {
    case .floor: played.estimates = estimator.tracks.map { Estimate(of: $0, .floor) }
    case .ceiling: played.estimates = estimator.tracks.map { Estimate(of: $0, .ceiling) }
    case .running, .finished: played.estimates = estimator.estimates(of: log.trials, using: &streams.strategy)
    }
    return played
  }
}

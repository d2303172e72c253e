/// An estimator that replaces a strategy's own: see `StrategyFactory.estimator`. It reads all trials of a track after
/// the track has ended.
public protocol TrackEstimator: Sendable {
  /// The estimated tracks in the order of the estimates. Peach names each estimate after its track, and compares it
  /// with the level at which the listener reaches the track's target. A single track has an empty name.
  var tracks: [NamedTrack] { get }
  /// Returns one estimate for each of `tracks`, in their order. Peach calls it after a run that ended without an error:
  /// for the first trials up to each checkpoint, and then for all trials. If the run ended at its floor or ceiling,
  /// Peach does not make the last call, and the final estimates have that status.
  ///
  /// - Parameters:
  ///   - trials: All presented trials in order, including noise, catch and comfort trials.
  ///   - random: The stream for intervals that need random numbers.
  func estimates(of trials: [CompletedComparison], using random: inout RandomStream) -> [Estimate]
}

/// Makes and plays the tracks of one strategy with the settings of an experiment file.
///
/// A factory is made where the type of the strategy is known, so that the loop over trials is compiled for that type.
/// Users of a factory need not know the type. Making a track may draw its first comparison.
///
/// ```swift
/// let settings: Setting = ["start": 100, "down": 2, "step": ["factor": 1.4]]
/// let kind = BuiltInStrategies.registry["transformed-up-down"]!
/// let factory = try settings.factory(of: kind, in: StrategyContext(task: task, stop: .trials(60)))
/// var log = TrackLog()
/// let played = factory.play(using: &streams, log: &log) { listener.answer($0, using: &random) }
/// ```
public struct StrategyFactory: Sendable {
  /// The fixed properties of the strategy with its settings, such as its target; the same for all tracks.
  public let facts: StrategyFacts
  /// The estimator that replaces the strategy's own estimates; `nil`, the default, to keep these. `play` uses it; a
  /// track from `make` has only its own estimates.
  public var estimator: (any TrackEstimator)?
  private let makeTrack: @Sendable (inout Streams) -> any ComparisonStrategy
  private let playTrack: @Sendable (inout Streams, inout TrackLog, (Comparison) -> Answer) -> PlayedTrack

  @usableFromInline
  init(
    _ facts: StrategyFacts, makeTrack: @escaping @Sendable (inout Streams) -> any ComparisonStrategy,
    playTrack: @escaping @Sendable (inout Streams, inout TrackLog, (Comparison) -> Answer) -> PlayedTrack
  ) {
    self.facts = facts
    self.makeTrack = makeTrack
    self.playTrack = playTrack
  }

  /// Makes the factory of a strategy from a function that makes its tracks.
  ///
  /// - Parameters:
  ///   - facts: The properties of the strategy; by default those of a strategy without a target or an estimate.
  ///   - make: Makes a fresh track. It may draw from the streams of the track.
  @inlinable
  public init<S: ComparisonStrategy>(
    _ facts: StrategyFacts = StrategyFacts(target: nil, hasEstimate: false),
    _ make: @escaping @Sendable (inout Streams) -> S
  ) {
    self.init(
      facts, makeTrack: { streams in make(&streams) },
      playTrack: { streams, log, answer in
        var strategy = make(&streams)
        return TrackPlayer.play(&strategy, of: facts.tracks, using: &streams, log: &log, answer: answer)
      })
  }

  /// Whether levels are signed (negative is lower) and a positive response means "higher".
  public var isSigned: Bool { facts.isSigned }

  /// The estimated tracks in the order of the estimates: those of `estimator`, or without it the strategy's own. Empty
  /// if there are no estimates.
  public var estimated: [NamedTrack] { estimator?.tracks ?? facts.estimated }

  /// Makes a fresh track, which may draw its first comparison from `streams`. Give the same streams to its `update`.
  public func make(using streams: inout Streams) -> any ComparisonStrategy { makeTrack(&streams) }

  /// The computing time in seconds that a strategy needs for a track with known answers: to choose levels, draw notes
  /// and estimate. It is the fastest of the replays that fit into a millisecond, at least two. The time of a
  /// replacing estimator does not count.
  ///
  /// - Parameters:
  ///   - answers: All answers of the track; at least one. The last one repeats if the track is longer.
  ///   - streams: The streams as they were before the track was made.
  public func seconds(of answers: [Answer], using streams: Streams) -> Double {
    var bare = self
    bare.estimator = nil
    var log = TrackLog()
    let clock = ContinuousClock()
    var replays = 0
    var (spent, least) = (0.0, Double.infinity)
    while replays < 2 || spent < 1e-3 {
      var streams = streams
      var place = 0
      let time = clock.measure {
        _ = bare.play(using: &streams, log: &log) { _ in
          defer { place += 1 }
          return answers[min(place, answers.count - 1)]
        }
      }
      replays += 1
      spent += time / .seconds(1)
      least = min(least, time / .seconds(1))
    }
    return least
  }

  /// Plays a fresh track until the strategy stops it, and estimates its thresholds.
  ///
  /// - Parameters:
  ///   - streams: The streams of the track.
  ///   - log: Receives the trials, and if asked for beliefs and snapshots; earlier ones are removed. Its `checkpoints`
  ///     and `isCancelled` apply.
  ///   - answer: Returns the listener's answer to a comparison. A listener who can no longer answer returns NaN seconds
  ///     from then on. The track then fails, and the log keeps only the trials before.
  /// - Returns: The result; an error of the track is in its `failure`. If `log.isCancelled` stopped the track, discard
  ///   it.
  public func play(
    using streams: inout Streams, log: inout TrackLog, answer: (Comparison) -> Answer
  ) -> PlayedTrack {
    var played = playTrack(&streams, &log, answer)
    guard let estimator, played.failure == nil, !log.isCancelled() else { return played }
    for place in log.looks.indices {
      let trials = Array(log.trials.prefix(log.looks[place].trials))
      log.looks[place].estimates = estimator.estimates(of: trials, using: &log.looks[place].random)
    }
    switch played.status {
    case .floor: played.estimates = estimator.tracks.map { Estimate(of: $0, .floor) }
    case .ceiling: played.estimates = estimator.tracks.map { Estimate(of: $0, .ceiling) }
    case .running, .finished: played.estimates = estimator.estimates(of: log.trials, using: &streams.strategy)
    }
    return played
  }
}

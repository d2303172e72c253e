/// A family of independent random streams, one for each replicate, which is the number of a run. A root seed and a
/// path of names identify it.
///
/// A stream depends on its purpose, never on a position, a thread or the number of other streams. Path and seed are
/// hashed to 128 bits, each part with its length; with n streams two coincide with probability about n² · 2⁻¹²⁹. The
/// replicate is mixed in last, so that the path is hashed once for all replicates.
public struct StreamFamily: Hashable, Sendable {
  private let prefix: SipHash.Words

  package init(seed: UInt64, path: [String]) {
    var hash = SipHash(key: SipHash.Words(seed, 0))
    for part in path { hash.add(part) }
    prefix = hash.finish()
  }

  /// The stream of a replicate (or live session), counted from 1.
  package func stream(replicate: Int) -> RandomStream {
    var hash = SipHash(key: prefix)
    hash.add(UInt64(replicate))
    return RandomStream(seed: hash.finish())
  }
}

/// The two random streams of a track.
public struct Streams: Hashable, Sendable {
  /// Draws notes, intervals and signs, and the order of the intervals of composed sounds.
  public var task: RandomStream
  /// Serves every other draw of the strategy.
  public var strategy: RandomStream

  /// Makes the streams of a track from two streams with different seeds. `StreamNames` makes those of an experiment.
  public init(task: RandomStream, strategy: RandomStream) {
    self.task = task
    self.strategy = strategy
  }
}

/// The random streams of every replicate of one strategy with one listener. All strategies meet the same listener
/// draws and the same notes, so that comparisons between them use common random numbers.
///
/// ```swift
/// let names = StreamNames(seed: 7, listener: "musician", strategy: "staircase")
/// var streams = names.streams(replicate: 1)
/// ```
public struct StreamNames: Hashable, Sendable {
  /// The draws of the listener: noise, lapses and guesses. All strategies share them.
  public let listener: StreamFamily
  /// The draws of notes, intervals and signs. All strategies share them.
  public let task: StreamFamily
  /// The other draws of the strategy.
  public let strategy: StreamFamily
  /// The draws that choose the listener of each run from a population.
  public let person: StreamFamily
  /// The draws of the target's loudness, one for each trial.
  public let loudness: StreamFamily
  private let seed: UInt64
  private let sounds: [String]

  /// The streams for the names that an experiment file gives to a listener and a strategy.
  ///
  /// - Parameters:
  ///   - seed: The root seed of the experiment.
  ///   - path: Prefix of every stream name, for runs outside of simulations; empty by default.
  public init(seed: UInt64, listener: String, strategy: String, within path: [String] = []) {
    self.listener = StreamFamily(seed: seed, path: path + ["listener", listener])
    task = StreamFamily(seed: seed, path: path + ["task", listener])
    loudness = StreamFamily(seed: seed, path: path + ["loudness", listener])
    person = StreamFamily(seed: seed, path: path + ["person", listener])
    self.strategy = StreamFamily(seed: seed, path: path + ["strategy", strategy, listener])
    self.seed = seed
    sounds = path + ["sounds", listener]
  }

  /// The two streams of the track of one replicate, counted from 1.
  public func streams(replicate: Int) -> Streams {
    Streams(task: task.stream(replicate: replicate), strategy: strategy.stream(replicate: replicate))
  }

  /// The names of what is drawn for the sounds of a replicate.
  package func sounds(replicate: Int) -> RunSounds { RunSounds(seed: seed, path: sounds, replicate: replicate) }

  /// The order of the intervals of a trial, where the task draws nothing else: see `TrialTask.orders`.
  ///
  /// - Parameter trial: From 1.
  /// - Complexity: O(trial).
  package func order(ofTrial trial: Int, replicate: Int, below orders: Int) -> Int {
    var stream = task.stream(replicate: replicate)
    for _ in 1..<trial { _ = stream.next() }
    return stream.index(below: orders)
  }
}

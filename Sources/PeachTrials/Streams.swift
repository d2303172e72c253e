/// A family of independent random streams, one for each replicate, which is the number of a run or of a live session. A
/// root seed and a path of names identify it. `StreamNames` makes the families of an experiment.
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
  /// Draws the notes and the interval of each trial, the order of its notes or sounds, and the sign of the strategy's
  /// own trials. A strategy must take the same number of draws on every trial, whatever the levels and the answers.
  public var task: RandomStream
  /// Draws all else that a strategy chooses at random: levels, their order, the next track, noise trials, and the signs
  /// of catch and comfort trials on a signed axis. After the track an estimator draws from it.
  public var strategy: RandomStream

  /// Makes the streams of a track from two streams with different seeds. `StreamNames` makes those of an experiment.
  public init(task: RandomStream, strategy: RandomStream) {
    self.task = task
    self.strategy = strategy
  }
}

/// The random streams of every replicate of one strategy with one listener. Only the stream `strategy` depends on the
/// strategy. All strategies meet the same listener draws and the same notes, unless they choose notes themselves, so
/// that comparisons between them use common random numbers.
///
/// ```swift
/// let names = StreamNames(seed: 7, listener: "musician", strategy: "staircase")
/// var streams = names.streams(replicate: 1)
/// ```
public struct StreamNames: Hashable, Sendable {
  /// The draws of the listener, such as noise, lapses and guesses. All strategies share them.
  public let listener: StreamFamily
  /// The draws of `Streams.task`: notes, intervals, signs and orders, and in a matching the initial offsets. All
  /// strategies share them.
  public let task: StreamFamily
  /// The draws of `Streams.strategy`: all that a strategy chooses at random except notes, intervals, signs and orders.
  /// They depend on both the strategy and the listener.
  public let strategy: StreamFamily
  /// The draws that choose the listener of each run from a population. All strategies share them, so that a replicate
  /// has the same listener with each of them.
  public let person: StreamFamily
  /// The draws of the target's loudness, one for each trial of a simulated listener who hears it, in a task that varies
  /// loudness. All strategies share them.
  public let loudness: StreamFamily
  private let seed: UInt64
  private let sounds: [String]

  /// The streams for the names that an experiment file gives to a listener and a strategy.
  ///
  /// - Parameters:
  ///   - seed: The root seed of the experiment.
  ///   - listener: The name of the listener. Other names give independent streams.
  ///   - strategy: The name of the strategy. It affects only the stream `strategy`.
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

  /// The two streams of the track of one replicate, which is the number of a run or of a live session, from 1.
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

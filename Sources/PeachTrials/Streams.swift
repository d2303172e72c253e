/// A family of random streams with a root seed and a path of names. The replicate selects one of them.
///
/// A stream depends on what it is for, never on a position, a thread or how many others there are. Path and seed are
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

/// The two streams of a track.
public struct Streams: Hashable, Sendable {
  /// Notes, intervals and signs; the order of the intervals of composed sounds.
  public var task: RandomStream
  /// Every other draw of the strategy.
  public var strategy: RandomStream

  public init(task: RandomStream, strategy: RandomStream) {
    self.task = task
    self.strategy = strategy
  }
}

/// The streams of every replicate of one strategy with one listener. All strategies meet the same listener draws and
/// the same notes, so that comparisons between them use common random numbers.
///
/// ```swift
/// let names = StreamNames(seed: 7, listener: "musician", strategy: "staircase")
/// var streams = names.streams(replicate: 1)
/// ```
public struct StreamNames: Hashable, Sendable {
  public let listener: StreamFamily
  public let task: StreamFamily
  public let strategy: StreamFamily
  /// The stream that draws the listener of each run from a population.
  public let person: StreamFamily
  /// The stream that draws the loudness of the target.
  public let loudness: StreamFamily
  private let seed: UInt64
  private let sounds: [String]

  /// - Parameter path: Prefix of every stream name, for runs outside of simulations.
  public init(seed: UInt64, listener: String, strategy: String, within path: [String] = []) {
    self.listener = StreamFamily(seed: seed, path: path + ["listener", listener])
    task = StreamFamily(seed: seed, path: path + ["task", listener])
    loudness = StreamFamily(seed: seed, path: path + ["loudness", listener])
    person = StreamFamily(seed: seed, path: path + ["person", listener])
    self.strategy = StreamFamily(seed: seed, path: path + ["strategy", strategy, listener])
    self.seed = seed
    sounds = path + ["sounds", listener]
  }

  /// The two streams of the track of one replicate.
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

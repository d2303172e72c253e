/// Why a track ended; the text is that of the `stop_reason` column.
public enum StopReason: String, Sendable {
  case trials, reversals, width, entropy, minutes, maximum, floor, ceiling, finished
}

/// Where a track stands.
public enum Status: Hashable, Sendable {
  case running
  case finished(StopReason)
  /// The track ran into its lower limit and has no threshold.
  case floor
  /// The track ran into its upper limit and has no threshold.
  case ceiling

  public var stopReason: StopReason? {
    switch self {
    case .running: nil
    case .finished(let reason): reason
    case .floor: .floor
    case .ceiling: .ceiling
    }
  }
}

/// One of several tracks that a strategy keeps apart.
public struct NamedTrack: Hashable, Sendable {
  public var name: String
  /// The proportion of positive responses it converges on; nil where there is none.
  public var target: Double?

  /// The share of its trials that present noise alone.
  public var noiseShare: Double

  public init(name: String, target: Double?, noiseShare: Double = 0) {
    self.name = name
    self.target = target
    self.noiseShare = noiseShare
  }
}

extension [NamedTrack] {
  /// The name of the track that a level belongs to; empty for a trial that is no track's own.
  public func name(of level: Level) -> String {
    !level.kind.isInterjected && Int(level.track) < count ? self[Int(level.track)].name : ""
  }
}

/// What a track believes about its listener. What it has no opinion on is nil.
public struct Estimate: Hashable, Sendable {
  /// Why there is a threshold, or none; the text is that of the `status` column.
  public enum Status: String, Sendable {
    case ok, floor, ceiling
    case tooFewReversals = "too-few-reversals"
    // Of strategies that fit a function to their trials, the words of a fit.
    case tooFewLevels = "too-few-levels"
    case allCorrect = "all-correct"
    case oneAnswer = "one-answer"
    case constant, decreasing, step, extrapolated, unreachable
    case thresholdAtBound = "at-bound:threshold"
    case widthAtBound = "at-bound:width"
    case guessAtBound = "at-bound:guess"
    case lapseAtBound = "at-bound:lapse"
    case notConverged = "not-converged"
  }

  /// The name of the track; empty where there is one alone.
  public var name: String = ""
  public var status: Status
  /// In the axis's unit.
  public var threshold: Double?
  /// The ends of the threshold's 95 % interval.
  public var low: Double?
  public var high: Double?
  /// dψ/dx at the threshold; of signed levels at the point of subjective equality.
  public var slope: Double?
  public var guess: Double?
  public var lapse: Double?
  /// Cents; the point of subjective equality is −bias.
  public var bias: Double?
  /// Nats.
  public var entropy: Double?

  public init(status: Status, threshold: Double?) {
    self.status = status
    self.threshold = threshold
  }

  /// An estimate of one track without a threshold.
  public init(of track: NamedTrack, _ status: Status) {
    self.init(status: status, threshold: nil)
    name = track.name
  }

  /// Whether all that is stored of it can be: there is no text for infinity, and NaN would be stored as missing.
  public var isFinite: Bool {
    func isSound(_ value: Double?) -> Bool { value?.isFinite ?? true }
    return isSound(threshold) && isSound(low) && isSound(high) && isSound(slope) && isSound(guess) && isSound(lapse)
      && isSound(bias) && isSound(entropy)
  }
}

/// What chooses the next level from the answers so far: one number on an axis. A value: a copy forks the track, and
/// replaying the answers resumes it.
public protocol LevelStrategy: Sendable {
  /// The level to present, nil once the track has stopped. A pure read, however often it is asked; the choice is made
  /// in `init` and `update`.
  var next: Level? { get }
  /// Takes in a response to `presented`, which need not be the level that was asked for.
  /// - Precondition: `next` is not nil.
  mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams)
  /// A trial that was not the strategy's own (catch, comfort) was answered: it counts towards its stop and tells nothing
  /// else. By default it does not count.
  mutating func pass(_ response: Response)
  /// Takes in a trial that another strategy asked for, before its own first. By default as if it had asked itself.
  /// - Precondition: `next` is not nil.
  mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams)
  /// The whole of which it is a part has ended: its estimates are final. By default nothing changes.
  mutating func close()
  /// One for each track with an estimate of its own; empty where a strategy has none.
  var estimates: [Estimate] { get }
  var status: Status { get }
  /// How often the track has turned so far.
  var reversals: Int { get }
  /// The proportion of positive responses it converges on; nil where there is none, or where each track has its own.
  var target: Double? { get }
  /// Its target in words.
  var targetText: String { get }
  /// Its tracks in the order of `Level.track`, the same all along; empty, as by default, where there is one alone.
  var namedTracks: [NamedTrack] { get }
  /// Where levels are signed: whether its threshold is a level whose sign is judged correctly as often as the target says,
  /// and so can be compared with the truth. False by default: the threshold is then where that share of answers is
  /// "higher".
  var judgesSigns: Bool { get }
  /// The share of trials that present noise alone; 0 by default. Where there are any, its target is a proportion
  /// correct over signal and noise.
  var noiseShare: Double { get }
}

/// What chooses the next comparison: note, interval, sign and level. This is all that simulation and sessions know.
public protocol ComparisonStrategy: Sendable {
  /// The comparison to present, nil once the track has stopped. A pure read, however often it is asked.
  var next: Comparison? { get }
  /// Takes in the answer to a comparison as it was presented.
  /// - Precondition: `next` is not nil.
  mutating func update(_ done: CompletedComparison, using streams: inout Streams)
  var estimates: [Estimate] { get }
  var status: Status { get }
  var reversals: Int { get }
  var target: Double? { get }
  var targetText: String { get }
  var namedTracks: [NamedTrack] { get }
  var judgesSigns: Bool { get }
  var noiseShare: Double { get }
}

extension LevelStrategy {
  public mutating func pass(_ response: Response) {}
  public mutating func close() {}
  public mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {
    update(presented, response, using: &streams)
  }
  public var judgesSigns: Bool { false }
  public var noiseShare: Double { 0 }
  public var targetText: String { StrategyTarget.text(target) }
  public var namedTracks: [NamedTrack] { [] }
}

extension ComparisonStrategy {
  public var judgesSigns: Bool { false }
  public var noiseShare: Double { 0 }
  public var targetText: String { StrategyTarget.text(target) }
  public var namedTracks: [NamedTrack] { [] }

  /// What is believed of the track that a level belongs to.
  public func estimate(of level: Level) -> Estimate? {
    let tracks = namedTracks
    if tracks.isEmpty { return estimates.first }
    let name = tracks.name(of: level)
    return estimates.first { $0.name == name }
  }
}

enum StrategyTarget {
  static func text(_ target: Double?) -> String {
    guard let target else { return "none" }
    let hundredths = Int((target * 10_000).rounded())
    let decimals = hundredths % 100
    return "converges on \(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals) %"
  }
}

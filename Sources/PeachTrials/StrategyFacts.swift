/// The fixed properties of a strategy with the settings of an experiment file. They are the same for all tracks.
public struct StrategyFacts: Hashable, Sendable {
  /// The proportion of positive responses (0…1) on which the strategy converges. A response is positive if it is correct, or
  /// on signed levels if it says "higher". `nil` if there is no such proportion, or if each track has its own. With noise
  /// trials it is the proportion correct over signal and noise.
  public var target: Double?
  /// Whether its tracks have estimates of their own, at the end or before. If not, only the common fit estimates their
  /// threshold.
  public var hasEstimate: Bool
  /// Whether its threshold on signed levels is a level whose sign is judged correctly as often as the target states.
  /// Only then can it be compared with the truth. Otherwise it is the level with that share of "higher" answers.
  public var judgesSigns: Bool
  /// The share of trials, 0…1, that present only noise.
  public var noiseShare: Double
  /// The range in which its threshold can be found, from the limits of its levels or the grid of its thresholds; `nil` if
  /// it is not bounded. Peach warns if the true threshold lies outside.
  public var reach: SearchRange?
  /// F at the threshold (0…1), if the strategy estimates the threshold as a parameter of a psychometric function;
  /// otherwise `nil`. F is that function without guesses and lapses, from 0 to 1. The truth is then the level at
  /// which the listener's own F has that value.
  public var valueAtThreshold: Double?
  /// Its tracks in the order of `Level.track`; empty if there is only one.
  public var tracks: [NamedTrack]
  /// The way its tracks can end without the stop rule; `none` by default.
  public var ownEnd = OwnEnd.none
  /// Whether levels are signed and a positive response means "higher". Peach sets it from the task and the file.
  public var isSigned = false
  private let words: String?

  /// The facts of a strategy with one track. The properties explain the parameters.
  ///
  /// - Parameter words: The target in words, if the number does not express it.
  public init(
    target: Double?, words: String? = nil, hasEstimate: Bool = true, judgesSigns: Bool = false, noiseShare: Double = 0,
    reach: SearchRange? = nil, valueAtThreshold: Double? = nil
  ) {
    self.target = target
    self.words = words
    self.reach = reach
    self.hasEstimate = hasEstimate
    self.judgesSigns = judgesSigns
    self.noiseShare = noiseShare
    self.valueAtThreshold = valueAtThreshold
    tracks = []
  }

  /// The facts of a strategy with several tracks, each with a target of its own.
  ///
  /// - Parameter words: The targets in words.
  public init(tracks: [NamedTrack], words: String) {
    self.init(target: nil, words: words)
    self.tracks = tracks
  }

  /// The target in words, such as `converges on 75.00 %`; `none` if there is no target.
  public var targetText: String { words ?? target.flatMap(StrategyFacts.text) ?? "none" }

  /// The target, if its level can be compared with the truth; `nil` if there is no target, or if levels are signed
  /// and their signs are not judged.
  public var comparableTarget: Double? { isSigned && !judgesSigns ? nil : target }

  /// The tracks that have an estimate, in the order of their estimates. A single track has an empty name; the list is
  /// empty for a strategy without an estimate.
  public var estimated: [NamedTrack] {
    guard tracks.isEmpty else { return tracks.filter(\.hasEstimate) }
    return hasEstimate
      ? [
        NamedTrack(
          name: "", target: comparableTarget, noiseShare: noiseShare, reach: reach, valueAtThreshold: valueAtThreshold)
      ] : []
  }

  private static func text(_ target: Double) -> String? {
    guard target.isFinite else { return nil }
    let hundredths = Int((target * 10_000).rounded())
    let decimals = hundredths % 100
    return "converges on \(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals) %"
  }
}

/// The way a strategy ends its own tracks, apart from the stop rule and from limits.
public enum OwnEnd: Hashable, Sendable {
  /// Only the stop rule or a limit ends the track.
  case none
  /// After a number of trials that is known beforehand.
  case afterTrials(Int)
  /// The answers decide.
  case byAnswers

  /// The number of trials of a track whose stop rule ends it after `stop` trials; `nil` if the answers decide, or if
  /// neither the strategy nor `stop` states a number.
  ///
  /// - Parameter stop: The trials of the stop rule; `nil` if it has other conditions.
  public func trials(until stop: Int?) -> Int? {
    switch self {
    case .none: stop
    case .afterTrials(let count): min(count, stop ?? count)
    case .byAnswers: nil
    }
  }
}

/// A track of a strategy, with the name that distinguishes it from the strategy's other tracks.
public struct NamedTrack: Hashable, Sendable {
  /// The name in columns and in `Estimate.name`; empty if the strategy has only one track.
  public var name: String
  /// The proportion of positive responses (0…1) on which the track converges: correct ones, or "higher" on signed levels.
  /// `nil` if its threshold cannot be compared with the true one.
  public var target: Double?
  /// The share of its trials, 0…1, that present only noise.
  public var noiseShare: Double
  /// Whether the strategy's estimates include one of this track.
  public var hasEstimate: Bool
  /// The range in which its threshold can be found, from the limits of its levels or the grid of its thresholds; `nil` if
  /// it is not bounded. Peach warns if the true threshold lies outside.
  public var reach: SearchRange?
  /// F at the threshold (0…1), if the track estimates the threshold as a parameter of a psychometric function; otherwise
  /// `nil`. F is that function without guesses and lapses, from 0 to 1.
  public var valueAtThreshold: Double?

  /// Makes a track. By default it has an estimate, no noise trials and no bounds.
  public init(
    name: String, target: Double?, noiseShare: Double = 0, hasEstimate: Bool = true, reach: SearchRange? = nil,
    valueAtThreshold: Double? = nil
  ) {
    self.name = name
    self.target = target
    self.noiseShare = noiseShare
    self.hasEstimate = hasEstimate
    self.reach = reach
    self.valueAtThreshold = valueAtThreshold
  }
}

extension [NamedTrack] {
  /// The name of the track that a level belongs to; empty for a trial that does not belong to a track.
  package func name(of level: Level) -> String {
    !level.kind.isInserted && Int(level.track) < count ? self[Int(level.track)].name : ""
  }
}

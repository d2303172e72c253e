/// The fixed properties of a strategy with the settings of an experiment file. They are the same for all tracks.
public struct StrategyFacts: Hashable, Sendable {
  /// The proportion of positive responses on which it converges; `nil` if there is none, or if each track has its own.
  /// With noise trials it is the proportion correct over signal and noise.
  public var target: Double?
  /// Whether its tracks have an estimate of their own, at any moment.
  public var hasEstimate: Bool
  /// Whether its threshold on signed levels is a level whose sign is judged correctly as often as the target states.
  /// Only then can it be compared with the truth. Otherwise it is the level with that share of "higher" answers.
  public var judgesSigns: Bool
  /// The share of trials that present only noise.
  public var noiseShare: Double
  /// The range in which its threshold can be found; `nil` if it is not bounded.
  public var reach: SearchRange?
  /// F at the threshold, if that is estimated as a parameter of a function; otherwise `nil`. The truth is then the
  /// level at which the listener's own function has that value between its asymptotes.
  public var valueAtThreshold: Double?
  /// Its tracks in the order of `Level.track`; empty if there is only one.
  public var tracks: [NamedTrack]
  /// Whether its tracks can end without the stop rule.
  public var ownEnd = OwnEnd.none
  /// Whether levels are signed and a positive response means "higher". The reader of the task sets it.
  public var isSigned = false
  private let words: String?

  /// A strategy of one track.
  ///
  /// - Parameter words: Its target in words, where the number does not say it.
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

  /// A strategy of several tracks, each with a target of its own.
  public init(tracks: [NamedTrack], words: String) {
    self.init(target: nil, words: words)
    self.tracks = tracks
  }

  /// Its target in words.
  public var targetText: String { words ?? target.flatMap(StrategyFacts.text) ?? "none" }

  /// The target whose level can be compared with the truth.
  public var comparableTarget: Double? { isSigned && !judgesSigns ? nil : target }

  /// The estimated tracks in the order of their estimates; a single track has no name.
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
  case none
  /// After a number of trials that is known beforehand.
  case afterTrials(Int)
  /// The answers decide.
  case byAnswers

  /// The number of trials of a track that the stop rule ends after `stop` trials; `nil` if the answers decide.
  public func trials(until stop: Int?) -> Int? {
    switch self {
    case .none: stop
    case .afterTrials(let count): min(count, stop ?? count)
    case .byAnswers: nil
    }
  }
}

/// A named track of a strategy that has several.
public struct NamedTrack: Hashable, Sendable {
  public var name: String
  /// The proportion of positive responses on which it converges; `nil` if none can be compared with the truth.
  public var target: Double?
  /// The share of its trials that present only noise.
  public var noiseShare: Double
  public var hasEstimate: Bool
  /// The range in which its threshold can be found; `nil` if it is not bounded.
  public var reach: SearchRange?
  /// F at the threshold, where that is estimated as a parameter of a function.
  public var valueAtThreshold: Double?

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
  /// The name of the track that a level belongs to; empty for a trial that is no track's own.
  package func name(of level: Level) -> String {
    !level.kind.isInterjected && Int(level.track) < count ? self[Int(level.track)].name : ""
  }
}

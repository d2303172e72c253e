/// What is fixed about a strategy as an experiment file sets it: known without a track, and the same for all of them.
public struct StrategyFacts: Hashable, Sendable {
  /// The proportion of positive responses it converges on; nil where there is none, or where each track has its own.
  /// Where some trials present noise, a proportion correct over signal and noise.
  public var target: Double?
  /// Whether its tracks have an estimate of their own, at every moment one.
  public var hasEstimate: Bool
  /// Where levels are signed: whether its threshold is a level whose sign is judged correctly as often as the target
  /// says, and so can be compared with the truth. Else it is where that share of answers is "higher".
  public var judgesSigns: Bool
  /// The share of trials that present noise alone.
  public var noiseShare: Double
  /// Where alone its threshold can be found; nil where it is not bounded.
  public var reach: Reach?
  /// F at the threshold, where that is estimated as a parameter of a function; nil elsewhere. Then the truth is where the
  /// listener's own function has that value, whatever the asymptotes.
  public var valueAtThreshold: Double?
  /// Its tracks in the order of `Level.track`; empty where there is one alone.
  public var tracks: [NamedTrack]
  /// Whether its tracks can end without the stop rule.
  public var ownEnd = OwnEnd.none
  /// Whether its levels are signed, and a positive response means "higher". Set by who reads the axis.
  public var isSigned = false
  private let words: String?

  /// A strategy of one track.
  ///
  /// - Parameter words: Its target in words, where the number does not say it.
  public init(
    target: Double?, words: String? = nil, hasEstimate: Bool = true, judgesSigns: Bool = false, noiseShare: Double = 0,
    reach: Reach? = nil, valueAtThreshold: Double? = nil
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

  /// What its tracks estimate, in the order of their estimates; a track that is alone has no name.
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

/// How a strategy ends its tracks apart from the stop rule, and from limits that a track leans on.
public enum OwnEnd: Hashable, Sendable {
  case none
  /// After a number of trials that is known beforehand.
  case afterTrials(Int)
  /// The answers decide.
  case byAnswers

  /// The trials of a track that the stop rule ends after so many; `nil` if the answers decide.
  public func trials(until stop: Int?) -> Int? {
    switch self {
    case .none: stop
    case .afterTrials(let count): min(count, stop ?? count)
    case .byAnswers: nil
    }
  }
}

/// One of several tracks that a strategy keeps apart.
public struct NamedTrack: Hashable, Sendable {
  public var name: String
  /// The proportion of positive responses it converges on; nil where there is none to be compared with the truth.
  public var target: Double?
  /// The share of its trials that present noise alone.
  public var noiseShare: Double
  public var hasEstimate: Bool
  /// Where alone its threshold can be found; nil where it is not bounded.
  public var reach: Reach?
  /// F at the threshold, where that is estimated as a parameter of a function.
  public var valueAtThreshold: Double?

  public init(
    name: String, target: Double?, noiseShare: Double = 0, hasEstimate: Bool = true, reach: Reach? = nil,
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
  public func name(of level: Level) -> String {
    !level.kind.isInterjected && Int(level.track) < count ? self[Int(level.track)].name : ""
  }
}

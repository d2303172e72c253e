/// The fixed properties of a strategy with the settings of an experiment file. They are the same for all tracks.
public struct StrategyFacts: Hashable, Sendable {
  /// The proportion of positive responses (0…1) on which the strategy converges. A response is positive if it is
  /// correct, in yes/no if it is "yes", and on signed levels if it is "higher". It is the proportion correct on signed
  /// levels with `judgesSigns`, and over signal and noise with noise trials. `nil` if there is no such proportion, or
  /// if each track has its own.
  public var target: Double?
  /// Whether the strategy itself estimates thresholds. If not, its list of estimates is empty, and only a fit of the
  /// trials gives a threshold. For named tracks read `NamedTrack.hasEstimate` instead.
  public var hasEstimate: Bool
  /// Whether its threshold on signed levels is a level whose sign the listener judges correctly as often as the target
  /// states. Only then can it be compared with the truth. Otherwise it is the level with that proportion of "higher"
  /// answers. Without signed levels it does not matter.
  public var judgesSigns: Bool
  /// The share of the strategy's own trials, 0…1, that present only noise; 0 without noise trials.
  public var noiseShare: Double
  /// The range in which the strategy can find its threshold, from the limits of its levels or the grid of its
  /// thresholds. Peach warns if the true threshold lies outside. `nil` if the range has no bounds or is unknown: Peach
  /// then cannot warn.
  public var reach: SearchRange?
  /// F at the threshold (0…1), if the strategy estimates the threshold as a parameter of a psychometric function on
  /// unsigned levels; otherwise `nil`. F is that function without guesses and lapses, from 0 to 1. The truth is then
  /// the level at which the listener's own F has that value; otherwise it follows from `target`.
  public var valueAtThreshold: Double?
  /// The named tracks of the strategy in the order of `Level.track`; empty if it has a single track without a name.
  public var tracks: [NamedTrack]
  /// The way its tracks can end without the stop rule; `none` by default. Peach reads it to know the number of trials
  /// beforehand.
  public var ownEnd = OwnEnd.none
  /// Whether levels are signed (negative is lower) and a positive response means "higher"; `false` by default. Peach
  /// sets it for a strategy of an experiment file, from the task and the file.
  public var isSigned = false
  private let words: String?

  /// The facts of a strategy with one track that has no name.
  ///
  /// - Parameters:
  ///   - target: The proportion of positive responses (0…1) on which the strategy converges; `nil` if there is none.
  ///   - words: The target in words, which replaces the phrase of `targetText`; `nil` for the phrase from `target`.
  ///   - hasEstimate: Whether the strategy itself estimates its threshold.
  ///   - judgesSigns: Whether its threshold on signed levels is a level whose sign is judged correctly as often as
  ///     `target` states, and not the level with that proportion of "higher" answers.
  ///   - noiseShare: The share of trials (0…1) that present only noise.
  ///   - reach: The range in which the threshold can be found; `nil` if it has no bounds or is unknown.
  ///   - valueAtThreshold: F at the threshold (0…1), without guesses and lapses, if the strategy estimates the
  ///     threshold as a parameter of a psychometric function F; otherwise `nil`.
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

  /// The facts of a strategy with several tracks, each with a target of its own, so that the property `target` is
  /// `nil`.
  ///
  /// - Parameters:
  ///   - tracks: The tracks in the order of `Level.track`; at least one.
  ///   - words: The targets in words, as `targetText` gives them.
  public init(tracks: [NamedTrack], words: String) {
    self.init(target: nil, words: words)
    self.tracks = tracks
  }

  /// The target in words: those of the initialiser, or without them a phrase such as `converges on 75.00 %`. The word
  /// `none` if there are no words and no finite target.
  public var targetText: String { words ?? target.flatMap(StrategyFacts.text) ?? "none" }

  /// The target (0…1), if the true level at that target can be compared with the threshold; `nil` if `target` is `nil`,
  /// or if levels are signed and `judgesSigns` is false.
  public var comparableTarget: Double? { isSigned && !judgesSigns ? nil : target }

  /// The tracks of which the strategy itself has an estimate, in the order of its estimates. A single track without a
  /// name has an empty name here; the list is empty for a strategy without an estimate.
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

/// The way a strategy ends its own tracks, apart from the stop rule and from limits of the levels: not at all (`none`),
/// after a known number of trials (`afterTrials`), or when the answers decide so (`byAnswers`).
public enum OwnEnd: Hashable, Sendable {
  /// Only the stop rule or a limit ends the track.
  case none
  /// After a number of trials that is known beforehand.
  case afterTrials(Int)
  /// The answers decide.
  case byAnswers

  /// The number of trials of a track whose stop rule ends it after `stop` trials: the smaller of that and the
  /// strategy's own number. `nil` if the answers decide, or if neither the strategy nor `stop` states a number.
  ///
  /// - Parameter stop: The trials of the stop rule; `nil` if there is no rule, or if it has other conditions.
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
  /// The name in columns and in `Estimate.name`; empty if the strategy has a single track without a name.
  public var name: String
  /// The proportion of positive responses (0…1) on which the track converges: correct ones, or in yes/no "yes". With
  /// noise trials it is the proportion correct over signal and noise. `nil` if there is no such proportion, or on
  /// signed levels unless the strategy judges signs: the threshold is then not compared with a true one.
  public var target: Double?
  /// The share of its trials, 0…1, that present only noise.
  public var noiseShare: Double
  /// Whether the strategy's own estimates include one of this track; `true` by default.
  public var hasEstimate: Bool
  /// The range in which the track can find its threshold, from the limits of its levels or the grid of its thresholds.
  /// Peach warns if the true threshold lies outside. `nil` if the range has no bounds or is unknown: Peach then cannot
  /// warn.
  public var reach: SearchRange?
  /// F at the threshold (0…1), if the track estimates the threshold as a parameter of a psychometric function on
  /// unsigned levels; otherwise `nil`. F is that function without guesses and lapses, from 0 to 1. The truth is then
  /// the level at which the listener's own F has that value; otherwise it follows from `target`.
  public var valueAtThreshold: Double?

  /// Makes a track. By default it has an estimate, no noise trials and no bounds, and its threshold is not a parameter
  /// of a function. `target`, `noiseShare` and `valueAtThreshold` are in 0…1.
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

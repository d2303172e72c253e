public import PeachSupport

/// The progress of a track, which its stop rule reads.
package struct TrackProgress: Hashable, Sendable {
  package var trials = 0
  package var reversals = 0
  /// The duration of its trials.
  package var seconds = 0.0
  /// Width of the threshold's 95 % interval on the task's scale: log10 of high / low on a log axis; `nil` if there is
  /// none.
  package var width: Double?
  /// Entropy of the posterior in nats; `nil` if there is none.
  package var entropy: Double?
  /// (high / low)^½ − 1 of the threshold's 95 % interval; `nil` if there is none, or on an axis without ratios.
  package var precision: Double?

  package init(
    trials: Int = 0, reversals: Int = 0, seconds: Double = 0, width: Double? = nil, entropy: Double? = nil,
    precision: Double? = nil
  ) {
    self.trials = trials
    self.reversals = reversals
    self.seconds = seconds
    self.width = width
    self.entropy = entropy
    self.precision = precision
  }
}

/// The rule that ends a track: conditions of which any or all must hold, nested once, and a largest number of trials.
///
/// Conditions count trials, reversals or minutes, or compare the width of the threshold's 95 % interval or the entropy
/// of the posterior with a limit. `trials`, `never` and `read` make a rule.
///
/// ```swift
/// let stop = StopRule.trials(60)
/// ```
public struct StopRule: Hashable, Sendable {
  /// One condition. What a strategy does not have, such as a width, never meets it.
  package enum Condition: Hashable, Sendable {
    case trials(Int)
    case reversals(Int)
    /// The threshold's 95 % interval is at most so wide.
    case width(Double)
    /// The posterior's entropy is at most so many nats.
    case entropy(Double)
    /// (high / low)^½ − 1 of the threshold's 95 % interval is at most so much.
    case precision(Double)
    case minutes(Double)

    func isMet(_ progress: TrackProgress) -> Bool {
      switch self {
      case .trials(let count): progress.trials >= count
      case .reversals(let count): progress.reversals >= count
      case .width(let limit): progress.width.map { $0 <= limit } ?? false
      case .entropy(let limit): progress.entropy.map { $0 <= limit } ?? false
      case .precision(let limit): progress.precision.map { $0 <= limit } ?? false
      case .minutes(let limit): progress.seconds >= 60 * limit
      }
    }

    /// The trials it counts to; 0 for the others.
    var trialCount: Int { if case .trials(let count) = self { count } else { 0 } }

    var reason: StopReason {
      switch self {
      case .trials: .trials
      case .reversals: .reversals
      case .width: .width
      case .entropy: .entropy
      case .precision: .precision
      case .minutes: .minutes
      }
    }
  }

  package enum Join: String, CaseIterable, Sendable {
    case any, all
  }

  /// Conditions joined by any or all; a single condition is a group of one.
  package struct Group: Hashable, Sendable {
    package var join: Join
    package var conditions: [Condition]

    package init(_ join: Join, _ conditions: [Condition]) {
      self.join = join
      self.conditions = conditions
    }

    func isMet(_ progress: TrackProgress) -> Bool {
      switch join {
      case .any: conditions.contains { $0.isMet(progress) }
      case .all: conditions.allSatisfy { $0.isMet(progress) }
      }
    }
  }

  package let join: Join
  package let groups: [Group]
  /// The number of trials, at least 1, after which a track ends even if the conditions do not hold. Catch, comfort and
  /// skipped trials count. It is `Int.max` in `never`; a file allows at most 1 000 000.
  public let maximum: Int
  package static let defaultMaximum = 10_000
  /// Before this trial nothing but `needsMore` can end the track. Known here once, asked on every trial.
  package let firstPossibleTrial: Int
  /// Whether something else than trials can end the track.
  package let needsMore: Bool
  package let needsTime: Bool
  package let needsBelief: Bool

  package init(_ join: Join, _ groups: [Group], maximum: Int = defaultMaximum) {
    self.join = join
    self.groups = groups
    self.maximum = maximum
    let conditions = groups.flatMap(\.conditions)
    let counts = conditions.compactMap { if case .trials(let count) = $0 { count } else { nil } }
    firstPossibleTrial = min(maximum, counts.min() ?? maximum)
    needsMore = counts.count < conditions.count
    needsTime = conditions.contains { if case .minutes = $0 { true } else { false } }
    needsBelief = conditions.contains {
      switch $0 {
      case .width, .entropy, .precision: true
      case .trials, .reversals, .minutes: false
      }
    }
  }

  /// The widths at which it ends.
  package var widths: [Double] {
    groups.flatMap(\.conditions).compactMap { if case .width(let limit) = $0 { limit } else { nil } }
  }

  /// The conditions of the rule that need an estimate: width, entropy, precision.
  package var asksOfBelief: [StopReason] {
    groups.flatMap(\.conditions).map(\.reason).filter { $0 == .width || $0 == .entropy || $0 == .precision }
  }

  /// The earliest trial at which the rule can hold: the trials that it requires if all conditions must hold, and
  /// otherwise 1.
  package var earliestTrial: Int {
    guard join == .all else { return 1 }
    return groups.reduce(1) { least, group in
      group.conditions.count == 1 ? max(least, group.conditions[0].trialCount) : least
    }
  }

  /// The trial at which it ends every track, if it counts only trials; `nil` if another condition can end a track.
  package var fixedTrials: Int? {
    guard !needsMore else { return nil }
    let ends = groups.compactMap { group -> Int? in
      let counts = group.conditions.map(\.trialCount)
      return group.join == .any ? counts.min() : counts.max()
    }
    guard let end = join == .any ? ends.min() : ends.max() else { return nil }
    return min(end, maximum)
  }

  /// Whether only a number of trials ends it.
  package var countsTrialsAlone: Bool { !needsMore }

  /// Whether its conditions can hold of a track that has no interval of its threshold and no posterior.
  package var canHoldWithoutBelief: Bool {
    let most = TrackProgress(trials: .max, reversals: .max, seconds: .infinity)
    return switch join {
    case .any: groups.contains { $0.isMet(most) }
    case .all: groups.allSatisfy { $0.isMet(most) }
    }
  }

  /// Ends a track after `count` trials, at least 1. Catch, comfort and skipped trials count.
  public static func trials(_ count: Int) -> StopRule {
    StopRule(.any, [Group(.any, [.trials(count)])], maximum: count)
  }

  /// Never ends a track, whatever the number of trials. It is for a track that ends by itself, or inside another
  /// strategy, which ends it. In a simulation a track of 1 000 000 trials fails.
  public static let never = StopRule(.any, [], maximum: .max)

  /// The reason to end a track with this progress: the first condition of the list that holds, or the maximum; `nil`
  /// if the track continues.
  package func reason(_ progress: TrackProgress) -> StopReason? {
    switch join {
    case .any:
      for group in groups where group.isMet(progress) { return firstReason(of: group, progress) }
    case .all:
      if let first = groups.first, groups.allSatisfy({ $0.isMet(progress) }) { return firstReason(of: first, progress) }
    }
    return progress.trials >= maximum ? .maximum : nil
  }

  private func firstReason(of group: Group, _ progress: TrackProgress) -> StopReason? {
    group.conditions.first { $0.isMet(progress) }?.reason
  }
}

extension StopRule {
  private static let conditionNames = ["trials", "reversals", "width", "entropy", "precision", "minutes"]
  private static let joinHint = "to join several conditions, write any: [{trials: 60}, {reversals: 10}]"

  /// Reads the section `stop` of a mapping. The reader reports all problems in it; a missing section is not a problem.
  ///
  /// - Parameter meaning: The explanation of the key `stop` in lists of parameters.
  /// - Returns: `nil` if the section is missing or not a mapping, or if the reader only lists parameters. After
  ///   problems inside the section a rule without the invalid conditions.
  public static func read(from reader: Reader, _ meaning: String) -> StopRule? {
    reader.section("stop", numberKey: "trials", meaning) { stop in
      let alone = condition(from: stop)
      let groups = Join.allCases.compactMap { join in
        stop.list(
          join.rawValue,
          "List of conditions, such as [{trials: 60}, {reversals: 10}]; the track ends as soon as "
            + "\(join == .any ? "one of them is" : "all of them are") met. A condition can itself be {any: […]} or "
            + "{all: […]}"
        ) { group(from: $0) }
        .map { (join, $0) }
      }
      let stated = (groups.flatMap(\.1).flatMap(\.conditions) + [alone].compactMap(\.self)).map(\.trialCount)
      let maximum = stop.integer(
        "maximum", unit: "trials", in: 1...1_000_000, default: max(defaultMaximum, stated.max() ?? 0),
        "Largest number of trials, whatever the other conditions say; default 10000, or the stated trials if "
          + "they are more")
      stop.requireOne(of: conditionNames + Join.allCases.map(\.rawValue), hint: joinHint)
      if let (join, groups) = groups.first { return StopRule(join, groups, maximum: maximum) }
      return StopRule(.any, alone.map { [Group(.any, [$0])] } ?? [], maximum: maximum)
    }
  }

  private static func condition(from reader: Reader) -> Condition? {
    let trials = reader.optionalInteger(
      "trials", unit: "trials", in: 1...1_000_000, "The track ends after this number of trials")
    let reversals = reader.optionalInteger(
      "reversals", in: 1...1_000_000, "The track ends at this number of reversals (changes of direction of the level)")
    let width = reader.optionalNumber(
      "width", unit: "axis", in: .positive,
      "The track ends when the 95 % interval of the threshold is at most this wide; on a log axis its width is "
        + "log10 of high / low")
    let entropy = reader.optionalNumber(
      "entropy", unit: "nats", "The track ends when the entropy of the strategy's posterior is at most this")
    let precision = reader.optionalShare(
      "precision",
      "The track ends when (high / low)^½ − 1 is at most this, where low and high are the ends of the "
        + "threshold's 95 % interval (on a log or signed axis). Stopping by the interval lowers its coverage; a "
        + "fixed number of trials does not")
    let minutes = reader.optionalNumber(
      "minutes", unit: "min", in: .positive,
      "The track ends after this time; in a simulation a trial takes the time of its notes and gap, 0.2 s to "
        + "answer and 0.4 s of feedback")
    return trials.map(Condition.trials) ?? reversals.map(Condition.reversals) ?? width.map(Condition.width)
      ?? entropy.map(Condition.entropy) ?? precision.map(Condition.precision) ?? minutes.map(Condition.minutes)
  }

  private static func group(from reader: Reader) -> Group {
    let alone = condition(from: reader)
    let groups = Join.allCases.compactMap { join in
      reader.list(join.rawValue, "Conditions of which \(join == .any ? "one" : "every one") must be met") { inner in
        defer { inner.requireOne(of: conditionNames) }
        return condition(from: inner)
      }
      .map { Group(join, $0.compactMap(\.self)) }
    }
    reader.requireOne(of: conditionNames + Join.allCases.map(\.rawValue), hint: joinHint)
    return groups.first ?? Group(.any, alone.map { [$0] } ?? [])
  }
}

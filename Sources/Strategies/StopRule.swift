public import Configuration
public import Trials

/// When a track ends: conditions joined by any or all, nested once, and a hard maximum.
public struct StopRule: Hashable, Sendable {
  /// One condition: enough trials, or enough reversals.
  public enum Condition: Hashable, Sendable {
    case trials(Int)
    case reversals(Int)

    func isMet(trials: Int, reversals: Int) -> Bool {
      switch self {
      case .trials(let count): trials >= count
      case .reversals(let count): reversals >= count
      }
    }

    /// The trials it counts to; 0 for reversals.
    var trialCount: Int { if case .trials(let count) = self { count } else { 0 } }

    var reason: StopReason {
      switch self {
      case .trials: .trials
      case .reversals: .reversals
      }
    }
  }

  public enum Join: String, CaseIterable, Sendable {
    case any, all
  }

  /// Conditions joined one way; a condition alone is a group of one.
  public struct Group: Hashable, Sendable {
    public var join: Join
    public var conditions: [Condition]

    public init(_ join: Join, _ conditions: [Condition]) {
      self.join = join
      self.conditions = conditions
    }

    func isMet(trials: Int, reversals: Int) -> Bool {
      switch join {
      case .any: conditions.contains { $0.isMet(trials: trials, reversals: reversals) }
      case .all: conditions.allSatisfy { $0.isMet(trials: trials, reversals: reversals) }
      }
    }
  }

  public let join: Join
  public let groups: [Group]
  /// Trials after which a track ends whatever its conditions say.
  public let maximum: Int
  public static let defaultMaximum = 10_000
  /// Before this trial nothing but reversals can end the track. Known here once, asked on every trial.
  let firstPossibleTrial: Int
  let dependsOnReversals: Bool

  public init(_ join: Join, _ groups: [Group], maximum: Int = defaultMaximum) {
    self.join = join
    self.groups = groups
    self.maximum = maximum
    let conditions = groups.flatMap(\.conditions)
    let counts = conditions.compactMap { if case .trials(let count) = $0 { count } else { nil } }
    firstPossibleTrial = min(maximum, counts.min() ?? maximum)
    dependsOnReversals = counts.count < conditions.count
  }

  /// Ends after so many trials.
  public static func trials(_ count: Int) -> StopRule {
    StopRule(.any, [Group(.any, [.trials(count)])], maximum: count)
  }

  /// Why a track with so many trials and reversals ends here: the first condition of the list that holds, or the
  /// maximum; nil where it goes on.
  public func reason(trials: Int, reversals: Int) -> StopReason? {
    switch join {
    case .any:
      for group in groups where group.isMet(trials: trials, reversals: reversals) {
        return firstReason(of: group, trials: trials, reversals: reversals)
      }
    case .all:
      if groups.allSatisfy({ $0.isMet(trials: trials, reversals: reversals) }), let first = groups.first {
        return firstReason(of: first, trials: trials, reversals: reversals)
      }
    }
    return trials >= maximum ? .maximum : nil
  }

  private func firstReason(of group: Group, trials: Int, reversals: Int) -> StopReason? {
    group.conditions.first { $0.isMet(trials: trials, reversals: reversals) }?.reason
  }
}

extension StopRule {
  private static let conditionNames = ["trials", "reversals"]
  private static let joinHint = "join several conditions: any: [{trials: 60}, {reversals: 10}]"

  /// Reads `stop:`; nil where it is left out or no mapping.
  public static func read(from reader: Reader, _ meaning: String) -> StopRule? {
    reader.section("stop", meaning) { stop in
      let alone = condition(from: stop)
      let groups = Join.allCases.compactMap { join in
        stop.list(
          join.rawValue,
          "Conditions of which \(join.rawValue) must hold, may nest once: [{trials: 60}, {reversals: 10}]"
        ) { group(from: $0) }
        .map { (join, $0) }
      }
      let stated = (groups.flatMap(\.1).flatMap(\.conditions) + [alone].compactMap(\.self)).map(\.trialCount)
      let maximum = stop.integer(
        "maximum", unit: "trials", in: 1...1_000_000, default: max(defaultMaximum, stated.max() ?? 0),
        "Hard maximum, whatever else is stated; default 10000, or the trials stated where they are more")
      stop.requireOne(of: conditionNames + Join.allCases.map(\.rawValue), hint: joinHint)
      if let (join, groups) = groups.first { return StopRule(join, groups, maximum: maximum) }
      return StopRule(.any, alone.map { [Group(.any, [$0])] } ?? [], maximum: maximum)
    }
  }

  private static func condition(from reader: Reader) -> Condition? {
    let trials = reader.optionalInteger("trials", unit: "trials", in: 1...1_000_000, "Ends after so many trials")
    let reversals = reader.optionalInteger("reversals", in: 1...1_000_000, "Ends at so many reversals")
    return trials.map(Condition.trials) ?? reversals.map(Condition.reversals)
  }

  private static func group(from reader: Reader) -> Group {
    let alone = condition(from: reader)
    let groups = Join.allCases.compactMap { join in
      reader.list(join.rawValue, "Conditions inside") { inner in
        defer { inner.requireOne(of: conditionNames) }
        return condition(from: inner)
      }
      .map { Group(join, $0.compactMap(\.self)) }
    }
    reader.requireOne(of: conditionNames + Join.allCases.map(\.rawValue), hint: joinHint)
    return groups.first ?? Group(.any, alone.map { [$0] } ?? [])
  }
}

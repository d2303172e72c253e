import Glibc

/// What was answered at each level: n trials, k of them positive (correct; "higher" in the direction reading). Levels
/// are distinct and rise.
public struct Counts: Sendable {
  public private(set) var levels: [Double] = []
  public private(set) var trials: [Double] = []
  public private(set) var positives: [Double] = []

  public init() {}

  /// - Precondition: As many levels as trials and positives, levels rising, 0 ≤ k ≤ n.
  public init(levels: [Double], trials: [Double], positives: [Double]) {
    precondition(levels.count == trials.count && levels.count == positives.count, "counts of unequal length")
    precondition(zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 }, "levels do not rise")
    precondition(zip(trials, positives).allSatisfy { $1 >= 0 && $1 <= $0 }, "k outside 0…n")
    self.levels = levels
    self.trials = trials
    self.positives = positives
  }

  public mutating func removeAll() {
    levels.removeAll(keepingCapacity: true)
    trials.removeAll(keepingCapacity: true)
    positives.removeAll(keepingCapacity: true)
  }

  /// Adds one trial.
  public mutating func add(_ level: Double, isPositive: Bool) {
    var low = 0
    var high = levels.count
    while low < high {
      let middle = (low + high) / 2
      if levels[middle] < level { low = middle + 1 } else { high = middle }
    }
    if low == levels.count || levels[low] != level {
      levels.insert(level, at: low)
      trials.insert(0, at: low)
      positives.insert(0, at: low)
    }
    trials[low] += 1
    if isPositive { positives[low] += 1 }
  }

  public var count: Int { levels.count }

  /// All trials.
  public var total: Double { trials.reduce(0, +) }

  /// All positive responses.
  public var totalPositive: Double { positives.reduce(0, +) }

  /// The log-likelihood of the best function that does not depend on the level.
  public var flatLogLikelihood: Double {
    let total = total
    let positive = totalPositive
    return Counts.term(positive, positive / total) + Counts.term(total - positive, 1 - positive / total)
  }

  /// k ln p, 0 where k is.
  static func term(_ count: Double, _ probability: Double) -> Double {
    count == 0 ? 0 : count * log(probability)
  }
}

extension Counts {
  /// The same answers on another scale.
  /// - Parameter transform: Rising.
  func mapLevels(_ transform: (Double) -> Double) -> Counts {
    var mapped = self
    mapped.levels = levels.map(transform)
    return mapped
  }
}

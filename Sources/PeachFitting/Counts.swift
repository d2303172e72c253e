import PeachSupport

/// The answers at each level: n trials, k of them positive (correct, or "higher" in the direction reading). Levels
/// are distinct and ascending.
package struct Counts: Sendable {
  /// Answers to catch trials: what they tell is of the lapse rate alone.
  package struct Catches: Hashable, Sendable {
    package var correct: Double
    package var wrong: Double

    package init(correct: Double = 0, wrong: Double = 0) {
      self.correct = correct
      self.wrong = wrong
    }

    package var trials: Double { correct + wrong }

    /// ln L of a lapse rate.
    func logLikelihood(_ lapse: Double) -> Double {
      Counts.term(correct, max(1 - lapse, 1e-300)) + Counts.term(wrong, max(lapse, 1e-300))
    }

    /// The highest of lapse rates up to one.
    func highest(upTo greatest: Double) -> Double {
      trials == 0 ? 0 : logLikelihood(min(wrong / trials, greatest))
    }
  }

  /// One level. Counts are numbers, so that expected counts can be fitted too.
  package struct Bin: Hashable, Sendable {
    package var level: Double
    package var trials: Double
    package var positives: Double

    package init(level: Double, trials: Double, positives: Double) {
      self.level = level
      self.trials = trials
      self.positives = positives
    }
  }

  package private(set) var bins: [Bin] = []
  /// Trials so easy that only a lapse answers them wrongly.
  package var catches = Catches()

  package init() {}

  /// - Precondition: Levels rise, and 0 ≤ k ≤ n.
  package init(_ bins: [Bin]) {
    precondition(zip(bins, bins.dropFirst()).allSatisfy { $0.level < $1.level }, "levels do not rise")
    precondition(bins.allSatisfy { $0.positives >= 0 && $0.positives <= $0.trials }, "k outside 0…n")
    self.bins = bins
  }

  package mutating func removeAll() {
    bins.removeAll(keepingCapacity: true)
    catches = Catches()
  }

  /// Levels closer than this share of their size are one: steps up and down come back to a level only within rounding.
  private static let rounding = 1e-9

  /// Whether two levels are one.
  static func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= rounding * max(abs(a), abs(b)) }

  /// The index of a level, or the index at which it would be inserted.
  @inline(__always)
  private func place(of level: Double) -> (index: Int, isThere: Bool) {
    let tolerance = abs(level) * Counts.rounding
    var low = 0
    var high = bins.count
    while low < high {
      let middle = (low + high) / 2
      if bins[middle].level < level - tolerance { low = middle + 1 } else { high = middle }
    }
    return (low, low < bins.count && bins[low].level <= level + tolerance)
  }

  /// The place among `bins` of a level that was added.
  package func index(of level: Double) -> Int? {
    let (index, isThere) = place(of: level)
    return isThere ? index : nil
  }

  /// Adds one trial.
  ///
  /// - Complexity: O(levels) for a level that is new, else O(log levels).
  package mutating func add(_ level: Double, isPositive: Bool) {
    add(Bin(level: level, trials: 1, positives: isPositive ? 1 : 0))
  }

  /// Adds the trials of one level.
  @inline(__always)
  private mutating func add(_ bin: Bin) {
    let (index, isThere) = place(of: bin.level)
    if isThere {
      bins[index].trials += bin.trials
      bins[index].positives += bin.positives
    } else {
      bins.insert(bin, at: index)
    }
  }

  /// Adds many trials at once.
  ///
  /// - Complexity: O(n log n) for n trials.
  package mutating func add(_ trials: [(level: Double, isPositive: Bool)]) {
    for trial in trials.sorted(by: { $0.level < $1.level }) { add(trial.level, isPositive: trial.isPositive) }
  }

  /// Adds counts in any order of their levels; a level may come more than once.
  ///
  /// - Precondition: 0 ≤ k ≤ n.
  package mutating func add(_ bins: [Bin]) {
    precondition(bins.allSatisfy { $0.positives >= 0 && $0.positives <= $0.trials }, "k outside 0…n")
    for bin in bins.sorted(by: { $0.level < $1.level }) { add(bin) }
  }

  package var count: Int { bins.count }

  /// All trials.
  package var total: Double { bins.reduce(0) { $0 + $1.trials } }

  /// All positive responses.
  package var totalPositive: Double { bins.reduce(0) { $0 + $1.positives } }

  /// The log-likelihood of the proportions themselves, which no function exceeds.
  package var saturatedLogLikelihood: Double {
    bins.reduce(catches.highest(upTo: 1)) { sum, bin in
      let share = bin.positives / bin.trials
      return sum + Counts.term(bin.positives, share) + Counts.term(bin.trials - bin.positives, 1 - share)
    }
  }

  /// The data with other positive responses, asked for level by level.
  mutating func setPositives(_ draw: (Int, Bin) -> Double) {
    for index in bins.indices { bins[index].positives = draw(index, bins[index]) }
  }

  /// The data without what catch trials tell.
  var withoutCatches: Counts {
    var rest = self
    rest.catches = Catches()
    return rest
  }

  /// The data without some trials of one answer at a level.
  func removing(_ trials: Double, at index: Int, isPositive: Bool) -> Counts {
    var rest = self
    rest.bins[index].trials -= trials
    if isPositive { rest.bins[index].positives -= trials }
    if rest.bins[index].trials <= 0 { rest.bins.remove(at: index) }
    return rest
  }

  /// The data without a block that is part of them.
  func removing(_ block: Bin) -> Counts {
    var rest = self
    guard var index = bins.indices.last else { return rest }
    index = min(index, place(of: block.level).index)
    // Of levels closer than rounding the nearest.
    while index + 1 < bins.count, abs(bins[index + 1].level - block.level) < abs(bins[index].level - block.level) {
      index += 1
    }
    rest.bins[index].trials -= block.trials
    rest.bins[index].positives -= block.positives
    if rest.bins[index].trials <= 0 { rest.bins.remove(at: index) }
    return rest
  }

  /// Whether the proportions at all levels are equal.
  var isConstant: Bool {
    let proportion = totalPositive / total
    return bins.allSatisfy { abs($0.positives / $0.trials - proportion) < 1e-12 }
  }

  /// Whether every answer is "higher" above zero and "lower" below.
  var isAllCorrectBySign: Bool {
    bins.allSatisfy { bin in
      switch bin.level {
      case ..<0: bin.positives == 0
      case 0: true
      default: bin.positives == bin.trials
      }
    }
  }

  /// k ln p, 0 if k is.
  package static func term(_ count: Double, _ probability: Double) -> Double {
    count == 0 ? 0 : count * log(probability)
  }

  /// The same answers on another scale.
  /// - Parameter transform: Rising.
  func mapLevels(_ transform: (Double) -> Double) -> Counts {
    var mapped = self
    for index in bins.indices { mapped.bins[index].level = transform(bins[index].level) }
    return mapped
  }
}

/// Fewer levels with nearly the same information: neighbours merge at their mean, weighted by trials.
///
/// The spread within a group is lost, and its variance adds to that of the fitted function. A group as wide as a
/// 500th of the scale increases that variance by less than a millionth.
extension Counts {
  /// - Parameter width: How far a group that begins at a level may reach.
  package func condensed(_ width: (Double) -> Double) -> Counts {
    var end = -Double.infinity
    return grouped { index in
      let level = bins[index].level
      if level <= end { return true }
      end = level + width(level)
      return false
    }
  }

  /// Groups of equally many neighbours.
  ///
  /// - Parameter count: How many groups at most; at least 1.
  package func condensed(to count: Int) -> Counts {
    let size = (bins.count + count - 1) / count
    return grouped { $0 % size != 0 }
  }

  /// - Parameter joins: Whether a level, given by its index, belongs to the group before it.
  private func grouped(_ joins: (Int) -> Bool) -> Counts {
    var groups: [Bin] = []
    var (members, moment) = (0, 0.0)
    func close() {
      if members > 1, let last = groups.indices.last { groups[last].level = moment / groups[last].trials }
    }
    for (index, bin) in bins.enumerated() {
      if joins(index), let last = groups.indices.last {
        groups[last].trials += bin.trials
        groups[last].positives += bin.positives
        members += 1
        moment += bin.trials * bin.level
      } else {
        close()
        groups.append(bin)
        (members, moment) = (1, bin.trials * bin.level)
      }
    }
    close()
    var condensed = Counts(groups)
    condensed.catches = catches
    return condensed
  }
}

extension Counts {
  /// The answers of all groups, as if of one.
  init(pooling groups: [Counts]) {
    self.init()
    add(groups.flatMap(\.bins))
    for group in groups {
      catches.correct += group.catches.correct
      catches.wrong += group.catches.wrong
    }
  }
}

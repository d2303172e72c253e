public import Fitting

/// One trial as a fit sees it.
public struct ObservedTrial: Hashable, Sendable {
  /// Signed in the direction reading.
  public var level: Double
  /// Correct (in yes/no "yes"); "higher" in the direction reading.
  public var isPositive: Bool

  public init(level: Double, isPositive: Bool) {
    self.level = level
    self.isPositive = isPositive
  }
}

/// What is fitted together.
public struct ObservationGroup: Sendable {
  /// The values of the columns that tell groups apart; empty where there are none.
  public var key: [String]
  public let counts: Counts
  /// In the order of the data; nil where the data are counts, which do not tell it.
  public let trials: [ObservedTrial]?
  /// Levels in the order in which they came: of counts one for each row, of trials one for each distinct level.
  public let blocks: [Counts.Bin]

  public init(key: [String] = [], trials: [ObservedTrial]) {
    self.key = key
    var counts = Counts()
    counts.add(trials.map { (level: $0.level, isPositive: $0.isPositive) })
    var isSeen = [Bool](repeating: false, count: counts.count)
    var blocks: [Counts.Bin] = []
    for trial in trials where blocks.count < counts.count {
      guard let index = counts.index(of: trial.level), !isSeen[index] else { continue }
      isSeen[index] = true
      blocks.append(counts.bins[index])
    }
    self.counts = counts
    self.trials = trials
    self.blocks = blocks
  }

  /// - Precondition: 0 ≤ k ≤ n.
  public init(key: [String] = [], blocks: [Counts.Bin]) {
    self.key = key
    var counts = Counts()
    counts.add(blocks)
    self.counts = counts
    trials = nil
    self.blocks = blocks
  }
}

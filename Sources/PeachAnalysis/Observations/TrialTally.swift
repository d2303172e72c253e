package import PeachFitting

/// Trials counted level by level as they come: memory grows with the levels, not with the trials.
package struct TrialTally: Sendable {
  /// The trials of one level.
  package struct Level: Hashable, Sendable {
    package var bin: Counts.Bin
    /// The sum of their places in the data, from 1.
    package var places: Double

    package init(bin: Counts.Bin, places: Double) {
      self.bin = bin
      self.places = places
    }
  }

  /// In the order in which they first came.
  package private(set) var levels: [Level] = []
  /// How many trials there were.
  package private(set) var count = 0
  /// The places of levels; empty while there are so few that they are looked for one by one.
  private var indices: [Double: Int32] = [:]
  private static let mostListed = 16
  /// The index of the last trial's level, because levels often repeat.
  private var last = 0

  package init() {}

  package mutating func add(_ level: Double, isPositive: Bool) {
    count += 1
    let positives: Double = isPositive ? 1 : 0
    guard let index = index(of: level) else {
      last = levels.count
      if last >= TrialTally.mostListed { addIndex(of: level) }
      levels.append(Level(bin: Counts.Bin(level: level, trials: 1, positives: positives), places: Double(count)))
      return
    }
    last = index
    levels[index].bin.trials += 1
    levels[index].bin.positives += positives
    levels[index].places += Double(count)
  }

  private func index(of level: Double) -> Int? {
    if last < levels.count, levels[last].bin.level == level { return last }
    if levels.count <= TrialTally.mostListed { return levels.firstIndex { $0.bin.level == level } }
    return indices[level].map(Int.init)
  }

  /// Notes the place of a new level, which is added next.
  private mutating func addIndex(of level: Double) {
    if indices.isEmpty {
      for (place, known) in levels.enumerated() { indices[known.bin.level] = Int32(place) }
    }
    indices[level] = Int32(levels.count)
  }
}

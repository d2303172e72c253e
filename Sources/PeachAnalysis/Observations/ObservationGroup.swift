package import PeachFitting

/// Observations that are fitted together.
package struct ObservationGroup: Sendable {
  /// The values of the columns that tell groups apart; empty if there are none.
  package var key: [String]
  /// How many alternatives its trials have, 1 in yes/no; `nil` if the data do not say.
  package var alternatives: Int?
  package internal(set) var counts: Counts
  /// The levels in the order of their first trial; `nil` if the data are counts.
  package let levels: [TrialTally.Level]?
  /// The rows of counts; empty for trials.
  private let rows: [Counts.Bin]

  package init(key: [String] = [], _ tally: TrialTally) {
    self.key = key
    var counts = Counts()
    counts.add(tally.levels.map(\.bin))
    self.counts = counts
    levels = tally.levels
    rows = []
  }

  /// - Precondition: 0 ≤ k ≤ n.
  package init(key: [String] = [], blocks: [Counts.Bin]) {
    self.key = key
    var counts = Counts()
    counts.add(blocks)
    self.counts = counts
    levels = nil
    rows = blocks
  }

  /// The blocks in the order in which they came, with their places in the data, from 1: a row of counts has its own, a
  /// level of trials, one for each of `counts`, the mean of its trials' places.
  ///
  /// - Complexity: O(levels log levels): they are made again each time, as there may be very many groups.
  package var residualBlocks: [Residuals.Block] {
    guard let levels else {
      return rows.enumerated().map { Residuals.Block(bin: $0.element, order: Double($0.offset + 1)) }
    }
    var places = [Double](repeating: 0, count: counts.count)
    var order: [Int] = []
    order.reserveCapacity(counts.count)
    for level in levels {
      guard let index = counts.index(of: level.bin.level) else { continue }
      if places[index] == 0 { order.append(index) }
      places[index] += level.places
    }
    return order.map { index in
      Residuals.Block(bin: counts.bins[index], order: places[index] / counts.bins[index].trials)
    }
  }

  /// The levels of the blocks with their answers.
  package var blocks: [Counts.Bin] { residualBlocks.map(\.bin) }

  /// Whether the levels look as if they had been chosen by earlier answers: trials whose number is not the same at every
  /// level, or that never come back to one. Counts do not tell.
  package var looksAdaptive: Bool {
    guard levels != nil, counts.total > 1 else { return false }
    return Set(counts.bins.map(\.trials)).count > 1 || counts.bins[0].trials == 1
  }
}

public import Fitting

extension ObservationGroup {
  /// The blocks with their places in the data, from 1: a row of counts has its own, a level of trials the mean of its
  /// trials' places.
  public var residualBlocks: [Residuals.Block] {
    guard let trials else {
      return blocks.enumerated().map { Residuals.Block(bin: $0.element, order: Double($0.offset + 1)) }
    }
    var sums = [Double](repeating: 0, count: counts.count)
    for (place, trial) in trials.enumerated() {
      if let index = counts.index(of: trial.level) { sums[index] += Double(place + 1) }
    }
    return blocks.map { bin in
      let sum = counts.index(of: bin.level).map { sums[$0] } ?? 0
      return Residuals.Block(bin: bin, order: sum / bin.trials)
    }
  }

  /// Whether the levels look as if they had been chosen by earlier answers: trials whose number is not the same at every
  /// level, or that never come back to one. Counts do not tell.
  public var looksAdaptive: Bool {
    guard trials != nil, counts.total > 1 else { return false }
    return Set(counts.bins.map(\.trials)).count > 1 || counts.bins[0].trials == 1
  }
}

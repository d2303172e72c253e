import PeachSupport
package import PeachTrials

/// Studies drawn from a pool of people, each tested: the share of significant ones is the power.
///
/// The pool is cut into blocks that have nobody in common, and studies are drawn inside each, nobody twice in one. Studies
/// of one block share people and are no independent ones; the blocks are. So the standard error is that of the mean over
/// blocks, which counts the finite pool and the finite number of draws alike: the standard error by batch means.
///
/// Source: Law (2015), Simulation modeling and analysis, 5th ed., §9.5.3.
package struct StudyDraws {
  static let blocks = 20
  static let drawsOfBlock = 100

  package let pool: Pool
  private let design: Study.Design
  /// A stream for each block: studies of other sizes begin with the same people.
  private let streams: StreamFamily

  package init(pool: Pool, design: Study.Design, streams: StreamFamily) {
    self.pool = pool
    self.design = design
    self.streams = streams
  }

  private var blockSize: Int { pool.count / StudyDraws.blocks }

  /// The most listeners that a study drawn from the pool can have.
  package var mostListeners: Int { design == .within ? blockSize : blockSize / 2 }

  /// - Parameter listeners: In each group of a design between listeners; at most `mostListeners`.
  package func power(listeners: Int) -> MonteCarloValue {
    let shares = (0..<StudyDraws.blocks).map { share(ofBlock: $0, listeners) }
    let figure = Statistics.meanFigure(shares)
    guard let value = figure.value, let error = figure.standardError else { return figure }
    // Where all agree, as many studies without a common listener as the pool has say how sure that is.
    let studies = Double(pool.count / (design == .within ? listeners : 2 * listeners))
    let surer = (value * studies + 0.5) / (studies + 1)
    let least = (surer * (1 - surer) / studies).squareRoot()
    return MonteCarloValue(value: value, standardError: error > 0 ? error : least)
  }

  private func share(ofBlock block: Int, _ listeners: Int) -> Double {
    var random = streams.stream(replicate: block + 1)
    var people = Array(block * blockSize..<(block + 1) * blockSize)
    let taken = design == .within ? listeners : 2 * listeners
    // Where a study takes all there are, it is the same one however often it is drawn.
    let draws = design == .within && taken == blockSize ? 1 : StudyDraws.drawsOfBlock
    var significant = 0
    for _ in 0..<draws {
      for place in 0..<taken { people.swapAt(place, place + random.index(below: blockSize - place)) }
      if isSignificant(people, listeners) { significant += 1 }
    }
    return Double(significant) / Double(draws)
  }

  private func isSignificant(_ people: [Int], _ listeners: Int) -> Bool {
    switch design {
    case .within:
      var differences = Moments()
      for person in people[..<listeners] { differences.add(pool.second[person] - pool.first[person]) }
      return StudyTest.isSignificant(
        count: differences.count, mean: differences.mean, variance: differences.variance)
    case .between:
      var (a, b) = (Moments(), Moments())
      for person in people[..<listeners] { a.add(pool.first[person]) }
      for person in people[listeners..<2 * listeners] { b.add(pool.second[person]) }
      return StudyTest.isSignificant(a, b)
    }
  }

  /// The fewest listeners whose power is great enough, up to so many; `nil` if it is not.
  ///
  /// - Parameter isSure: Whether the lower end of the one-sided 95 % Monte Carlo interval must be great enough.
  package func fewest(power wanted: Double, upTo most: Int, isSure: Bool = false) -> Int? {
    func isEnough(_ listeners: Int) -> Bool {
      let power = power(listeners: listeners)
      return isSure ? power.surely(wanted) : power.value ?? 0 >= wanted
    }
    var (low, high) = (1, min(most, mostListeners))
    guard high >= 2, isEnough(high) else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

extension MonteCarloValue {
  /// Whether the lower end of the one-sided 95 % Monte Carlo interval is at least some value.
  func surely(_ wanted: Double) -> Bool {
    guard let value, let standardError else { return false }
    return value - TrialSearch.oneSided * standardError >= wanted
  }
}

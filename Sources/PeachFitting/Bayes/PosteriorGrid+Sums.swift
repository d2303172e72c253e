import PeachSupport

extension PosteriorGrid {
  /// The sum of all masses.
  var total: Double { masses.reduce(0, +) }

  /// Calls `body` with all parameters but η of every point that has mass.
  func visit(_ body: (Posterior.Point, _ mass: Double) -> Void) {
    var index = 0
    for column in columns {
      for threshold in column.thresholds {
        var point = Posterior.Point(threshold: threshold, width: column.width, guess: 0, lapse: 0)
        for pair in rates.pairs {
          let mass = masses[index]
          index += 1
          guard mass > 0 else { continue }
          point.guess = pair.guess
          point.lapse = pair.lapse
          body(point, mass)
        }
      }
    }
  }

  /// Mean and standard deviation of every parameter.
  ///
  /// - Parameter fixed: The values of those that are fixed.
  func moments(fixed: Posterior.Point) -> (mean: Posterior.Point, deviation: Posterior.Point) {
    var sums = [Prior.Parameter: (mass: Double, first: Double, second: Double)]()
    /// About the fixed point, so that nothing cancels.
    func add(_ mass: Double, _ value: Double, _ parameter: Prior.Parameter) {
      let offset = value - fixed[parameter]
      let sum = sums[parameter] ?? (0, 0, 0)
      sums[parameter] = (sum.mass + mass, sum.first + mass * offset, sum.second + mass * offset * offset)
    }
    let marginal = sumsOverOthers
    for (column, masses) in zip(columns, marginal.thresholds) {
      for (threshold, mass) in zip(column.thresholds, masses) { add(mass, threshold, .threshold) }
      add(masses.reduce(0, +), column.width, .width)
    }
    for (pair, mass) in zip(rates.pairs, marginal.pairs) {
      add(mass, pair.guess, .guess)
      add(mass, pair.lapse, .lapse)
    }
    for (value, mass) in zip(rates.overdispersions, overdispersionMasses) { add(mass, value, .overdispersion) }
    var (mean, deviation) = (fixed, fixed)
    for parameter in Prior.Parameter.allCases {
      guard let sum = sums[parameter], sum.mass > 0 else { continue }
      let offset = sum.first / sum.mass
      mean[parameter] += offset
      deviation[parameter] = max(sum.second / sum.mass - offset * offset, 0).squareRoot()
    }
    return (mean, deviation)
  }

  /// The mass at each threshold of each column, and of each pair of rates.
  private var sumsOverOthers: (thresholds: [[Double]], pairs: [Double]) {
    var pairs = [Double](repeating: 0, count: rates.pairs.count)
    var index = 0
    let thresholds = columns.map { column in
      column.thresholds.map { _ in
        var sum = 0.0
        for pair in pairs.indices {
          sum += masses[index + pair]
          pairs[pair] += masses[index + pair]
        }
        index += pairs.count
        return sum
      }
    }
    return (thresholds, pairs)
  }

  /// The mass along each parameter that is free: ln width for the width, and the threshold's at each width in turn.
  var marginals: [Prior.Parameter: [PiecewiseDensity]] {
    let sums = sumsOverOthers
    var result: [Prior.Parameter: [PiecewiseDensity]] = [:]
    result[.threshold] = zip(columns, sums.thresholds).map { PiecewiseDensity($0.pieces, $1) }
    result[.width] = [PiecewiseDensity(logWidths, sums.thresholds.map { $0.reduce(0, +) })]
    let lapses = rates.lapse?.count ?? 1
    if let piece = rates.guess {
      let masses = (0..<piece.count).map { sums.pairs[($0 * lapses)..<(($0 + 1) * lapses)].reduce(0, +) }
      result[.guess] = [PiecewiseDensity([piece], masses)]
    }
    if let piece = rates.lapse {
      let masses = (0..<lapses).map { lapse in
        stride(from: lapse, to: sums.pairs.count, by: lapses).reduce(0) { $0 + sums.pairs[$1] }
      }
      result[.lapse] = [PiecewiseDensity([piece], masses)]
    }
    if let piece = rates.overdispersion { result[.overdispersion] = [PiecewiseDensity([piece], overdispersionMasses)] }
    return result
  }

  /// Along the threshold, for each column and each pair of rates; without places for a pair with next to no mass of
  /// its column's.
  var thresholdDensities: [[PiecewiseDensity]] {
    let count = rates.pairs.count
    var first = 0
    return columns.map { column in
      let start = first
      first += column.thresholds.count * count
      let least = 1e-9 * masses[start..<first].reduce(0, +)
      return (0..<count).map { pair in
        let own = column.thresholds.indices.map { masses[start + $0 * count + pair] }
        return own.reduce(0, +) > least ? PiecewiseDensity(column.pieces, own) : PiecewiseDensity([], [])
      }
    }
  }
}

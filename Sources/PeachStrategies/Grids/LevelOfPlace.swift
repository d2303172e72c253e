import PeachMath

/// A level for every place of a grid, such as on a signed axis that whose sign is judged correctly with a given
/// probability.
package struct LevelOfPlace: Sendable {
  private let levels: [Double]
  /// The places in the order of their levels, and where a new level begins among them.
  private let order: [Int]

  /// - Parameter target: The proportion correct, averaged over both signs; a place that never reaches it has the level
  ///   at which it comes to within a thousandth of what it reaches.
  package init(_ grid: ParameterGrid, target: Double) {
    self.init((0..<grid.count).map { place in LevelOfPlace.level(grid, place, target: target) })
  }

  /// - Parameter levels: One for every place, on a log axis its logarithm.
  package init(_ levels: [Double]) {
    self.levels = levels
    order = levels.indices.sorted { levels[$0] < levels[$1] }
  }

  private static func level(_ grid: ParameterGrid, _ place: Int, target: Double) -> Double {
    let at = grid.parameters(at: place)
    let curve = PsychometricCurve(
      function: grid.function, threshold: at.threshold, slope: at.slope, guess: at.guess, lapse: at.lapse,
      isLogLevel: false)
    let wanted = min(target, 0.5 + (1 - at.guess - at.lapse) / 2 * 0.999)
    func isAbove(_ level: Double) -> Bool {
      (curve.probability(at: level) + curve.complement(at: -level)) / 2 >= wanted
    }
    // Accuracy rises with the level, from ½ at 0.
    var high = 1 / at.slope
    while !isAbove(high), high < 1e12 { high *= 2 }
    var low = 0.0
    while case let middle = (low + high) / 2, middle > low, middle < high {
      if isAbove(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// All levels, rising, each once.
  package var values: [Double] {
    order.reduce(into: []) { values, place in
      if let last = values.last, levels[place] - last <= 1e-9 * abs(last) { return }
      values.append(levels[place])
    }
  }

  package func level(at place: Int) -> Double { levels[place] }

  /// The distribution of the level.
  ///
  /// - Complexity: O(places).
  package func distribution(_ posterior: GridPosterior) -> Marginal {
    let weights = posterior.weights
    var values: [Double] = []
    var masses: [Double] = []
    values.reserveCapacity(order.count)
    masses.reserveCapacity(order.count)
    for place in order {
      // Levels that differ by rounding alone are one value.
      if let last = values.last, levels[place] - last <= 1e-9 * abs(last) {
        masses[masses.count - 1] += weights[place]
      } else {
        values.append(levels[place])
        masses.append(weights[place])
      }
    }
    return Marginal(values: values, masses: masses)
  }
}

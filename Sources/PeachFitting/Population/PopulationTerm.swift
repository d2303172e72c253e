/// A number of the population that a fit estimates.
package enum PopulationTerm: Hashable, Sendable {
  /// The mean over listeners of a coordinate (0 or 1) in a cell of the design.
  case mean(Int, cell: Int)
  /// The standard deviation over listeners of a coordinate.
  case deviation(Int)
  /// The correlation of the two coordinates over listeners.
  case correlation
  /// The standard deviation, over listeners and conditions, of the first coordinate around a listener's own mean.
  case effectDeviation
  case lapse
  case guess
  /// A difference of means of a coordinate.
  case contrast(Int, PopulationContrast)
}

/// A weighted sum of cells whose weights add up to 0.
package struct PopulationContrast: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Two conditions, as a mean over groups.
    case within
    /// Two groups, as a mean over conditions.
    case between
    /// The difference of two groups in the difference of two conditions.
    case interaction
  }

  package var kind: Kind
  /// One weight for each cell.
  package var weights: [Double]
  /// The places of what is compared: the second minus the first.
  package var conditions: [Int] = []
  package var groups: [Int] = []
}

extension PopulationDesign {
  /// Differences of all pairs of conditions and of groups, and of the differences. A pair is compared where both have data.
  package var contrasts: [PopulationContrast] {
    func cell(_ group: Int, _ condition: Int) -> Int? { cells.firstIndex(of: Cell(group: group, condition: condition)) }
    func pairs(_ count: Int) -> [(Int, Int)] {
      (0..<count).flatMap { a in (a + 1..<max(count, a + 1)).map { (a, $0) } }
    }
    var found: [PopulationContrast] = []
    func add(_ kind: PopulationContrast.Kind, _ parts: [(plus: Int, minus: Int)], _ conditions: [Int], _ groups: [Int])
    {
      guard !parts.isEmpty else { return }
      var weights = [Double](repeating: 0, count: cells.count)
      for part in parts {
        weights[part.plus] += 1 / Double(parts.count)
        weights[part.minus] -= 1 / Double(parts.count)
      }
      found.append(PopulationContrast(kind: kind, weights: weights, conditions: conditions, groups: groups))
    }
    for (a, b) in pairs(conditions.count) {
      let parts = groups.indices.compactMap { group in
        cell(group, b).flatMap { plus in cell(group, a).map { (plus: plus, minus: $0) } }
      }
      add(.within, parts, [a, b], [])
    }
    for (a, b) in pairs(groups.count) {
      let parts = conditions.indices.compactMap { condition in
        cell(b, condition).flatMap { plus in cell(a, condition).map { (plus: plus, minus: $0) } }
      }
      add(.between, parts, [], [a, b])
      for (c, d) in pairs(conditions.count) {
        guard let one = cell(a, c), let two = cell(a, d), let three = cell(b, c), let four = cell(b, d) else {
          continue
        }
        var weights = [Double](repeating: 0, count: cells.count)
        (weights[one], weights[two], weights[three], weights[four]) = (1, -1, -1, 1)
        found.append(PopulationContrast(kind: .interaction, weights: weights, conditions: [c, d], groups: [a, b]))
      }
    }
    return found
  }

  /// Pairs of a group and a condition without any data.
  package var emptyCells: [Cell] {
    groups.indices.flatMap { group in conditions.indices.map { Cell(group: group, condition: $0) } }
      .filter { !cells.contains($0) }
  }
}

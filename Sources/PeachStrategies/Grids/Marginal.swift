/// A distribution over rising values.
package struct Marginal: Sendable {
  package let values: [Double]
  /// The probability of each, to a sum of 1 up to rounding.
  package let masses: [Double]

  /// - Parameter values: Rising, at least one.
  package init(values: [Double], masses: [Double]) {
    precondition(!values.isEmpty && values.count == masses.count, "expected as many masses as values")
    self.values = values
    self.masses = masses
  }

  package var mean: Double { mean { $0 } }

  /// The mean of a function of the value.
  package func mean(of function: (Double) -> Double) -> Double {
    zip(values, masses).reduce(0) { $0 + function($1.0) * $1.1 } / masses.reduce(0, +)
  }

  /// The value with the largest mass, the first where several have it: masses that differ by less than 1e-9 of the
  /// largest differ by rounding alone.
  package var mode: Double { values[masses.firstLargest] }

  package var median: Double { quantile(0.5) }

  /// The value below which a proportion of the mass lies, the mass of each value spread uniformly over its cell: from the
  /// midpoint to the value below, to the midpoint to the value above. The cells at the ends reach as far out as in.
  ///
  /// - Parameter proportion: In 0…1.
  package func quantile(_ proportion: Double) -> Double {
    guard values.count > 1 else { return values[0] }
    var remaining = proportion * masses.reduce(0, +)
    for index in values.indices {
      if remaining <= masses[index], masses[index] > 0 {
        let (low, high) = cell(index)
        return low + (high - low) * remaining / masses[index]
      }
      remaining -= masses[index]
    }
    let last = masses.lastIndex { $0 > 0 } ?? values.count - 1
    return cell(last).high
  }

  /// The ends of the central interval that holds a proportion of the mass.
  package func interval(_ proportion: Double) -> (low: Double, high: Double) {
    (quantile((1 - proportion) / 2), quantile((1 + proportion) / 2))
  }

  /// The values carried to another scale by a function that rises.
  package func mapped(_ function: (Double) -> Double) -> Marginal {
    Marginal(values: values.map(function), masses: masses)
  }

  private func cell(_ index: Int) -> (low: Double, high: Double) {
    let value = values[index]
    let below = index > 0 ? (value - values[index - 1]) / 2 : nil
    let above = index + 1 < values.count ? (values[index + 1] - value) / 2 : nil
    return (value - (below ?? above ?? 0), value + (above ?? below ?? 0))
  }
}

extension [Double] {
  /// The first place of the largest number, or of one within 1e-9 of it.
  ///
  /// - Precondition: There is a number, and none is negative.
  var firstLargest: Int {
    let enough = reduce(0, Swift.max) * (1 - 1e-9)
    return firstIndex { $0 >= enough } ?? 0
  }
}

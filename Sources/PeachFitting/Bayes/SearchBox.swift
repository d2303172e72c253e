import PeachSupport

/// The search range of threshold and ln width, from the prior and the levels.
struct SearchBox {
  let thresholds: ClosedRange<Double>
  let logWidths: ClosedRange<Double>
  /// Thresholds over all that the prior allows, closest where the levels are, each with the length that it stands for;
  /// and the same of ln widths.
  let thresholdLattice: [LatticePoint]
  let logWidthLattice: [LatticePoint]

  typealias LatticePoint = (place: Double, length: Double)

  init(_ model: BayesianModel) {
    let first = model.levels.first ?? 0
    let last = model.levels.last ?? 0
    let range = last > first ? last - first : max(1, abs(first))
    let spacing = zip(model.levels, model.levels.dropFirst()).map { $1 - $0 }.min() ?? range
    let bounds = model.threshold.bounds
    thresholds = Self.common(first - range, last + range, bounds)
    let widths = Self.common(spacing / 50, range * 50, model.width.bounds)
    logWidths = log(max(widths.lowerBound, 1e-12 * widths.upperBound))...log(widths.upperBound)
    thresholdLattice = Self.lattice(over: bounds, closeIn: thresholds, 24)
    // Below the box there is hardly a width: its logarithm goes on for ever.
    logWidthLattice = Self.lattice(
      over: logWidths.lowerBound...log(model.width.bounds.upperBound), closeIn: logWidths, 16)
  }

  /// The overlap of two ranges, or the second if they do not overlap.
  private static func common(_ low: Double, _ high: Double, _ bounds: ClosedRange<Double>) -> ClosedRange<Double> {
    let (from, to) = (max(low, bounds.lowerBound), min(high, bounds.upperBound))
    return from < to ? from...to : bounds
  }

  /// - Parameter count: How many points there are where they are close; a quarter of that on either side.
  private static func lattice(
    over bounds: ClosedRange<Double>, closeIn box: ClosedRange<Double>, _ count: Int
  ) -> [LatticePoint] {
    func points(_ low: Double, _ high: Double, _ count: Int) -> [LatticePoint] {
      let length = (high - low) / Double(count)
      return length > 0 ? (0..<count).map { (low + (Double($0) + 0.5) * length, length) } : []
    }
    return points(bounds.lowerBound, box.lowerBound, count / 4) + points(box.lowerBound, box.upperBound, count)
      + points(box.upperBound, bounds.upperBound, count / 4)
  }

  var range: Double { thresholds.upperBound - thresholds.lowerBound }

  /// - Parameter share: Of the way from the lowest to the highest, in 0…1.
  func threshold(at share: Double) -> Double { thresholds.lowerBound + share * range }

  func logWidth(at share: Double) -> Double {
    logWidths.lowerBound + share * (logWidths.upperBound - logWidths.lowerBound)
  }
}

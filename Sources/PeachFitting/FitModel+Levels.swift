import PeachSupport

/// The box in which a fit is searched, from the levels of the data.
extension FitModel {
  /// - Parameter counts: On the fit's scale; at least one level.
  init(of counts: Counts, _ settings: FitSettings, _ shape: FunctionShape) {
    self = settings.isTwoSided ? .twoSided(counts, settings) : .general(counts, settings, shape)
  }

  /// The threshold within the levels plus or minus their range, the width from 0.02 times the smallest spacing to 300
  /// times the range.
  private static func general(_ counts: Counts, _ settings: FitSettings, _ shape: FunctionShape) -> FitModel {
    let bins = counts.bins
    let first = bins[0].level
    let last = bins[bins.count - 1].level
    let range = bins.count > 1 ? last - first : max(1, abs(first))
    var spacing = range
    for index in 1..<max(1, bins.count) { spacing = min(spacing, bins[index].level - bins[index - 1].level) }
    return FitModel(
      guess: settings.guess, lapse: settings.lapse, thresholdBounds: first - range...last + range,
      scaleBounds: 0.02 * spacing / shape.width...300 * range / shape.width)
  }

  /// For tracks about zero: |threshold| at most twice the largest |level|, the scale between the smallest |level| / 64
  /// and 64 times the largest.
  private static func twoSided(_ counts: Counts, _ settings: FitSettings) -> FitModel {
    let (smallest, largest) = counts.extent
    return FitModel(
      guess: settings.guess, lapse: settings.lapse, thresholdBounds: -2 * largest...2 * largest,
      scaleBounds: max(smallest / 64, .leastNormalMagnitude)...64 * largest)
  }
}

extension Counts {
  /// The smallest |level| above 0 and the largest.
  var extent: (smallest: Double, largest: Double) {
    var smallest = Double.infinity
    var largest = 0.0
    for bin in bins where bin.level != 0 {
      smallest = min(smallest, abs(bin.level))
      largest = max(largest, abs(bin.level))
    }
    guard largest > 0 else { return (1, 1) }
    // Far beyond any axis in use, where bounds made of them would no longer be numbers.
    return (min(max(smallest, 1e-150), 1e150), min(max(largest, 1e-150), 1e150))
  }
}

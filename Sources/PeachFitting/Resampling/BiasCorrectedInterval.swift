import PeachMath

/// The bias-corrected and accelerated bootstrap interval.
///
/// Source: Efron (1987), J. Am. Stat. Assoc. 82:171–185, doi:10.1080/01621459.1987.10478410.
extension Bootstrap {
  /// The BCa interval: quantiles shifted by the bias of the resamples and by how the spread changes with the estimate.
  ///
  /// - Parameters:
  ///   - acceleration: From `acceleration(of:)`; `nil` = undefined.
  /// - Returns: Open ends where it is undefined: all resamples on one side of the estimate, or no acceleration.
  package func biasCorrected(_ quantity: Quantity, acceleration: Double?, confidence: Double) -> ConfidenceInterval {
    let open = ConfidenceInterval(low: nil, high: nil)
    guard let estimate = estimate.value(of: quantity), let acceleration else { return open }
    let values = values(of: quantity)
    // Ties and failed resamples count half on each side.
    var below = Double(resamples - values.count) / 2
    for value in values { below += value < estimate ? 1 : value == estimate ? 0.5 : 0 }
    let bias = NormalDistribution.quantile(below / Double(resamples))
    guard bias.isFinite else { return open }
    func shifted(_ probability: Double) -> Double? {
      let z = bias + NormalDistribution.quantile(probability)
      let denominator = 1 - acceleration * z
      return denominator > 0 ? NormalDistribution.cumulative(bias + z / denominator) : nil
    }
    guard let low = shifted((1 - confidence) / 2), let high = shifted((1 + confidence) / 2) else { return open }
    return ConfidenceInterval(
      low: quantile(low, of: quantity, failedAre: .below), high: quantile(high, of: quantity, failedAre: .above))
  }

  /// The acceleration of each quantity: from fits with one trial left out, one for each kind of answer at each level.
  ///
  /// Quantities with a fit that has no value are missing.
  ///
  /// - Complexity: Two climbs for each level.
  package static func accelerations(
    _ counts: Counts, _ result: FitResult, _ fitter: any Fitter
  ) -> [Quantity: Double] {
    var jackknife: [(weight: Double, result: FitResult)] = []
    for (index, bin) in counts.bins.enumerated() {
      for isPositive in [true, false] {
        let weight = isPositive ? bin.positives : bin.trials - bin.positives
        if weight <= 0 { continue }
        jackknife.append((weight, fitter.refit(counts.removing(1, at: index, isPositive: isPositive), near: result)))
      }
    }
    var found: [Quantity: Double] = [:]
    for quantity in fitter.settings.quantities {
      let values = jackknife.compactMap { entry in entry.result.value(of: quantity).map { (entry.weight, $0) } }
      guard values.count == jackknife.count, !values.isEmpty else { continue }
      let total = values.reduce(0) { $0 + $1.0 }
      let mean = values.reduce(0) { $0 + $1.0 * $1.1 } / total
      let squares = values.reduce(0) { $0 + $1.0 * (mean - $1.1) * (mean - $1.1) }
      let cubes = values.reduce(0) { $0 + $1.0 * (mean - $1.1) * (mean - $1.1) * (mean - $1.1) }
      if squares > 0 { found[quantity] = cubes / (6 * squares * squares.squareRoot()) }
    }
    return found
  }
}

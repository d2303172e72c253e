import PeachTrials

/// Fits of resampled data: what a quantity would have come to with other answers.
///
/// A resample whose fit gives the quantity no value is not dropped: it counts as lying beyond each end of an interval,
/// and the share of them is reported.
///
/// Sources: Efron & Tibshirani (1993), An Introduction to the Bootstrap; for psychometric functions Wichmann & Hill
/// (2001), *Perception & Psychophysics* 63(8):1314–1329, doi:10.3758/BF03194545.
package struct Bootstrap: Sendable {
  /// The source of the probabilities for new answers.
  package enum Kind: String, CaseIterable, Sendable {
    /// The fitted function.
    case parametric
    /// The proportions at each level: for constant stimuli. A level presented once always answers the same.
    case nonparametric
  }

  /// The estimate of the data themselves.
  package let estimate: FitResult
  /// The quantity's values in order of size, those of failed resamples left out.
  private var sorted: [Quantity: [Double]] = [:]
  package private(set) var resamples = 0
  /// How many resamples have no threshold or no width.
  package private(set) var failed = 0
  private let quantities: [Quantity]

  /// - Parameters:
  ///   - result: The fit of the data; it has a curve, or is a step.
  ///   - resamples: How many; at least 1.
  /// - Returns: `nil` if the fit gives no probabilities to draw from.
  /// - Complexity: O(resamples · trials) draws, and a climb for each resample.
  package init?(
    _ counts: Counts, _ result: FitResult, _ fitter: any Fitter, kind: Kind, resamples: Int,
    using random: inout some UniformSource
  ) {
    let probabilities: [Double]
    switch kind {
    case .parametric:
      guard let fitted = fitter.probabilities(at: counts.bins.map(\.level), of: result) else { return nil }
      probabilities = fitted
    case .nonparametric: probabilities = counts.bins.map { $0.positives / $0.trials }
    }
    self.init(of: result, fitter.settings.quantities)
    let lapse = kind == .parametric ? result.lapse : counts.catches.wrong / max(1, counts.catches.trials)
    for _ in 0..<resamples {
      let drawn = Resample.counts(like: counts, probabilities, lapse: lapse, using: &random)
      add(fitter.refit(drawn, near: result))
    }
    sort()
  }

  /// Creates a bootstrap from fits of resamples made elsewhere.
  package init(of result: FitResult, _ refits: [FitResult], _ quantities: [Quantity]) {
    self.init(of: result, quantities)
    for refit in refits { add(refit) }
    sort()
  }

  private init(of result: FitResult, _ quantities: [Quantity]) {
    estimate = result
    self.quantities = quantities
    for quantity in quantities { sorted[quantity] = [] }
  }

  private mutating func sort() {
    for quantity in quantities { sorted[quantity]?.sort() }
  }

  private mutating func add(_ result: FitResult) {
    resamples += 1
    var isWhole = true
    for quantity in quantities {
      // The width of a step is 0: no failure, but the end of a scale.
      let value = result.value(of: quantity) ?? (quantity == .width && result.status == .step ? 0 : nil)
      if let value { sorted[quantity]?.append(value) } else { isWhole = false }
    }
    if !isWhole { failed += 1 }
  }

  /// The values in order of size; fewer than `resamples` where some failed.
  package func values(of quantity: Quantity) -> [Double] { sorted[quantity] ?? [] }

  /// The interval between the (1 − c)/2 and (1 + c)/2 quantiles.
  ///
  /// - Parameter confidence: c, in 0..<1.
  package func percentile(_ quantity: Quantity, confidence: Double) -> ConfidenceInterval {
    ConfidenceInterval(
      low: quantile((1 - confidence) / 2, of: quantity, failedAre: .below),
      high: quantile((1 + confidence) / 2, of: quantity, failedAre: .above))
  }

  /// On which side a failed resample is counted.
  enum Side { case below, above }

  /// The quantile by order statistics at p·(B + 1), interpolated; `nil` if it falls among failed resamples or beyond
  /// the last.
  func quantile(_ probability: Double, of quantity: Quantity, failedAre side: Side) -> Double? {
    let values = values(of: quantity)
    let missing = resamples - values.count
    let place = probability * Double(resamples + 1) - 1 - (side == .below ? Double(missing) : 0)
    guard place >= 0, place <= Double(values.count - 1) else { return nil }
    let index = Int(place)
    let rest = place - Double(index)
    return rest == 0 ? values[index] : values[index] + rest * (values[index + 1] - values[index])
  }
}

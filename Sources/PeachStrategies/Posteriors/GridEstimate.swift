import PeachMath
import PeachSupport
import PeachTrials

/// Turns a posterior on a grid into an estimate of the threshold and the other parameters.
struct GridEstimate {
  /// The source of a reported threshold.
  enum Reading {
    /// α itself.
    case threshold
    /// α and so much more, on the function's scale.
    case shifted(Double)
    /// A number that every place of the grid has.
    case level(LazyValue<LevelOfPlace>)
  }

  let grid: ParameterGrid
  let axis: Axis
  let summary: GridSettings.Summary
  let reading: Reading

  /// The estimate after a trial; at the end of a track one whose posterior piles up at an end of the grid has no
  /// threshold.
  func estimate(_ posterior: GridPosterior, isFinal: Bool) -> Estimate {
    let marginals = posterior.marginals
    let distribution = thresholds(posterior, marginals)
    var threshold = value(posterior, distribution)
    // A mode at an end of the grid, or the mean of a long tail, may lie outside: the interval reaches out to it.
    var (low, high) = distribution.interval(0.95)
    (low, high) = (min(low, threshold), max(high, threshold))
    // Nor does the cell of its least value reach below 0 where both signs are one level.
    if axis.isSigned, case .level = reading { low = max(low, 0) }
    // Nor where the function has no levels that are not positive.
    if axis.scale == .linear, grid.function.usesLogarithm { low = max(low, 0) }
    if axis.scale == .log { (threshold, low, high) = (exp(threshold), exp(low), exp(high)) }
    var estimate = Estimate(status: .ok, threshold: threshold)
    (estimate.low, estimate.high) = (low, high)
    let parameters = parameters(posterior, marginals)
    (estimate.guess, estimate.lapse) = (parameters.guess, parameters.lapse)
    if axis.isSigned { estimate.bias = -parameters.threshold }
    let curve = PsychometricCurve(
      function: grid.function, threshold: alpha(of: threshold) ?? parameters.threshold, slope: parameters.slope,
      guess: parameters.guess, lapse: parameters.lapse, isLogLevel: grid.isLogLevel)
    estimate.slope = curve.slope(at: axis.isSigned ? parameters.threshold : threshold)
    estimate.entropy = posterior.entropy
    if isFinal, let status = end(marginals) { return Estimate(status: status, threshold: nil) }
    return estimate
  }

  /// The α of the curve on which a threshold lies; `nil` if the threshold does not determine it.
  private func alpha(of threshold: Double) -> Double? {
    switch reading {
    case .threshold: axis.isSigned ? nil : grid.scaled(threshold)
    case .shifted(let shift): axis.isSigned ? nil : grid.scaled(threshold) - shift
    case .level: nil
    }
  }

  /// The width of the threshold's 95 % interval on the task's scale, log10 on a log axis, where one value of the grid has
  /// all of the probability.
  var leastWidth: Double {
    let values: [Double]
    switch reading {
    case .threshold: values = grid.values[0].map(onScale)
    case .shifted(let shift): values = grid.values[0].map { onScale($0 + shift) }
    case .level(let levels): values = levels.value.values
    }
    let widths = values.indices.map { place in
      // The cell of a value goes as far as its neighbours let it.
      let near = max(place - 1, 0)...min(place + 1, values.count - 1)
      let marginal = Marginal(values: Array(values[near]), masses: near.map { $0 == place ? 1 : 0 })
      return width(of: marginal.interval(0.95))
    }
    return widths.reduce(.infinity, min)
  }

  private func width(of interval: (low: Double, high: Double)) -> Double {
    var low = interval.low
    if axis.isSigned, case .level = reading { low = max(low, 0) }
    return axis.scale == .log ? (interval.high - low) / log(10) : interval.high - low
  }

  /// α on the task's scale: on a log axis the natural logarithm of its level.
  private func onScale(_ threshold: Double) -> Double {
    guard axis.scale == .log else { return threshold }
    return grid.isLogLevel ? threshold * log(10) : log(threshold)
  }

  /// The distribution of the reported threshold on the task's scale.
  private func thresholds(_ posterior: GridPosterior, _ marginals: [Marginal]) -> Marginal {
    switch reading {
    case .threshold: marginals[0].mapped(onScale)
    case .shifted(let shift): marginals[0].mapped { onScale($0 + shift) }
    case .level(let levels): levels.value.distribution(posterior)
    }
  }

  /// The reported threshold on the task's scale.
  private func value(_ posterior: GridPosterior, _ distribution: Marginal) -> Double {
    switch (summary, reading) {
    case (.mean, _): distribution.mean
    case (.median, _): distribution.median
    case (.mode, .threshold): onScale(posterior.mode.threshold)
    case (.mode, .shifted(let shift)): onScale(posterior.mode.threshold + shift)
    case (.mode, .level(let levels)): levels.value.level(at: posterior.bestPlace)
    }
  }

  /// Posterior means, or what the most probable place has.
  private func parameters(
    _ posterior: GridPosterior, _ marginals: [Marginal]
  ) -> (threshold: Double, slope: Double, guess: Double, lapse: Double) {
    if summary == .mode { return posterior.mode }
    let lapse = marginals[3].mean
    return (marginals[0].mean, marginals[1].mean, grid.tiesGuess ? lapse : marginals[2].mean, lapse)
  }

  /// Floor or ceiling where an end of the grid holds more than half of the probability; on a signed axis of the noise
  /// too, whose least is the steepest slope.
  private func end(_ marginals: [Marginal]) -> EstimateStatus? {
    func end(_ marginal: Marginal, floor: EstimateStatus, ceiling: EstimateStatus) -> EstimateStatus? {
      // Of two values one always holds more than half.
      guard marginal.values.count > 2 else { return nil }
      if marginal.masses[0] > 0.5 { return floor }
      return marginal.masses[marginal.masses.count - 1] > 0.5 ? ceiling : nil
    }
    let threshold = end(marginals[0], floor: .floor, ceiling: .ceiling)
    return axis.isSigned ? threshold ?? end(marginals[1], floor: .ceiling, ceiling: .floor) : threshold
  }
}

extension Estimate {
  /// Widens the interval to the threshold: the largest mass may lie in a tail.
  mutating func contain() {
    guard let threshold, let low, let high else { return }
    (self.low, self.high) = (min(low, threshold), max(high, threshold))
  }
}

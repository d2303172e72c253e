import PeachMath
import PeachSupport

/// Profile intervals of free guess and lapse rates.
extension FunctionFitter {
  func rateInterval(
    _ rate: FitParameter, _ result: FitResult, _ counts: Counts, confidence: Double
  ) -> ConfidenceInterval? {
    let slot = rate == .guess && settings.guess != .lapse ? 2 : 3
    let likelihood = likelihood(of: counts)
    guard rate == .guess || rate == .lapse, likelihood.free.contains(slot), let point = result.point,
      let highest = result.penalised ?? result.logLikelihood
    else { return nil }
    let normal = NormalDistribution.quantile((1 + confidence) / 2)
    let level = highest - normal * normal / 2
    func end(_ bound: Double) -> (value: Double, isBound: Bool) {
      var near = point
      func depth(_ value: Double) -> Double {
        let peak = highestPeak(likelihood, holding: slot, at: value, near: [near, point])
        near = peak.point
        return peak.value - level
      }
      if bound == point[slot] || depth(bound) >= 0 { return (bound, true) }
      near = point
      let bracket = min(bound, point[slot])...max(bound, point[slot])
      return (Root.find(in: bracket, depth) ?? point[slot], false)
    }
    let (low, high) = (end(likelihood.low[slot]), end(likelihood.high[slot]))
    // No rate is below 0, but it may be above the bound of the search.
    return ConfidenceInterval(low: low.value, high: high.isBound ? nil : high.value)
  }

  /// The highest point with a rate held at a value.
  private func highestPeak(
    _ likelihood: Likelihood<Function>, holding slot: Int, at value: Double, near points: [FitPoint]
  ) -> Peak {
    let held = likelihood.holding(slot, at: value)
    var best = Peak(point: points[0], value: -.infinity, hasConverged: false)
    // With another lapse rate the best curve is steeper or shallower.
    for (index, start) in points.enumerated() {
      for shift in index == 0 ? [0] : [-0.7, 0, 0.7] {
        let peak = maximiser.climb(held, from: start + FitPoint(0, shift, 0, 0))
        if peak.value > best.value { best = peak }
      }
    }
    return best
  }
}

extension Likelihood {
  /// A copy of the likelihood with a parameter held at a value. The penalty does not change.
  fileprivate func holding(_ slot: Int, at value: Double) -> Likelihood {
    Likelihood(counts: counts, model: model.holding(slot, at: value), shape: shape, isPenalised: isPenalised)
  }
}

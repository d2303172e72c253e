import PeachMath
import PeachSupport

/// Fits in which catch trials tell of the lapse rate.
extension FunctionFitter {
  /// The answers to the levels say whether there is a curve at all, as they would alone; where there is, its lapse rate is
  /// that of both. A fixed lapse rate learns nothing.
  func fitWithCatches(_ counts: Counts) -> FitResult {
    let alone = fit(counts.withoutCatches)
    let likelihood = likelihood(of: counts)
    guard let start = alone.point, likelihood.free.contains(3) else {
      // What the catch trials add at best, as the saturated model has it too.
      var result = alone
      let caught =
        likelihood.free.contains(3)
        ? counts.catches.highest(upTo: likelihood.high[3]) : counts.catches.logLikelihood(likelihood.low[3])
      result.logLikelihood = alone.logLikelihood.map { $0 + caught }
      return result
    }
    let result = reading(of: search(likelihood, from: start), likelihood)
    return likelihood.isPenalised ? result : result.snapped(to: counts)
  }

  /// The highest of the peaks that the curve without catch trials leads to with the lapse rates there can be: with another
  /// lapse rate the best curve is steeper or shallower.
  private func search(_ likelihood: Likelihood<Function>, from start: FitPoint) -> Peak {
    var best = Peak(point: start, value: -.infinity, hasConverged: false)
    for share in [0.02, 0.2, 0.5, 0.9] {
      for shift in [0, -0.7, 0.7] {
        var from = start
        from[3] = likelihood.low[3] + share * (likelihood.high[3] - likelihood.low[3])
        from[1] = min(max(start[1] + shift, likelihood.low[1]), likelihood.high[1])
        let peak = maximiser.climb(likelihood, from: from)
        if peak.value > best.value { best = peak }
      }
    }
    return best.hasConverged ? best : maximiser.rescue(likelihood, best)
  }
}

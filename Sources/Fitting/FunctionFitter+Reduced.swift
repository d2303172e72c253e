import Glibc
import Numerics
import Psychometrics

/// Fits by the penalised likelihood. It is kinder than the likelihood alone: no step comes near its peak.
extension FunctionFitter {
  func reducedFit(_ counts: Counts, _ likelihood: Likelihood<Function>) -> FitResult {
    if let status = degeneracy(counts, likelihood.model) {
      var result = FitLimits(likelihood.counts, likelihood.model).result(status, settings)
      if status == .allCorrect, settings.isTwoSided {
        result.bound = readings(of: reducedSearch(likelihood).point, likelihood.model).threshold
      }
      return result
    }
    return reducedReading(reducedSearch(likelihood), likelihood)
  }

  func reducedRefit(_ counts: Counts, _ likelihood: Likelihood<Function>, near start: FitPoint) -> FitResult {
    let peak = maximiser.climb(likelihood, from: start)
    guard peak.hasConverged, peak.point[1] > likelihood.low[1], peak.point[1] < likelihood.high[1] else {
      return reducedReading(reducedSearch(likelihood), likelihood)
    }
    return reducedReading(peak, likelihood)
  }

  private func reducedReading(_ peak: Peak, _ likelihood: Likelihood<Function>) -> FitResult {
    if peak.point[1] >= likelihood.high[1] || peak.value <= flatPeak(likelihood, above: peak.value) {
      return FitLimits(likelihood.counts, likelihood.model).result(.decreasing, settings)
    }
    var result = readings(of: peak.point, likelihood.model)
    result.penalised = peak.value
    result.logLikelihood = likelihood.plainValue(at: peak.point)
    result.parameters = likelihood.model.parameters
    result.status =
      boundStatus(peak.point, likelihood.model)
      ?? (peak.point[1] <= likelihood.low[1] ? .atBound(.width) : nil)
      ?? reachStatus(result, likelihood.counts) ?? (peak.hasConverged ? .ok : .notConverged)
    return result
  }

  /// The highest penalised likelihood of functions that do not depend on the level; −∞ where it is known to be below a
  /// floor.
  private func flatPeak(_ likelihood: Likelihood<Function>, above floor: Double) -> Double {
    let plain = FitLimits.flat(likelihood.counts, likelihood.model)
    let levels = likelihood.counts.bins
    let total = likelihood.counts.total
    let mean = levels.reduce(0) { $0 + $1.trials * $1.level } / total
    let spread = levels.reduce(0) { $0 + $1.trials * ($1.level - mean) * ($1.level - mean) }
    let constant = 0.5 * log(total * spread)
    guard plain + Likelihood<Function>.greatestLogWeight + constant > floor else { return -.infinity }
    let positives = likelihood.counts.totalPositive
    func height(_ u: Double, _ guess: Double, _ lapse: Double) -> Double {
      let function = Function.standardPoint(u)
      let rise = (1 - guess - lapse) * function.density
      let positive = guess + (1 - guess - lapse) * function.value
      let negative = lapse + (1 - guess - lapse) * function.complement
      return Counts.term(positives, positive) + Counts.term(total - positives, negative)
        + log(rise / positive * rise / negative) + constant
    }
    let range = Function.standardQuantile(1e-9)...Function.standardQuantile(1 - 1e-9)
    return likelihood.model.asymptotes([0, 0.25, 0.5, 1]).reduce(-.infinity) { best, pair in
      let guess = likelihood.model.isTied ? pair.lapse : pair.guess
      let top = Valley.minimum(in: range, points: 64) { -height($0, guess, pair.lapse) }
      return max(best, height(top, guess, pair.lapse))
    }
  }

  /// The highest peak of those that starts of many scales lead to.
  func reducedSearch(_ likelihood: Likelihood<Function>) -> Peak {
    var best = Peak(point: .zero, value: -.infinity, hasConverged: false)
    for start in likelihood.reducedStarts {
      let peak = maximiser.climb(likelihood, from: start)
      if peak.value > best.value { best = peak }
    }
    return best.hasConverged ? best : maximiser.rescue(likelihood, best)
  }
}

extension Likelihood {
  /// More than ln of what a trial can tell of u.
  static var greatestLogWeight: Double { 2 }

  /// The local peaks of a ladder of scales at several places.
  var reducedStarts: [FitPoint] {
    let bins = counts.bins
    let (first, last) = (bins[0].level, bins[bins.count - 1].level)
    let places = [(first + last) / 2, first, last, 0.75 * first + 0.25 * last, 0.25 * first + 0.75 * last]
    var starts: [FitPoint] = []
    for place in places {
      for rung in 0..<6 {
        starts.append(model.start(place, logScale: Glibc.log(last - first) - 1.2 * Double(rung) + 1))
      }
    }
    return starts
  }
}

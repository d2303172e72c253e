import Glibc
import Numerics
import Psychometrics

/// Profile likelihood: the likelihood of a quantity's value with all else at its best.
///
/// Source: Venzon & Moolgavkar (1988), Appl. Statist. 37:87–94, doi:10.2307/2347496.
extension FunctionFitter {
  /// The highest log-likelihood at which the quantity has a value, −∞ where no curve in the box gives it.
  ///
  /// - Parameters:
  ///   - value: Of the quantity, in the units it is printed in.
  ///   - starts: Points near which the highest is sought.
  func profile(
    _ quantity: Quantity, _ value: Double, _ likelihood: Likelihood<Function>, from starts: [FitPoint]
  ) -> Peak {
    let model = likelihood.model
    func dependent(_ point: FitPoint) -> Dependent? { self.dependent(for: quantity, value, at: point, model) }
    var best = Peak(point: .zero, value: -.infinity, hasConverged: false)
    for start in starts {
      guard let first = dependent(start) else { continue }
      let target = ConstrainedLikelihood(
        likelihood, index: first.index, scales: scaleRange(for: quantity, model), dependent: dependent)
      let peak = profileMaximiser.climb(target, from: start)
      if peak.value > best.value, let (whole, _) = target.complete(peak.point) {
        best = Peak(point: whole, value: peak.value, hasConverged: peak.hasConverged)
      }
    }
    return best
  }

  /// Steep functions at the best steps, where a profile's highest point may jump to.
  func profileStarts(_ likelihood: Likelihood<Function>) -> [FitPoint] {
    StepScan(likelihood.counts, likelihood.model).best.map { step in
      var point = likelihood.steep(about: step)[0]
      point[1] -= 1.5
      return point
    }
  }

  /// The values of a quantity whose profile lies within χ²/2 of the highest point. An end that is never crossed inside
  /// the search box is nil.
  ///
  /// - Parameter confidence: In 0..<1.
  func profileInterval(_ quantity: Quantity, _ result: FitResult, _ counts: Counts, confidence: Double) -> Interval {
    guard let peak = result.point, let value = result.value(of: quantity), let highest = result.logLikelihood else {
      return Interval(low: nil, high: nil)
    }
    let likelihood = likelihood(of: counts)
    let normal = NormalDistribution.quantile((1 + confidence) / 2)
    let level = highest - normal * normal / 2
    let error = standardError(quantity, result, counts)
    func end(_ side: Double) -> Double? {
      crossing(quantity, from: value, side: side, error: error, peak, likelihood, level: level)
    }
    return Interval(low: end(-1), high: end(1))
  }

  /// Walks outwards until the profile falls below a level, then finds where.
  private func crossing(
    _ quantity: Quantity, from value: Double, side: Double, error: Double?, _ peak: FitPoint,
    _ likelihood: Likelihood<Function>, level: Double
  ) -> Double? {
    let axis = ProfileAxis(quantity, self, likelihood)
    let origin = axis.place(of: value)
    let steep = profileStarts(likelihood)
    var near = peak
    func depth(_ place: Double) -> Double {
      let found = profile(quantity, axis.value(at: place), likelihood, from: [near, peak] + steep)
      if found.value > -.infinity { near = found.point }
      return found.value - level
    }
    let step = 2 * axis.step(error: error, at: value)
    guard let bracket = ProfileWalk.bracket(from: origin, side: side, step: step, in: axis.range, depth) else {
      return nil
    }
    near = peak
    return Root.find(in: bracket, depth).map(axis.value)
  }
}

/// The way from the highest point of a profile to where it falls below a level.
enum ProfileWalk {
  /// Walks outwards in growing steps.
  ///
  /// - Parameter depth: How far the profile lies above the level.
  /// - Returns: Two places between which it falls below the level; nil where it does not inside the range.
  static func bracket(
    from origin: Double, side: Double, step: Double, in range: ClosedRange<Double>, _ depth: (Double) -> Double
  ) -> ClosedRange<Double>? {
    var step = step
    var inside = origin
    let least = 1e-6 * step
    while step > least {
      let outside = min(max(inside + side * step, range.lowerBound), range.upperBound)
      if outside == inside { return nil }
      let fall = depth(outside)
      if fall == -.infinity {
        // No curve there; the crossing may lie on this side.
        step /= 2
      } else if fall < 0 {
        return min(inside, outside)...max(inside, outside)
      } else {
        inside = outside
        step *= 1.6
      }
    }
    return nil
  }
}

/// The axis on which the ends of a profile are sought: the fit's scale for places, the logarithm for sizes.
private struct ProfileAxis {
  let range: ClosedRange<Double>
  private let isSize: Bool
  private let scale: LevelScale

  init<Function: FitFunction>(
    _ quantity: Quantity, _ fitter: FunctionFitter<Function>, _ likelihood: Likelihood<Function>
  ) {
    let (settings, shape) = (fitter.settings, fitter.shape)
    isSize = quantity == .width || (quantity == .threshold && settings.isTwoSided)
    scale = settings.scale
    let (low, high) = (likelihood.low, likelihood.high)
    if !isSize {
      let reach = settings.at == nil || quantity == .pse ? 0 : high[0] - low[0]
      range = low[0] - reach...high[0] + reach
    } else if scale == .ln {
      range = fitter.logWidth(low[0], logScale: low[1])...min(fitter.logWidth(high[0], logScale: high[1]), 600)
    } else {
      range = low[1] + log(shape.width) - 7...high[1] + log(shape.width) + 3
    }
  }

  func place(of value: Double) -> Double { isSize ? log(value) : scale.place(of: value) }
  func value(at place: Double) -> Double { isSize ? exp(place) : scale.level(at: place) }

  /// A first step outwards.
  func step(error: Double?, at value: Double) -> Double {
    let fallback = isSize ? 0.3 : (range.upperBound - range.lowerBound) / 50
    guard let error, error > 0, error.isFinite else { return fallback }
    let own = isSize ? error / value : error / scale.stretch(at: scale.place(of: value))
    return min(max(own, 1e-3 * fallback), fallback * 10)
  }
}

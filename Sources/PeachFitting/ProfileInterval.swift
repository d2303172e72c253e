import PeachMath
import PeachSupport

/// Intervals by profile likelihood.
extension FunctionFitter {
  /// The values of a quantity whose profile lies within χ²/2 of the highest point. An end that is never crossed inside
  /// the search box is nil.
  ///
  /// - Parameter confidence: In 0..<1.
  func profileInterval(_ quantity: Quantity, _ result: FitResult, _ counts: Counts, confidence: Double)
    -> ConfidenceInterval
  {
    guard let value = result.value(of: quantity), let highest = result.penalised ?? result.logLikelihood else {
      return ConfidenceInterval(low: nil, high: nil)
    }
    let (likelihood, top) = manageable(likelihood(of: counts), result, highest)
    let normal = NormalDistribution.quantile((1 + confidence) / 2)
    let level = top - normal * normal / 2
    let profile = Profile(quantity, self, likelihood)
    let axis = ProfileAxis(quantity, self, likelihood)
    // A step has no curvature; its gap says how far to look.
    let gap = result.gap.map { max($0.upperBound - $0.lowerBound, .leastNormalMagnitude) }
    let step = axis.step(error: gap ?? standardError(quantity, result, counts), at: value)
    let walk = ProfileWalk(origin: axis.place(of: value), step: 2 * step, range: axis.range)
    let plateaus = axis.isSize ? [] : profile.plateaus(above: level)
    func end(_ side: Double) -> Double? {
      var near = result.point
      func depth(_ place: Double) -> Double {
        let found = profile.highest(at: axis.value(at: place), near: near, above: level)
        if found.value > -.infinity { near = found.point }
        return found.value - level
      }
      guard let bracket = walk.bracket(side: side, depth) else { return nil }
      near = result.point
      // A step at a level is likelier than any curve to one side of it.
      let crossing = Root.find(in: bracket, depth) ?? walk.origin
      near = nil
      switch walk.island(beyond: crossing, side: side, places: plateaus, depth) {
      case .none: return axis.value(at: crossing)
      case .open: return nil
      case .ending(let last): return Root.find(in: last, depth).map(axis.value)
      }
    }
    return ConfidenceInterval(low: end(-1), high: end(1))
  }

  /// Counts with fewer levels, and their highest log-likelihood. Levels near a fitted curve stay; others merge into
  /// groups.
  private func manageable(
    _ likelihood: Likelihood<Function>, _ result: FitResult, _ highest: Double
  ) -> (Likelihood<Function>, highest: Double) {
    guard likelihood.counts.count > Self.manyLevels else { return (likelihood, highest) }
    guard let point = result.point else {
      guard let gap = result.gap else { return (likelihood, highest) }
      let (low, high) = (settings.scale.place(of: gap.lowerBound), settings.scale.place(of: gap.upperBound))
      // A step is as likely whatever is in groups on either side of it.
      return (likelihood.with(likelihood.counts.condensed { max(low - $0, $0 - high, 0) / 500 }), highest)
    }
    let scale = exp(point[1])
    let few = likelihood.with(likelihood.counts.condensed { max(scale, abs($0 - point[0])) / 500 })
    return (few, maximiser.climb(few, from: point).value)
  }

  func profileLogLikelihood(_ quantity: Quantity, _ value: Double, _ result: FitResult, _ counts: Counts) -> Double {
    Profile(quantity, self, likelihood(of: counts)).highest(at: value, near: result.point).value
  }
}

/// The way from the highest point of a profile to where it falls below a level for good.
struct ProfileWalk {
  var origin: Double
  /// The first step.
  var step: Double
  var range: ClosedRange<Double>

  /// Walks outwards in growing steps.
  ///
  /// - Parameter depth: How far the profile lies above the level.
  /// - Returns: Two places between which it falls below the level; `nil` if it does not inside the range.
  func bracket(side: Double, _ depth: (Double) -> Double) -> ClosedRange<Double>? {
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

  /// A region farther out in which the profile rises above the level again. With few trials another peak can cause
  /// one.
  enum Island {
    case none
    /// Its far end lies between these places.
    case ending(ClosedRange<Double>)
    /// It reaches the end of the range.
    case open
  }

  /// - Parameter places: Places to check in addition to growing steps.
  func island(beyond crossing: Double, side: Double, places: [Double], _ depth: (Double) -> Double) -> Island {
    var outside = places.filter { range.contains($0) && side * ($0 - crossing) > 0 }
    let end = side < 0 ? range.lowerBound : range.upperBound
    var (place, step) = (crossing, max(abs(crossing - origin), step) / 100)
    while side * (end - place) > 0 {
      place += side * step
      step *= 1.4
      outside.append(side * (end - place) > 0 ? place : end)
    }
    var (last, farther): ((place: Double, depth: Double)?, (place: Double, depth: Double)?)
    for place in outside.sorted(by: { side * $0 > side * $1 }) {
      let here = (place: place, depth: depth(place))
      if here.depth >= 0 { return last.map { .ending(min(place, $0.place)...max(place, $0.place)) } ?? .open }
      if let middle = last, let far = farther, middle.depth > -Self.slack, middle.depth >= max(here.depth, far.depth),
        let top = summit(between: place, far.place, depth)
      {
        return .ending(min(top, far.place)...max(top, far.place))
      }
      (farther, last) = (last, here)
    }
    return .none
  }

  /// A place this little below the level, and higher than its neighbours, may lie next to one above the level.
  private static var slack: Double { 0.1 }

  /// A place between two others where a profile with one peak between them lies above the level; `nil` if it does not.
  private func summit(between one: Double, _ other: Double, _ depth: (Double) -> Double) -> Double? {
    var (low, high) = (min(one, other), max(one, other))
    for _ in 0..<20 {
      let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
      let (first, second) = (depth(left), depth(right))
      if max(first, second) >= 0 { return first >= 0 ? left : right }
      if first > second { high = right } else { low = left }
    }
    return nil
  }
}

/// The axis on which the ends of a profile are sought: the fit's scale for places, the logarithm for sizes.
private struct ProfileAxis {
  let range: ClosedRange<Double>
  let isSize: Bool
  private let scale: LevelScale

  init<Function: PsychometricFunction>(
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

import PeachMath
import PeachSupport

/// A fitted curve at one level.
package struct CurvePoint: Hashable, Sendable {
  /// In level units.
  package var level: Double
  /// ψ.
  package var value: Double
  /// The ends of its pointwise interval; `nil` if the data give none.
  package var low: Double?
  package var high: Double?

  package init(level: Double, value: Double, low: Double? = nil, high: Double? = nil) {
    self.level = level
    self.value = value
    self.low = low
    self.high = high
  }
}

extension FunctionFitter {
  /// The curve at levels, each with its pointwise interval. By maximum likelihood these are the values of ψ there whose
  /// profile lies within χ²/2 of the highest point, in a penalised fit those between quantiles of a posterior
  /// (`posterior(of:scale:)`): where few trials lie near the lapse rate, profiles of penalised fits hold far more than they say.
  ///
  /// The ends respect a fixed guess rate and the bounds of free asymptotes. A point has no interval if the curve is not
  /// the highest point of its own data, as in fits that share parameters.
  ///
  /// Source: Venzon & Moolgavkar (1988), Appl. Statist. 37:87–94, doi:10.2307/2347496, for profiles.
  func curve(at levels: [Double], _ result: FitResult, _ counts: Counts, confidence: Double) -> [CurvePoint]? {
    guard let values = probabilities(at: levels, of: result) else { return nil }
    var curve = zip(levels, values).map { CurvePoint(level: $0, value: $1) }
    guard let highest = result.penalised ?? result.logLikelihood else { return curve }
    if settings.method == .reduced {
      guard let point = result.point else { return curve }
      let peak = maximiser.climb(likelihood(of: counts), from: point).value
      guard peak <= highest + CurveBand<Function>.tolerance else { return curve }
      let posterior = posterior(of: counts, scale: exp(point[1]))
      let intervals = posterior.intervals(
        of: levels.map { level in { posterior.probability(at: level, $0) } }, about: values, mass: confidence)
      for (index, interval) in intervals.enumerated() where settings.scale.place(of: levels[index]).isFinite {
        (curve[index].low, curve[index].high) = (interval.low, interval.high)
      }
      return curve
    }
    let reach = NormalDistribution.quantile((1 + confidence) / 2)
    guard var band = CurveBand(likelihood(of: counts), result, highest: highest, reach: reach) else { return curve }
    for index in curve.indices {
      let place = settings.scale.place(of: levels[index])
      guard place.isFinite else { continue }
      curve[index].low = min(band.end(at: place, isUpper: false), values[index])
      curve[index].high = max(band.end(at: place, isUpper: true), values[index])
    }
    return curve
  }
}

/// The pointwise profile band of one fit.
///
/// For the upper end of ψ at a level, ln(ψ − c) is added to the objective with a growing weight, c being the lowest guess
/// rate; for the lower end ln(1 − c′ − ψ), c′ being the lowest lapse rate. Where the sum is highest, the objective is as
/// high as it can be with ψ at its value there, so each weight gives one point of the profile of ψ. No parameter has to be
/// held, and bounds need no care. Values in a hollow of the profile, which no weight meets, are sought with a quadratic.
private struct CurveBand<Function: PsychometricFunction>: ~Copyable {
  private let likelihood: Likelihood<Function>
  private let maximiser = Maximiser<TiltedLikelihood<Function>>()
  /// The highest point of the objective, or the limit of steps.
  private let highest: Double
  /// The depth of the ends, as a normal deviate.
  private let reach: Double
  private let starts: [FitPoint]
  /// The last solutions of the lower and of the upper end.
  private var last: [(weight: Double, point: FitPoint)?] = [nil, nil]

  /// `nil` if the curve is not the highest point of these data.
  init?(_ likelihood: Likelihood<Function>, _ result: FitResult, highest: Double, reach: Double) {
    self.likelihood = likelihood
    self.highest = highest
    self.reach = reach
    if let point = result.point {
      starts = [point]
    } else {
      let scan = StepScan(likelihood.counts, likelihood.model, limit: 3)
      starts = scan.best.flatMap { likelihood.steep(about: $0) }
    }
    guard let first = starts.first else { return nil }
    let none = TiltedLikelihood(likelihood, at: 0, isUpper: true, pull: .none)
    if maximiser.climb(none, from: first).value > highest + Self.tolerance { return nil }
  }

  /// How far above its fit a climb may come before the fit is not the highest point.
  static var tolerance: Double { 1e-3 }

  /// One point of the profile of ψ at a level.
  private struct Probe {
    var weight: Double
    var point: FitPoint
    var value: Double
    /// ln of ψ's distance from its limit.
    var distance: Double
    /// The depth below the highest point, as a normal deviate.
    var depth: Double
  }

  /// The end of the interval of ψ at a place on the fit's scale.
  mutating func end(at place: Double, isUpper: Bool) -> Double {
    let side = isUpper ? 1 : 0
    let tilt = TiltedLikelihood(likelihood, at: place, isUpper: isUpper, pull: .none)
    var others = starts
    if let known = last[side] { others.append(known.point) }
    let unit = last[side].map { min(max($0.weight, 1e-3), 1e3) } ?? 2
    var found = end(tilt, from: others, unit: unit)
    // A curve of another kind may do better.
    let here = tilt.pulled(.weight(found.weight))
    let height = here.value(at: found.point)
    let better = likelihood.beside(found.point).filter { here.value(at: $0) > height - Self.margin }
      .map { maximiser.climb(here, from: $0) }.filter { $0.value > height + 1e-6 }
    if let best = better.max(by: { $0.value < $1.value }) {
      found = end(tilt, from: others + [best.point, found.point], unit: unit)
    }
    last[side] = (found.weight, found.point)
    return found.value
  }

  /// A climb begins at a curve next to the solution if it comes this close to it.
  private static var margin: Double { 2 }

  private func end(_ tilt: TiltedLikelihood<Function>, from starts: [FitPoint], unit: Double) -> Probe {
    func probe(_ pull: TiltedLikelihood<Function>.Pull, near points: [FitPoint]) -> Probe {
      let target = tilt.pulled(pull)
      var best = maximiser.climb(target, from: points[0])
      for start in points.dropFirst() where target.value(at: start) > best.value - Self.margin {
        let other = maximiser.climb(target, from: start)
        if other.value > best.value { best = other }
      }
      let depth = max(0, highest - likelihood.value(at: best.point))
      let ends = tilt.probability(at: best.point)
      var weight = 0.0
      if case .weight(let own) = pull { weight = own }
      return Probe(
        weight: weight, point: best.point, value: ends.value, distance: log(max(ends.distance, 1e-300)),
        depth: (2 * depth).squareRoot())
    }
    var inner = probe(.none, near: starts)
    if inner.depth >= reach { return inner }
    var outer = probe(.weight(unit), near: [inner.point] + starts)
    while outer.depth < reach {
      // The data leave this end to the bounds.
      if outer.weight > Self.most { return outer }
      inner = outer
      outer = probe(.weight(8 * outer.weight), near: [outer.point] + starts)
    }
    // Regula falsi on ln(1 + weight/unit), the bracket halved wherever it hardly shrinks.
    func place(_ probe: Probe) -> Double { log1p(probe.weight / unit) }
    var isHalved = false
    for _ in 0..<60 {
      if reach - inner.depth < Self.closeness { return inner }
      if outer.depth - reach < Self.closeness { return outer }
      let (low, high) = (place(inner), place(outer))
      if high - low < 1e-6 { break }
      let share = isHalved ? 0.5 : (reach - inner.depth) / (outer.depth - inner.depth)
      let weight = unit * expm1(low + min(max(share, 0.02), 0.98) * (high - low))
      let next = probe(.weight(weight), near: [inner.point, outer.point] + starts)
      if next.depth < reach { inner = next } else { outer = next }
      isHalved = !isHalved && place(outer) - place(inner) > 0.5 * (high - low)
    }
    // A hollow of the profile.
    let weight = max(inner.weight, 1e-3)
    for _ in 0..<50 where reach - inner.depth >= Self.closeness && outer.depth - reach >= Self.closeness {
      let span = outer.distance - inner.distance
      if abs(span) < 1e-9 { break }
      let middle = inner.distance + span / 2
      let stiffness = 1000 * weight / abs(span)
      var next = probe(.towards(middle, stiffness: stiffness), near: [inner.point, outer.point])
      next.weight = weight
      // A climb that ends far from the middle gives no point of the profile.
      guard abs(next.distance - middle) < 0.4 * abs(span) else { break }
      if next.depth < reach { inner = next } else { outer = next }
    }
    // The wider side of what is left of a hollow.
    return reach - inner.depth < Self.closeness ? inner : outer
  }

  /// How close to the wanted depth an end is.
  private static var closeness: Double { 1e-6 }

  /// So large a weight outweighs all data.
  private static var most: Double { 1e9 }
}

/// An objective that is pulled towards higher or lower values of ψ at one level.
private struct TiltedLikelihood<Function: PsychometricFunction>: Objective {
  enum Pull {
    case none
    /// So many times ln of ψ's distance from its limit.
    case weight(Double)
    /// A quadratic about a value of that logarithm.
    case towards(Double, stiffness: Double)
  }

  private let likelihood: Likelihood<Function>
  /// One answer at the level, without a penalty: it knows the derivatives of ψ.
  private let answer: Likelihood<Function>
  private let place: Double
  private let isUpper: Bool
  private var pull: Pull

  init(_ likelihood: Likelihood<Function>, at place: Double, isUpper: Bool, pull: Pull) {
    self.likelihood = likelihood
    self.place = place
    self.isUpper = isUpper
    self.pull = pull
    answer = Likelihood(
      counts: Counts([Counts.Bin(level: place, trials: 1, positives: isUpper ? 1 : 0)]), model: likelihood.model,
      shape: likelihood.shape, isPenalised: false)
  }

  func pulled(_ pull: Pull) -> TiltedLikelihood {
    var other = self
    other.pull = pull
    return other
  }

  var free: ParameterSet { likelihood.free }
  var low: FitPoint { likelihood.low }
  var high: FitPoint { likelihood.high }

  /// ψ at the level, and how far it lies from the limit that it is pulled away from.
  func probability(at point: FitPoint) -> (value: Double, distance: Double) {
    let model = likelihood.model
    let (guess, lapse) = (model.guess(at: point), point[3])
    let height = 1 - guess - lapse
    let u = (place - point[0]) / exp(point[1]) + likelihood.shape.centre
    let rise = height * Function.standardValue(u)
    let rest = lapse - model.low[3] + height * Function.standardComplement(u)
    return (guess + rise, isUpper ? guess - (model.isTied ? model.low[3] : model.low[2]) + rise : rest)
  }

  /// The logarithm of the distance with its derivatives.
  private func logDistance(at point: FitPoint) -> Expansion {
    let ends = probability(at: point)
    let distance = max(ends.distance, 1e-300)
    // From ln ψ to ln(ψ − c), or from ln(1 − ψ) to ln(1 − c′ − ψ).
    let whole = max(isUpper ? ends.value : ends.distance + likelihood.model.low[3], 1e-300)
    let ratio = whole / distance
    let own = answer.expansion(at: point)
    var result = Expansion(value: log(distance), gradient: ratio * own.gradient)
    for row in 0..<4 {
      let second = own.gradient[row] * own.gradient - own.observed[row]
      result.observed[row] = result.gradient[row] * result.gradient - ratio * second
    }
    return result
  }

  func value(at point: FitPoint) -> Double {
    let plain = likelihood.value(at: point)
    switch pull {
    case .none: return plain
    case .weight(let weight): return plain + weight * log(max(probability(at: point).distance, 1e-300))
    case .towards(let middle, let stiffness):
      let miss = log(max(probability(at: point).distance, 1e-300)) - middle
      return plain - stiffness / 2 * miss * miss
    }
  }

  func expansion(at point: FitPoint) -> Expansion {
    var sum = likelihood.expansion(at: point)
    let weight: Double
    var curvature = 0.0
    let own = logDistance(at: point)
    switch pull {
    case .none: return sum
    case .weight(let value):
      weight = value
      sum.value += weight * own.value
    case .towards(let middle, let stiffness):
      let miss = own.value - middle
      (weight, curvature) = (-stiffness * miss, stiffness)
      sum.value -= stiffness / 2 * miss * miss
    }
    sum.gradient += weight * own.gradient
    for row in 0..<4 {
      sum.observed[row] += weight * own.observed[row] + curvature * own.gradient[row] * own.gradient
    }
    return sum
  }

  func expectedInformation(at point: FitPoint) -> SymmetricRows {
    var sum = likelihood.expectedInformation(at: point)
    let gradient = logDistance(at: point).gradient
    let weight: Double
    switch pull {
    case .none: return sum
    case .weight(let value): weight = value
    case .towards(_, let stiffness): weight = stiffness
    }
    for row in 0..<4 { sum[row] += weight * gradient[row] * gradient }
    return sum
  }
}

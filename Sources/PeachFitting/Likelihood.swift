import PeachMath
import PeachSupport

/// The log-likelihood of counts, without binomial coefficients, with its derivatives; penalised where the fit is reduced.
///
/// Source: Wichmann & Hill (2001), *Perception & Psychophysics* 63(8):1293–1313, doi:10.3758/BF03194544.
struct Likelihood<Function: PsychometricFunction>: Objective {
  /// Levels are on the fit's scale.
  let counts: Counts
  let model: FitModel
  let shape: FunctionShape
  /// Whether the penalty is part of it.
  let isPenalised: Bool
  /// The penalty of these asymptotes, part of this likelihood or not.
  let penalty: Penalty
  /// The levels for vector code; `nil` if the function has none.
  private let lanes: LevelLanes?
  /// `nil` if there are none.
  private let catches: Counts.Catches?

  init(counts: Counts, model: FitModel, shape: FunctionShape, isPenalised: Bool) {
    self.counts = counts
    self.model = model
    self.shape = shape
    self.isPenalised = isPenalised
    penalty = Penalty(model.guess, model.lapse)
    lanes = LevelLanes(counts, Function.vectorShape)
    catches = counts.catches.trials > 0 ? counts.catches : nil
  }

  var free: ParameterSet { model.free }
  var low: FitPoint { model.low }
  var high: FitPoint { model.high }

  /// The likelihood of other counts in the same box.
  func with(_ counts: Counts) -> Likelihood {
    Likelihood(counts: counts, model: model, shape: shape, isPenalised: isPenalised)
  }

  /// Probabilities are kept above this, so that an impossible answer costs much and not infinitely much.
  static var floor: Double { 1e-300 }

  /// The values that follow from the parameters at one point.
  struct Curve {
    var location: Double
    var slope: Double
    var guess: Double
    var lapse: Double
    var height: Double
    var centre: Double
    /// Outside these u the function is taken as flat: its remaining rise there is nothing next to the asymptotes, if
    /// both lie off 0 and 1; else nowhere.
    var lowest: Double
    var highest: Double

    @inline(__always)
    init(_ point: FitPoint, _ likelihood: borrowing Likelihood) {
      location = point[0]
      slope = exp(-point[1])
      lapse = point[3]
      guess = likelihood.model.isTied ? point[3] : point[2]
      height = 1 - guess - lapse
      centre = likelihood.shape.centre
      let isOffEnds = min(guess, lapse) > 1e-4
      lowest = isOffEnds ? likelihood.shape.lowest : -.infinity
      highest = isOffEnds ? likelihood.shape.highest : .infinity
    }

    /// The curve as a penalty sees it: with asymptotes of its own.
    @inline(__always)
    init(_ point: FitPoint, _ likelihood: borrowing Likelihood, _ penalty: Penalty) {
      self.init(point, likelihood)
      (guess, lapse) = (penalty.rate, penalty.rate)
      height = 1 - guess - lapse
      let isOffEnds = penalty.rate > 1e-4
      lowest = isOffEnds ? likelihood.shape.lowest : -.infinity
      highest = isOffEnds ? likelihood.shape.highest : .infinity
    }

    @inline(__always)
    func point(at u: Double) -> FunctionPoint {
      if u > highest { return FunctionPoint(value: 1, complement: 0, density: 0, densitySlope: 0) }
      if u < lowest { return FunctionPoint(value: 0, complement: 1, density: 0, densitySlope: 0) }
      return Function.standardPoint(u)
    }
  }

  /// The function at one level, and what the answers there pull.
  private struct Pull {
    /// The distance from the threshold in scales.
    var distance: Double
    var function: FunctionPoint
    /// ∂ ln L / ∂ψ.
    var residual: Double
    /// −∂² ln L / ∂ψ².
    var weight: Double
  }

  @inline(__always)
  private func pull(_ bin: Counts.Bin, _ curve: Curve, _ product: inout LogProduct) -> Pull {
    let distance = (bin.level - curve.location) * curve.slope
    let function = curve.point(at: distance + curve.centre)
    let positive = max(curve.guess + curve.height * function.value, Self.floor)
    let negative = max(curve.lapse + curve.height * function.complement, Self.floor)
    let rest = bin.trials - bin.positives
    product.multiply(by: positive, times: bin.positives)
    product.multiply(by: negative, times: rest)
    let perPositive = bin.positives / positive
    let perNegative = rest / negative
    return Pull(
      distance: distance, function: function, residual: perPositive - perNegative,
      weight: perPositive / positive + perNegative / negative)
  }

  func value(at point: FitPoint) -> Double {
    if let lanes { return value(lanes, at: point, isPenalised ? penalty : nil) + caught(at: point) }
    return isPenalised ? plainValue(at: point) + penaltyValue(at: point) : plainValue(at: point)
  }

  /// The contribution of catch trials.
  @inline(__always)
  private func caught(at point: FitPoint) -> Double { catches?.logLikelihood(point[3]) ?? 0 }

  @inline(__always)
  private func value(_ lanes: LevelLanes, at point: FitPoint, _ penalty: Penalty?) -> Double {
    lanes.value(
      location: point[0], slope: exp(-point[1]), guess: model.guess(at: point), lapse: point[3], penalty: penalty)
  }

  /// Without a penalty.
  func plainValue(at point: FitPoint) -> Double {
    if let lanes { return value(lanes, at: point, nil) + caught(at: point) }
    let curve = Curve(point, self)
    var product = LogProduct()
    for bin in counts.bins {
      let function = curve.point(at: (bin.level - curve.location) * curve.slope + curve.centre)
      product.multiply(by: max(curve.guess + curve.height * function.value, Self.floor), times: bin.positives)
      product.multiply(
        by: max(curve.lapse + curve.height * function.complement, Self.floor), times: bin.trials - bin.positives)
    }
    return product.log + caught(at: point)
  }

  /// The same where it reaches a floor; −∞ where it does not, which is known before all answers are looked at.
  func value(at point: FitPoint, above floor: Double) -> Double {
    if isPenalised || lanes != nil {
      let value = value(at: point)
      return value < floor ? -.infinity : value
    }
    let curve = Curve(point, self)
    var (sum, product) = (0.0, 1.0)
    var least = exp(floor)
    for bin in counts.bins {
      let function = curve.point(at: (bin.level - curve.location) * curve.slope + curve.centre)
      let rest = bin.trials - bin.positives
      if bin.positives > 0 {
        let positive = max(curve.guess + curve.height * function.value, Self.floor)
        if bin.positives == 1 { product *= positive } else { sum += bin.positives * log(positive) }
      }
      if rest > 0 {
        let negative = max(curve.lapse + curve.height * function.complement, Self.floor)
        if rest == 1 { product *= negative } else { sum += rest * log(negative) }
      }
      // After a sum `least` lets a little more pass than it must.
      if sum < floor || product < least { return -.infinity }
      if product < 1e-100 {
        sum += log(product)
        product = 1
        least = exp(floor - sum)
      }
    }
    return sum + log(product) + caught(at: point)
  }

  /// Whether the curve is as good as a step: at most one level lies on its slope, so that a sharper one with the same
  /// place loses nothing.
  func isStep(at point: FitPoint) -> Bool {
    let curve = Curve(point, self)
    var onSlope = 0
    for bin in counts.bins where isOnSlope(bin.level, curve) {
      onSlope += 1
      if onSlope > 1 { return false }
    }
    return true
  }

  /// The levels on the slope of a curve.
  func slopeLevels(at point: FitPoint) -> [Double] {
    let curve = Curve(point, self)
    return counts.bins.map(\.level).filter { isOnSlope($0, curve) }
  }

  private func isOnSlope(_ level: Double, _ curve: Curve) -> Bool {
    let function = Function.standardPoint((level - curve.location) * curve.slope + curve.centre)
    return min(function.value, function.complement) > Self.flatness
  }

  /// How close F comes to 0 or 1 if it counts as flat: a thousand answers there inform the slope by 2e-5 at most.
  private static var flatness: Double { 2e-8 }

  func expansion(at point: FitPoint) -> Expansion {
    if let lanes, free.count == 2 {
      return lanes.expansion(
        location: point[0], slope: exp(-point[1]), guess: model.guess(at: point), lapse: point[3],
        penalty: isPenalised ? penalty : nil)
    }
    let plain = free.count == 2 ? narrowExpansion(at: point) : fullExpansion(at: point)
    return isPenalised ? penalised(plain, at: point) : plain
  }

  /// By threshold and ln scale alone: what every simulated run is fitted with.
  private func narrowExpansion(at point: FitPoint) -> Expansion {
    let curve = Curve(point, self)
    var product = LogProduct()
    var byLocation = 0.0
    var byScale = 0.0
    var locationTwice = 0.0
    var mixed = 0.0
    var scaleTwice = 0.0
    for bin in counts.bins {
      let pull = pull(bin, curve, &product)
      // ∂ψ/∂t = −h·F′·slope and ∂ψ/∂ln s = distance·∂ψ/∂t/slope; the factors common to all levels follow the loop.
      let first = pull.function.density
      let second = pull.function.densitySlope
      let distance = pull.distance
      let squared = pull.weight * curve.height * first * first
      byLocation -= pull.residual * first
      byScale -= pull.residual * first * distance
      locationTwice += squared - pull.residual * second
      mixed += squared * distance - pull.residual * (second * distance + first)
      scaleTwice += (squared * distance - pull.residual * (second * distance + first)) * distance
    }
    let height = curve.height
    let slope = curve.slope
    var result = Expansion()
    result.value = product.log
    result.gradient = FitPoint(height * slope * byLocation, height * byScale, 0, 0)
    result.observed[0] = FitPoint(height * slope * slope * locationTwice, height * slope * mixed, 0, 0)
    result.observed[1] = FitPoint(height * slope * mixed, height * scaleTwice, 0, 0)
    return result
  }

  private static var leastLapse: Double { 1e-9 }

  private func fullExpansion(at point: FitPoint) -> Expansion {
    var result =
      lanes?.fullExpansion(
        location: point[0], slope: exp(-point[1]), guess: model.guess(at: point), lapse: point[3], isTied: model.isTied)
      ?? sumOfLevels(at: point)
    if let catches {
      // Where λ is 0 a wrong answer is impossible: as near to it as anything tells.
      let lapse = max(point[3], Self.leastLapse)
      result.value += caught(at: point)
      result.gradient[3] += catches.wrong / lapse - catches.correct / (1 - lapse)
      result.observed[3][3] += catches.wrong / (lapse * lapse) + catches.correct / ((1 - lapse) * (1 - lapse))
    }
    return result
  }

  /// By all parameters, one level after the other.
  private func sumOfLevels(at point: FitPoint) -> Expansion {
    let curve = Curve(point, self)
    var result = Expansion()
    var product = LogProduct()
    for bin in counts.bins {
      let pull = pull(bin, curve, &product)
      let first = partials(pull.function, pull.distance, curve)
      result.gradient += pull.residual * first
      let second = secondPartials(pull.function, pull.distance, curve)
      result.observed[0] += pull.weight * first[0] * first - pull.residual * second.threshold
      result.observed[1] += pull.weight * first[1] * first - pull.residual * second.scale
      for row in 2..<4 {
        let mixed = SIMD4(second.threshold[row], second.scale[row], 0, 0)
        result.observed[row] += pull.weight * first[row] * first - pull.residual * mixed
      }
    }
    result.value = product.log
    return result
  }

  /// The expected (Fisher) information: positive definite nearly everywhere.
  func expectedInformation(at point: FitPoint) -> SymmetricRows {
    let curve = Curve(point, self)
    var rows = SymmetricRows()
    for bin in counts.bins {
      let distance = (bin.level - curve.location) * curve.slope
      let function = curve.point(at: distance + curve.centre)
      let positive = max(curve.guess + curve.height * function.value, Self.floor)
      let negative = max(curve.lapse + curve.height * function.complement, Self.floor)
      let first = partials(function, distance, curve)
      let weighted = bin.trials / (positive * negative) * first
      for row in 0..<4 { rows[row] += first[row] * weighted }
    }
    if let catches {
      let lapse = max(curve.lapse, Self.leastLapse)
      rows[3][3] += catches.trials / (lapse * (1 - lapse))
    }
    return rows
  }

  /// ∂ψ at one level, as `partials` has it.
  func probabilityGradient(at level: Double, _ point: FitPoint) -> FitPoint {
    let curve = Curve(point, self)
    let distance = (level - curve.location) * curve.slope
    guard distance.isFinite else { return FitPoint(0, 0, model.isTied ? 0 : 1, model.isTied ? 1 : 0) }
    return partials(curve.point(at: distance + curve.centre), distance, curve)
  }

  /// ∂ψ by threshold, ln scale, guess and lapse; a tied guess moves with the lapse.
  @inline(__always)
  private func partials(_ function: FunctionPoint, _ distance: Double, _ curve: Curve) -> FitPoint {
    let down = -curve.height * function.density
    let byLapse = model.isTied ? function.complement - function.value : -function.value
    return FitPoint(down * curve.slope, down * distance, model.isTied ? 0 : function.complement, byLapse)
  }

  /// The rows of ∂²ψ for the threshold and for ln scale; the asymptotes' own second derivatives are 0.
  @inline(__always)
  private func secondPartials(
    _ function: FunctionPoint, _ distance: Double, _ curve: Curve
  ) -> (threshold: FitPoint, scale: FitPoint) {
    let density = function.density
    let bend = function.densitySlope
    let mixed = curve.height * (bend * distance + density) * curve.slope
    let byGuess = model.isTied ? 0 : density
    let byLapse = model.isTied ? 2 * density : density
    return (
      FitPoint(
        curve.height * bend * curve.slope * curve.slope, mixed, byGuess * curve.slope, byLapse * curve.slope),
      FitPoint(
        mixed, curve.height * distance * (bend * distance + density), byGuess * distance, byLapse * distance)
    )
  }
}

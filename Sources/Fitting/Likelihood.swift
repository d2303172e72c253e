import Glibc
import Psychometrics

/// The log-likelihood of counts, without binomial coefficients, with its derivatives.
struct Likelihood<Function: FitFunction> {
  let counts: Counts
  let model: FitModel

  /// A value with its gradient and a matrix of information.
  struct Expansion {
    var value = 0.0
    var gradient = FitPoint.zero
    /// − the second derivatives: the observed information.
    var observed = SymmetricRows()
  }

  /// Probabilities are kept above this, so that an impossible answer costs much and not infinitely much.
  private static var floor: Double { 1e-300 }

  private func asymptotes(_ point: FitPoint) -> (guess: Double, lapse: Double) {
    (model.isTied ? point[3] : point[2], point[3])
  }

  func value(at point: FitPoint) -> Double {
    let (guess, lapse) = asymptotes(point)
    let height = 1 - guess - lapse
    let slope = exp(-point[1])
    var sum = 0.0
    for index in 0..<counts.count {
      let u = (counts.levels[index] - point[0]) * slope
      let positives = counts.positives[index]
      let negatives = counts.trials[index] - positives
      let tail = Function.standardValue(-abs(u))
      let (value, complement) = u > 0 ? (1 - tail, tail) : (tail, 1 - tail)
      if positives > 0 { sum += positives * log(max(guess + height * value, Self.floor)) }
      if negatives > 0 { sum += negatives * log(max(lapse + height * complement, Self.floor)) }
    }
    return sum
  }

  func expansion(at point: FitPoint) -> Expansion {
    let (guess, lapse) = asymptotes(point)
    let height = 1 - guess - lapse
    let slope = exp(-point[1])
    let hasFreeAsymptotes = model.free.count > 2
    var result = Expansion()
    for index in 0..<counts.count {
      let u = (counts.levels[index] - point[0]) * slope
      let function = Function.point(u)
      let positive = max(guess + height * function.value, Self.floor)
      let negative = max(lapse + height * function.complement, Self.floor)
      let k = counts.positives[index]
      let rest = counts.trials[index] - k
      let perPositive = k / positive
      let perNegative = rest / negative
      if k > 0 { result.value += k * log(positive) }
      if rest > 0 { result.value += rest * log(negative) }
      let residual = perPositive - perNegative
      let weight = perPositive / positive + perNegative / negative
      let first = partials(function, u, slope, height)
      result.gradient += residual * first
      let second = secondPartials(function, u, slope, height)
      result.observed[0] += weight * first[0] * first - residual * second.threshold
      result.observed[1] += weight * first[1] * first - residual * second.scale
      if hasFreeAsymptotes {
        let mixed = SIMD4(second.threshold[2], second.scale[2], 0, 0)
        let mixedLapse = SIMD4(second.threshold[3], second.scale[3], 0, 0)
        result.observed[2] += weight * first[2] * first - residual * mixed
        result.observed[3] += weight * first[3] * first - residual * mixedLapse
      }
    }
    return result
  }

  /// The expected (Fisher) information: positive definite nearly everywhere.
  func expectedInformation(at point: FitPoint) -> SymmetricRows {
    let (guess, lapse) = asymptotes(point)
    let height = 1 - guess - lapse
    let slope = exp(-point[1])
    var rows = SymmetricRows()
    for index in 0..<counts.count {
      let u = (counts.levels[index] - point[0]) * slope
      let function = Function.point(u)
      let positive = max(guess + height * function.value, Self.floor)
      let negative = max(lapse + height * function.complement, Self.floor)
      let first = partials(function, u, slope, height)
      let weighted = counts.trials[index] / (positive * negative) * first
      for row in 0..<4 { rows[row] += first[row] * weighted }
    }
    return rows
  }

  /// ∂ψ by threshold, ln scale, guess and lapse; a tied guess moves with the lapse.
  @inline(__always)
  private func partials(_ function: FunctionPoint, _ u: Double, _ slope: Double, _ height: Double) -> FitPoint {
    let down = -height * function.density
    let byLapse = model.isTied ? function.complement - function.value : -function.value
    return FitPoint(down * slope, down * u, model.isTied ? 0 : function.complement, byLapse)
  }

  /// The rows of ∂²ψ for the threshold and for ln scale; the asymptotes' own second derivatives are 0.
  @inline(__always)
  private func secondPartials(
    _ function: FunctionPoint, _ u: Double, _ slope: Double, _ height: Double
  ) -> (threshold: FitPoint, scale: FitPoint) {
    let density = function.density
    let bend = function.densitySlope
    let mixed = height * (bend * u + density) * slope
    let byGuess = model.isTied ? 0 : density
    let byLapse = model.isTied ? 2 * density : density
    return (
      FitPoint(height * bend * slope * slope, mixed, byGuess * slope, byLapse * slope),
      FitPoint(mixed, height * u * (bend * u + density), byGuess * u, byLapse * u)
    )
  }
}

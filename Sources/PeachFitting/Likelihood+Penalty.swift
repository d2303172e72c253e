import PeachMath
import PeachSupport

/// The penalty of short data: weight × ½ ln det I(α, β), with α = −μ/σ and β = 1/σ.
///
/// I is the expected information about α and β of the answers at the presented levels. It takes both asymptotes of the
/// curve to lie `rate` off 0 and 1, whatever the guess and lapse rates are, so that the penalty never moves a free rate.
///
/// If the guess rate is the lapse rate, as in the direction reading, the penalty has its full weight: it is Jeffreys',
/// which removes most of the bias of few trials. Else it has half of that: the full one makes curves too shallow, and
/// none makes them too steep. `Sources/PeachFitting/README.md` has the comparison. With either weight every estimate is
/// finite, also if the likelihood alone is highest for a step.
///
/// Source: Firth (1993), Biometrika 80:27–38, doi:10.1093/biomet/80.1.27; Kosmidis & Firth (2021), Biometrika 108:71–82,
/// doi:10.1093/biomet/asaa052.
package struct Penalty: Sendable {
  package let weight: Double
  /// How far both asymptotes lie off 0 and 1.
  package let rate: Double

  init(_ guess: GuessRate, _ lapse: Asymptote) {
    weight = guess == .lapse ? 1 : 0.5
    if guess == .lapse, case .fixed(let value) = lapse { rate = value } else { rate = 0 }
  }
}

extension FitSettings {
  /// The penalty of a penalised fit with these asymptotes.
  package var penalty: Penalty { Penalty(guess, lapse) }
}

extension Likelihood {
  /// The penalty; −∞ if the answers do not tell both parameters.
  func penaltyValue(at point: FitPoint) -> Double {
    let curve = Curve(point, self, penalty)
    var sums = (weight: 0.0, first: 0.0)
    let told = counts.bins.map { bin in
      let distance = (bin.level - curve.location) * curve.slope
      let weight = bin.trials * weight(curve.point(at: distance + curve.centre), curve)
      sums.weight += weight
      sums.first += weight * distance
      return (weight: weight, distance: distance)
    }
    let mean = sums.first / sums.weight
    var second = 0.0
    for (weight, distance) in told { second += weight * (distance - mean) * (distance - mean) }
    // The information by α and β is σ² times that by ψ's u and its distances.
    let determinant = sums.weight * second
    return determinant > 0 ? penalty.weight * (0.5 * log(determinant) + point[1]) : -.infinity
  }

  /// h²F′²/(ψ(1 − ψ)): the information of a trial about u.
  @inline(__always)
  private func weight(_ point: FunctionPoint, _ curve: Curve) -> Double {
    let rise = curve.height * point.density
    let positive = max(curve.guess + curve.height * point.value, Self.floor)
    let negative = max(curve.lapse + curve.height * point.complement, Self.floor)
    return (rise / positive) * (rise / negative)
  }

  /// An expansion of the log-likelihood with the penalty added.
  func penalised(_ plain: Expansion, at point: FitPoint) -> Expansion {
    let curve = Curve(point, self, penalty)
    let told = counts.bins.compactMap { bin -> (distance: Double, weight: WeightExpansion)? in
      let distance = (bin.level - curve.location) * curve.slope
      return weight(at: distance, bin.trials, curve).map { (distance, $0) }
    }
    var (total, first) = (0.0, 0.0)
    for (distance, weight) in told {
      total += weight.value
      first += weight.value * distance
    }
    let mean = first / total
    // The moments of the distances from their mean: the matrix of these has no mixed element, but the element has slopes.
    var (size, mixed, spread) = (MomentExpansion(), MomentExpansion(), MomentExpansion())
    for (distance, weight) in told {
      let centred = distance - mean
      let move = FitPoint(-curve.slope, -distance, 0, 0)
      size.add(weight)
      mixed.add(weight, times: centred, move)
      spread.add(weight, distance, squareOf: centred, move, slope: curve.slope)
    }
    let determinant = size.value * spread.value
    guard determinant > 0 else { return Expansion(value: -.infinity) }
    var result = plain
    let share = penalty.weight
    result.value += share * (0.5 * log(determinant) + point[1])
    let (bySize, bySpread) = (size.gradient / size.value, spread.gradient / spread.value)
    result.gradient += 0.5 * share * (bySize + bySpread)
    result.gradient[1] += share
    for row in 0..<2 {
      var second = size.rows[row] / size.value + spread.rows[row] / spread.value
      second -= bySize[row] * bySize + bySpread[row] * bySpread
      second -= 2 * mixed.gradient[row] / determinant * mixed.gradient
      result.observed[row] -= 0.5 * share * second
    }
    return result
  }

  /// The information about u in a level's trials, as a function of the place and ln scale.
  @inline(__always)
  func weight(at distance: Double, _ trials: Double, _ curve: Curve) -> WeightExpansion? {
    let u = distance + curve.centre
    let point = curve.point(at: u)
    let positive = max(curve.guess + curve.height * point.value, Self.floor)
    let negative = max(curve.lapse + curve.height * point.complement, Self.floor)
    let rise = curve.height * point.density
    let (up, down) = (rise / positive, rise / negative)
    let value = trials * up * down
    guard value > 0, value.isFinite else { return nil }
    let slopes = Function.standardLogDensitySlopes(u)
    // The logarithm's derivatives by u.
    let first = 2 * slopes.first + down - up
    let second = 2 * slopes.second + slopes.first * (down - up) + up * up + down * down
    let move = FitPoint(-curve.slope, -distance, 0, 0)
    var rows = SymmetricRows()
    rows[0] = FitPoint(second * move[0] * move[0], second * move[0] * move[1] + first * curve.slope, 0, 0)
    rows[1] = FitPoint(rows[0][1], second * move[1] * move[1] + first * distance, 0, 0)
    return WeightExpansion(value: value, logGradient: first * move, logRows: rows)
  }
}

/// A weight with the gradient and the second derivatives of its logarithm.
struct WeightExpansion {
  var value: Double
  var logGradient: FitPoint
  var logRows: SymmetricRows
}

/// A sum of weights times powers of distances, with its derivatives.
private struct MomentExpansion {
  var value = 0.0
  var gradient = FitPoint.zero
  var rows = SymmetricRows()

  @inline(__always)
  mutating func add(_ weight: WeightExpansion) {
    value += weight.value
    gradient += weight.value * weight.logGradient
    for row in 0..<2 {
      rows[row] += weight.value * (weight.logRows[row] + weight.logGradient[row] * weight.logGradient)
    }
  }

  /// Value and gradient alone.
  ///
  /// - Parameter move: How the distance moves.
  @inline(__always)
  mutating func add(_ weight: WeightExpansion, times centred: Double, _ move: FitPoint) {
    value += weight.value * centred
    gradient += weight.value * (centred * weight.logGradient + move)
  }

  @inline(__always)
  mutating func add(
    _ weight: WeightExpansion, _ distance: Double, squareOf centred: Double, _ move: FitPoint, slope: Double
  ) {
    let square = centred * centred
    value += weight.value * square
    gradient += weight.value * (square * weight.logGradient + 2 * centred * move)
    for row in 0..<2 {
      let own = square * (weight.logRows[row] + weight.logGradient[row] * weight.logGradient)
      let crossed = 2 * centred * (weight.logGradient[row] * move + move[row] * weight.logGradient)
      rows[row] += weight.value * (own + crossed + 2 * move[row] * move)
    }
    // The distance's own second derivatives.
    rows[0][1] += weight.value * 2 * centred * slope
    rows[1][0] += weight.value * 2 * centred * slope
    rows[1][1] += weight.value * 2 * centred * distance
  }
}

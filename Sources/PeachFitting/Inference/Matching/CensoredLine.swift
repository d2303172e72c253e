import PeachMath
import PeachSupport

/// The likelihood of a straight line with normal scatter, y = β₀ + β₁ x + σ z, through points of which some are known only
/// to lie at least, or at most, so far.
///
/// In θ = 1/σ and γ = β/σ it is concave, so that Newton's steps, halved where they would not climb, find its one peak.
///
/// Source: Tobin (1958), Econometrica 26:24–36, doi:10.2307/1907382; concave as in Olsen (1978), Econometrica
/// 46:1211–1215, doi:10.2307/1911445.
final class CensoredLine {
  enum Bound: Hashable {
    case exact, atMost, atLeast
  }

  struct Point {
    var x: Double
    var y: Double
    var bound: Bound
  }

  /// The quantity that is fixed while the others are maximised.
  enum Fixed {
    case none
    case deviation(Double)
    case intercept(Double)
    case slope(Double)
  }

  /// θ, γ₀ and γ₁, and the log-likelihood there, without its constant.
  struct Peak {
    var place: SIMD4<Double>
    var value: Double

    var deviation: Double { 1 / place[0] }
    var intercept: Double { place[1] / place[0] }
    var slope: Double { place[2] / place[0] }
  }

  private struct Height {
    var value = 0.0
    var gradient = SIMD4<Double>.zero
    /// Less the second derivatives.
    var curvature = SymmetricRows()
  }

  private let points: [Point]
  private let system = SymmetricSystem(capacity: 3)

  init(_ points: [Point]) { self.points = points }

  /// - Parameter start: θ > 0, γ₀ and γ₁.
  /// - Returns: `nil` if no step climbs, or there is no peak.
  func peak(_ fixed: Fixed, from start: SIMD4<Double>) -> Peak? {
    var place = start
    var unknowns = ParameterSet(0, 1, 2)
    switch fixed {
    case .none: break
    case .deviation(let deviation):
      unknowns.remove(0)
      place = SIMD4(1, place[1] / place[0], place[2] / place[0], 0) / deviation
    case .intercept:
      unknowns.remove(1)
      place[1] = 0
    case .slope:
      unknowns.remove(2)
      place[2] = 0
    }
    var height = height(at: place, fixed)
    for _ in 0..<200 {
      guard let step = system.solve(height.curvature, height.gradient, unknowns: unknowns) else { return nil }
      let gain = (step * height.gradient).sum()
      if gain < 1e-13 { return Peak(place: place, value: height.value) }
      var share = 1.0
      while true {
        let next = place + share * step
        if next[0] > 0 {
          let there = self.height(at: next, fixed)
          if there.value > height.value {
            (place, height) = (next, there)
            break
          }
        }
        share /= 2
        // Rounding keeps the last of the climb from being seen.
        if share < 1e-9 { return gain < 1e-8 ? Peak(place: place, value: height.value) : nil }
      }
    }
    return nil
  }

  private func height(at place: SIMD4<Double>, _ fixed: Fixed) -> Height {
    var height = Height()
    let logTheta = log(place[0])
    for point in points {
      var y = point.y
      switch fixed {
      case .intercept(let intercept): y -= intercept
      case .slope(let slope): y -= slope * point.x
      case .none, .deviation: break
      }
      let direction = SIMD4(y, -1, -point.x, 0)
      let u = (place * direction).sum()
      let (value, first, second) = CensoredLine.terms(u, point.bound)
      height.value += value
      height.gradient += first * direction
      for row in 0..<3 { height.curvature[row] -= second * direction[row] * direction }
      guard point.bound == .exact else { continue }
      height.value += logTheta
      height.gradient[0] += 1 / place[0]
      height.curvature[0][0] += 1 / (place[0] * place[0])
    }
    return height
  }

  /// The log-likelihood of a residual in standard deviations, and its derivatives.
  private static func terms(_ u: Double, _ bound: Bound) -> (value: Double, first: Double, second: Double) {
    switch bound {
    case .exact: return (-0.5 * u * u, -u, -1)
    case .atMost:
      let (value, ratio) = tail(u)
      return (value, ratio, -ratio * (ratio + u))
    case .atLeast:
      let (value, ratio) = tail(-u)
      return (value, -ratio, -ratio * (ratio - u))
    }
  }

  /// ln Φ(u) and φ(u)/Φ(u); below −30 by the asymptotic series.
  private static func tail(_ u: Double) -> (value: Double, ratio: Double) {
    guard u < -30 else {
      let share = NormalDistribution.cumulative(u)
      return (log(share), NormalDistribution.density(u) / share)
    }
    let square = 1 / (u * u)
    let series = 1 - square * (1 - 3 * square * (1 - 5 * square))
    return (-0.5 * u * u - log(-u * (2 * Double.pi).squareRoot()) + log(series), -u / series)
  }
}

import PeachSupport

/// A density on its bounds, normalised there.
struct BoundedDensity: Sendable {
  let density: PriorDensity
  /// Outside it is 0.
  let bounds: ClosedRange<Double>
  private let logNormaliser: Double

  /// - Parameter domain: What values the parameter can have.
  /// - Returns: `nil` if the density is 0 over all of the domain.
  init?(_ density: PriorDensity, within domain: ClosedRange<Double>) {
    let support = Self.support(density)
    let low = max(support.lowerBound, domain.lowerBound)
    let high = min(support.upperBound, domain.upperBound)
    guard low < high else { return nil }
    self.density = density
    bounds = low...high
    logNormaliser = Self.logNormaliser(density, low, high)
    guard logNormaliser.isFinite else { return nil }
  }

  /// The logarithm of the density, −∞ outside of its bounds.
  func log(_ x: Double) -> Double {
    bounds.contains(x) ? Self.shape(density, x) - logNormaliser : -.infinity
  }

  /// The first two derivatives of the logarithm, for the densities that a rate can have.
  func derivatives(_ x: Double) -> (first: Double, second: Double) {
    switch density {
    case .normal(let mean, let deviation):
      let weight = 1 / (deviation * deviation)
      return ((mean - x) * weight, -weight)
    case .beta(let first, let second):
      let below = first == 1 ? 0 : (first - 1) / x
      let above = second == 1 ? 0 : (second - 1) / (1 - x)
      return (below - above, -(first == 1 ? 0 : below / x) - above / (1 - x))
    default: return (0, 0)
    }
  }

  /// Points between the bounds at which the density is not smooth.
  var kinks: [Double] {
    guard case .plateau(_, let from, let to, _) = density else { return [] }
    return from < to ? [from, to] : [from]
  }

  /// The tails that are left out hold less than 1e-15.
  private static func support(_ density: PriorDensity) -> ClosedRange<Double> {
    switch density {
    case .psignifit: preconditionFailure("not resolved")
    case .uniform(let low, let high), .loguniform(let low, let high): low...high
    case .normal(let mean, let deviation): mean - 8.5 * deviation...mean + 8.5 * deviation
    case .lognormal(let median, let deviation): median * exp(-8.5 * deviation)...median * exp(8.5 * deviation)
    case .gamma(let shape, let scale): 0...scale * (shape + 9 * shape.squareRoot() + 36)
    case .beta: 0...1
    case .plateau(let low, _, _, let high): low...high
    }
  }

  private static func logNormaliser(_ density: PriorDensity, _ low: Double, _ high: Double) -> Double {
    switch density {
    case .lognormal(_, let deviation): Glibc.log(deviation * (2 * .pi).squareRoot())
    case .loguniform: Glibc.log(Glibc.log(high / low))
    case .gamma(let shape, let scale): lgamma(shape) + shape * Glibc.log(scale)
    case .plateau(let low, let from, let to, let high): Glibc.log(trapezoid(low, from, to, high))
    default: trapezoid(density, low, high)
    }
  }

  /// Points of the trapezoid rule, as in psignifit.
  private static var points: Int { 10_000 }

  /// The integral of a plateau by the trapezoid rule on equal points, whose sums are known in closed form.
  private static func trapezoid(_ low: Double, _ from: Double, _ to: Double, _ high: Double) -> Double {
    let step = (high - low) / Double(points - 1)
    /// The points on an edge, and the sum of sin² over them.
    func edge(_ length: Double) -> (count: Double, sum: Double) {
      guard length > 0 else { return (0, 0.5) }  // no edge: the end itself is 1 and counts half
      let count = (length / step).rounded(.up)
      let phase = .pi / 2 * step / length
      return (count, (count - sin(count * phase) / sin(phase) * cos((count - 1) * phase)) / 2)
    }
    let (rising, falling) = (edge(from - low), edge(high - to))
    let whole = Double(points) - rising.count - falling.count - (from > low ? 0 : 1) - (high > to ? 0 : 1)
    return step * (rising.sum + falling.sum + whole)
  }

  /// The logarithm of the integral by the trapezoid rule on equal points.
  private static func trapezoid(_ density: PriorDensity, _ low: Double, _ high: Double) -> Double {
    let step = (high - low) / Double(points - 1)
    let logs = (0..<points).map { shape(density, min(low + Double($0) * step, high)) }
    // The largest comes out, so that a narrow tail within the bounds does not underflow.
    let largest = logs.max() ?? 0
    let sum =
      logs.reduce(0) { $0 + exp($1 - largest) }
      - (exp(logs[0] - largest) + exp(logs[points - 1] - largest)) / 2
    return largest + Glibc.log(sum * step)
  }

  /// The logarithm up to a constant, within the support.
  private static func shape(_ density: PriorDensity, _ x: Double) -> Double {
    switch density {
    case .psignifit, .uniform: return 0
    case .normal(let mean, let deviation):
      let z = (x - mean) / deviation
      return -z * z / 2
    case .lognormal(let median, let deviation):
      let z = Glibc.log(x / median) / deviation
      return -z * z / 2 - Glibc.log(x)
    case .loguniform: return -Glibc.log(x)
    case .gamma(let shape, let scale): return (shape == 1 ? 0 : (shape - 1) * Glibc.log(x)) - x / scale
    case .beta(let first, let second):
      return (first == 1 ? 0 : (first - 1) * Glibc.log(x)) + (second == 1 ? 0 : (second - 1) * log1p(-x))
    case .plateau(let low, let from, let to, let high):
      if x < from { return 2 * Glibc.log(sin(.pi / 2 * (x - low) / (from - low))) }
      if x > to { return 2 * Glibc.log(sin(.pi / 2 * (high - x) / (high - to))) }
      return 0
    }
  }
}

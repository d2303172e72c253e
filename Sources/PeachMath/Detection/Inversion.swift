import PeachSupport

/// Finds the d′ at which a proportion has a value.
enum Inversion {
  /// The d′ of one sign where a proportion that only rises or only falls with it is `target`.
  ///
  /// Brent's method on the logarithm, which is near a parabola in the tails, and a last step of Newton's.
  ///
  /// - Parameters:
  ///   - proportion: Accurate relative to its size, so as to be inverted far into its tail.
  ///   - slope: Its derivative.
  ///   - target: Above 0, below the largest value.
  ///   - atZero: The proportion at d′ = 0, exactly: the side on which the target lies depends on it.
  ///   - isNegative: Whether d′ is below 0.
  static func dPrime(
    where proportion: (Double) -> Double, slope: (Double) -> Double, is target: Double, atZero: Double,
    isNegative: Bool
  ) -> Double {
    let direction: Double = isNegative ? -1 : 1
    func gap(_ size: Double) -> Double {
      let value = size == 0 ? atZero : proportion(direction * size)
      return log(max(value, .leastNonzeroMagnitude)) - log(target)
    }
    let start = gap(0)
    var reach = 1.0
    while reach < 256, (gap(reach) < 0) == (start < 0) { reach *= 2 }
    // At 256 every proportion has reached its limit or underflowed.
    guard let size = Root.find(in: 0...reach, gap) else { preconditionFailure("a proportion that is never reached") }
    let found = isNegative ? 0 - size : size
    let step = (proportion(found) - target) / slope(found)
    // Next to chance the slope may vanish, and the step be noise.
    return step.magnitude <= 1e-9 * size ? found - step : found
  }
}

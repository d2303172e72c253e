import PeachMath

/// The function that a maximiser climbs: a function of threshold, ln scale, guess and lapse in a box, with
/// derivatives.
protocol Objective {
  /// The parameters that move.
  var free: ParameterSet { get }
  var low: FitPoint { get }
  var high: FitPoint { get }
  /// −∞ where it is not defined.
  func value(at point: FitPoint) -> Double
  func expansion(at point: FitPoint) -> Expansion
  /// A matrix instead of the observed information that is positive definite nearly everywhere.
  func expectedInformation(at point: FitPoint) -> SymmetricRows
}

/// A value with its gradient and a matrix of information.
struct Expansion {
  var value = 0.0
  var gradient = FitPoint.zero
  /// − the second derivatives: the observed information.
  var observed = SymmetricRows()
}

extension Objective {
  /// A short step along the gradient, for where no information matrix is positive definite.
  func gradientStep(_ gradient: FitPoint, _ unknowns: ParameterSet) -> FitPoint {
    let size = high[0] - low[0]
    let lengths = FitPoint(size / 100, 0.1, 0.01, 0.01)
    var step = FitPoint.zero
    for index in 0..<4 where unknowns.contains(index) {
      step[index] = gradient[index] == 0 ? 0 : (gradient[index] > 0 ? lengths[index] : -lengths[index])
    }
    return step
  }
}

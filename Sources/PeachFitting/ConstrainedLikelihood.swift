import PeachMath

/// The likelihood by the coordinates of a chart in which one quantity is held at a value: a coordinate, or what follows
/// from the others.
struct ConstrainedLikelihood<Function: PsychometricFunction>: Objective {
  let likelihood: Likelihood<Function>
  let free: ParameterSet
  let low: FitPoint
  let high: FitPoint
  /// The range of ln scale.
  private let scales: ClosedRange<Double>
  private let tangent: (FitPoint) -> CurveTangent?

  /// - Parameters:
  ///   - held: The coordinate that does not move.
  ///   - reach: How far the first coordinate may lie from 0 if it is not a place of the box.
  ///   - tangent: The curve at coordinates; `nil` if there is none.
  init(
    _ likelihood: Likelihood<Function>, holding held: Int, scales: ClosedRange<Double>, reach: Double?,
    tangent: @escaping (FitPoint) -> CurveTangent?
  ) {
    self.likelihood = likelihood
    self.scales = scales
    self.tangent = tangent
    var free = likelihood.free
    free.remove(held)
    self.free = free
    var (low, high) = (likelihood.low, likelihood.high)
    (low[held], high[held]) = (-.greatestFiniteMagnitude, .greatestFiniteMagnitude)
    if let reach { (low[0], high[0]) = (-reach, reach) }
    (self.low, self.high) = (low, high)
  }

  /// The curve at coordinates; nil outside the box.
  func curve(at place: FitPoint) -> CurveTangent? {
    guard let curve = tangent(place), scales.contains(curve.point[1]), curve.point[0] >= likelihood.low[0],
      curve.point[0] <= likelihood.high[0]
    else { return nil }
    return curve
  }

  func value(at place: FitPoint) -> Double { curve(at: place).map { likelihood.value(at: $0.point) } ?? -.infinity }

  func expansion(at place: FitPoint) -> Expansion {
    guard let curve = curve(at: place) else { return Expansion(value: -.infinity) }
    var result = likelihood.expansion(at: curve.point)
    result.gradient = curve.carry(result.gradient)
    result.observed = curve.carry(result.observed)
    return result
  }

  func expectedInformation(at place: FitPoint) -> SymmetricRows {
    guard let curve = curve(at: place) else { return SymmetricRows() }
    return curve.carry(likelihood.expectedInformation(at: curve.point))
  }
}

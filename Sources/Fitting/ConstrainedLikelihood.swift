import Numerics

/// The likelihood with one quantity held at a value: one parameter follows from the others.
struct ConstrainedLikelihood<Function: FitFunction>: Objective {
  let likelihood: Likelihood<Function>
  let dependent: (FitPoint) -> FunctionFitter<Function>.Dependent?
  /// What the parameter that follows may be.
  private let range: ClosedRange<Double>
  let free: UnknownSet
  let low: FitPoint
  let high: FitPoint

  /// - Parameters:
  ///   - index: Of the parameter that follows.
  ///   - scales: What ln scale may be, where that is the one.
  init(
    _ likelihood: Likelihood<Function>, index: Int, scales: ClosedRange<Double>,
    dependent: @escaping (FitPoint) -> FunctionFitter<Function>.Dependent?
  ) {
    self.likelihood = likelihood
    self.dependent = dependent
    var free = likelihood.free
    free.remove(index)
    self.free = free
    var (low, high) = (likelihood.low, likelihood.high)
    range = index == 1 ? scales : low[index]...high[index]
    // The dependent parameter is set, never moved.
    (low[index], high[index]) = (-.greatestFiniteMagnitude, .greatestFiniteMagnitude)
    (self.low, self.high) = (low, high)
  }

  /// The point with its dependent parameter; nil where that leaves the box.
  func complete(_ point: FitPoint) -> (point: FitPoint, partials: FitPoint)? {
    guard let dependent = dependent(point) else { return nil }
    let index = dependent.index
    guard range.contains(dependent.value) else { return nil }
    var whole = point
    whole[index] = dependent.value
    var partials = dependent.partials
    for other in 0..<4 where !free.contains(other) { partials[other] = 0 }
    return (whole, partials)
  }

  func value(at point: FitPoint) -> Double { complete(point).map { likelihood.value(at: $0.point) } ?? -.infinity }

  func expansion(at point: FitPoint) -> Expansion {
    guard let (whole, partials) = complete(point) else { return Expansion(value: -.infinity) }
    var result = likelihood.expansion(at: whole)
    result.observed = reduced(result.observed, whole, partials)
    result.gradient += result.gradient[index] * partials
    return result
  }

  func expectedInformation(at point: FitPoint) -> SymmetricRows {
    guard let (whole, partials) = complete(point) else { return SymmetricRows() }
    return reduced(likelihood.expectedInformation(at: whole), whole, partials)
  }

  private var index: Int { (0..<4).first { likelihood.free.contains($0) && !free.contains($0) } ?? 0 }

  /// The information by the free parameters alone, which carry the dependent one along. Its own curvature is left out:
  /// the climb takes a step more, and ends at the same place.
  private func reduced(_ rows: SymmetricRows, _ point: FitPoint, _ partials: FitPoint) -> SymmetricRows {
    let own = rows[index]
    var result = rows
    for row in 0..<4 {
      result[row] = rows[row] + own[row] * partials + partials[row] * (own + own[index] * partials)
    }
    return result
  }
}

import PeachMath

extension FunctionFitter {
  /// The standard error of a quantity, from the observed information of the parameters that lie on no bound (delta
  /// method). `nil` if that is not positive definite, or the quantity has no value.
  ///
  /// Source: Efron & Hinkley (1978), Biometrika 65:457–483, doi:10.1093/biomet/65.3.457.
  func standardError(_ quantity: Quantity, _ result: FitResult, _ counts: Counts) -> Double? {
    guard let point = result.point, result.value(of: quantity) != nil else { return nil }
    let likelihood = likelihood(of: counts)
    guard let gradient = gradient(of: quantity, at: point, likelihood.model) else { return nil }
    var unknowns = likelihood.free
    for index in 0..<4 where point[index] <= likelihood.low[index] || point[index] >= likelihood.high[index] {
      unknowns.remove(index)
    }
    if unknowns.isEmpty { return nil }
    let observed = likelihood.expansion(at: point).observed
    guard let solved = SymmetricSystem().solve(observed, gradient, unknowns: unknowns) else { return nil }
    let variance = (gradient * solved).sum()
    return variance > 0 && variance.isFinite ? variance.squareRoot() : nil
  }
}

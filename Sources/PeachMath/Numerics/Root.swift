import CGSL

/// Finds where a function crosses zero, by Brent's method in GSL.
///
/// Source: Brent (1973), Algorithms for minimization without derivatives, ch. 4.
package enum Root {
  /// The x in `bracket` where `function` is 0, to about 1e-12 relative.
  ///
  /// - Returns: `nil` if the function does not change sign over the bracket.
  package static func find(in bracket: ClosedRange<Double>, _ function: (Double) -> Double) -> Double? {
    _ = GSL.ready
    let low = function(bracket.lowerBound)
    let high = function(bracket.upperBound)
    if low == 0 { return bracket.lowerBound }
    if high == 0 { return bracket.upperBound }
    guard low.isFinite, high.isFinite, (low < 0) != (high < 0) else { return nil }
    return withoutActuallyEscaping(function) { function in
      withUnsafePointer(to: function) { context in
        var target = gsl_function(
          function: { x, context in
            context?.assumingMemoryBound(to: ((Double) -> Double).self).pointee(x) ?? .nan
          }, params: UnsafeMutableRawPointer(mutating: context))
        guard let solver = gsl_root_fsolver_alloc(peach_gsl_brent_root()) else { return nil }
        defer { gsl_root_fsolver_free(solver) }
        guard gsl_root_fsolver_set(solver, &target, bracket.lowerBound, bracket.upperBound) == Int32(GSL_SUCCESS)
        else { return nil }
        for _ in 0..<200 {
          guard gsl_root_fsolver_iterate(solver) == Int32(GSL_SUCCESS) else { break }
          let lower = gsl_root_fsolver_x_lower(solver)
          let upper = gsl_root_fsolver_x_upper(solver)
          if gsl_root_test_interval(lower, upper, 0, 1e-13) == Int32(GSL_SUCCESS) { break }
        }
        return gsl_root_fsolver_root(solver)
      }
    }
  }
}

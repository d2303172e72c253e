import CGSL

/// Finds the lowest point of a function of one number with one valley: the lowest of equally spaced points, then Brent's
/// method in GSL about it.
///
/// Source: Brent (1973), Algorithms for minimization without derivatives, ch. 5.
package enum UnimodalMinimum {
  /// The x in `bracket` where `function` is least, to about the square root of the precision of doubles.
  ///
  /// - Parameter points: How many points are looked at first, the ends not among them; at least 2.
  package static func minimum(
    in bracket: ClosedRange<Double>, points: Int = 128, _ function: (Double) -> Double
  ) -> Double {
    let step = (bracket.upperBound - bracket.lowerBound) / Double(points + 1)
    func point(_ index: Int) -> Double { bracket.lowerBound + Double(index) * step }
    var best = 1
    var least = Double.infinity
    for index in 1...points {
      let value = function(point(index))
      if value < least { (best, least) = (index, value) }
    }
    return bottom(in: point(best - 1)...point(best + 1), around: point(best), function)
  }

  /// The same about a point known to be lower than the ends; that very point where it is not.
  package static func bottom(
    in bracket: ClosedRange<Double>, around middle: Double, _ function: (Double) -> Double
  ) -> Double {
    _ = GSL.ready
    let found: Double? = withoutActuallyEscaping(function) { function in
      withUnsafePointer(to: function) { context in
        var target = gsl_function(
          function: { x, context in
            context?.assumingMemoryBound(to: ((Double) -> Double).self).pointee(x) ?? .nan
          }, params: UnsafeMutableRawPointer(mutating: context))
        guard let minimiser = gsl_min_fminimizer_alloc(peach_gsl_brent_minimum()) else { return nil }
        defer { gsl_min_fminimizer_free(minimiser) }
        guard
          gsl_min_fminimizer_set(minimiser, &target, middle, bracket.lowerBound, bracket.upperBound)
            == Int32(GSL_SUCCESS)
        else { return nil }
        for _ in 0..<100 {
          guard gsl_min_fminimizer_iterate(minimiser) == Int32(GSL_SUCCESS) else { break }
          let (low, high) = (gsl_min_fminimizer_x_lower(minimiser), gsl_min_fminimizer_x_upper(minimiser))
          if gsl_min_test_interval(low, high, 1e-12, 1e-12) == Int32(GSL_SUCCESS) { break }
        }
        return gsl_min_fminimizer_x_minimum(minimiser)
      }
    }
    return found ?? middle
  }
}

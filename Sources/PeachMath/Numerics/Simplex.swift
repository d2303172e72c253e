import CGSL

/// Finds a minimum without derivatives, by GSL's Nelder–Mead simplex. The fallback and the cross-check of our own
/// iteration.
///
/// Source: Nelder & Mead (1965), Comput. J. 7:308–313, doi:10.1093/comjnl/7.4.308.
package enum Simplex {
  /// - Parameters:
  ///   - start: Where to begin; one entry for each unknown.
  ///   - steps: The size of the first simplex along each unknown.
  ///   - tolerance: The mean distance of the simplex's corners from its centre at which the search ends.
  ///   - iterations: After how many the search ends in any case.
  ///   - function: May give infinity if it is not defined.
  /// - Returns: The lowest point found.
  /// - Throws: `GSLError` if GSL cannot allocate or take the start.
  package static func minimum(
    start: [Double], steps: [Double], tolerance: Double, iterations: Int = 5000, _ function: ([Double]) -> Double
  ) throws(GSLError) -> (point: [Double], value: Double) {
    _ = GSL.ready
    let count = start.count
    let result = withoutActuallyEscaping(function) { function -> Result<(point: [Double], value: Double), GSLError> in
      withUnsafePointer(to: function) { context in
        var target = gsl_multimin_function(
          f: { vector, context in
            guard let vector, let context else { return .nan }
            let point = (0..<vector.pointee.size).map { gsl_vector_get(vector, $0) }
            return context.assumingMemoryBound(to: (([Double]) -> Double).self).pointee(point)
          }, n: count, params: UnsafeMutableRawPointer(mutating: context))
        guard let x = gsl_vector_alloc(count), let step = gsl_vector_alloc(count),
          let minimiser = gsl_multimin_fminimizer_alloc(peach_gsl_simplex(), count)
        else { return .failure(GSLError(code: Int32(GSL_ENOMEM), routine: "gsl_multimin_fminimizer_alloc")) }
        defer {
          gsl_multimin_fminimizer_free(minimiser)
          gsl_vector_free(x)
          gsl_vector_free(step)
        }
        for index in 0..<count {
          gsl_vector_set(x, index, start[index])
          gsl_vector_set(step, index, steps[index])
        }
        let code = gsl_multimin_fminimizer_set(minimiser, &target, x, step)
        guard code == Int32(GSL_SUCCESS) else {
          return .failure(GSLError(code: code, routine: "gsl_multimin_fminimizer_set"))
        }
        for _ in 0..<iterations {
          guard gsl_multimin_fminimizer_iterate(minimiser) == Int32(GSL_SUCCESS) else { break }
          if gsl_multimin_test_size(gsl_multimin_fminimizer_size(minimiser), tolerance) == Int32(GSL_SUCCESS) { break }
        }
        let best = gsl_multimin_fminimizer_x(minimiser)
        return .success(
          ((0..<count).map { gsl_vector_get(best, $0) }, gsl_multimin_fminimizer_minimum(minimiser)))
      }
    }
    return try result.get()
  }
}

import CGSL

/// Finds a minimum with derivatives, by the BFGS method in GSL.
///
/// Source: Fletcher (1987), Practical methods of optimization, 2nd ed., algorithms 2.6.2 and 2.6.4.
package enum QuasiNewton {
  /// A value and its gradient.
  package typealias Slope = (value: Double, gradient: [Double])

  /// - Parameters:
  ///   - start: Where to begin; one entry for each unknown, of which there is at least one.
  ///   - step: The length of the first step.
  ///   - tolerance: The search ends where the gradient is shorter than this.
  ///   - iterations: After how many the search ends in any case.
  ///   - function: Its value must be finite at the start. It may be infinite elsewhere.
  /// - Returns: The lowest point found, and whether the gradient is as short as asked.
  /// - Throws: `GSLError` if GSL cannot allocate or take the start.
  package static func minimum(
    start: [Double], step: Double, tolerance: Double, iterations: Int = 200, _ function: ([Double]) -> Slope
  ) throws(GSLError) -> (point: [Double], value: Double, hasConverged: Bool) {
    _ = GSL.ready
    let count = start.count
    typealias Found = (point: [Double], value: Double, hasConverged: Bool)
    let result = withoutActuallyEscaping(function) { function -> Result<Found, GSLError> in
      let memory = Memory(function)
      return withExtendedLifetime(memory) {
        var target = gsl_multimin_function_fdf(
          f: { Memory.of($1).slope(at: $0).value },
          df: { Memory.set($2, Memory.of($1).slope(at: $0).gradient) },
          fdf: { vector, context, value, gradient in
            let slope = Memory.of(context).slope(at: vector)
            value?.pointee = slope.value
            Memory.set(gradient, slope.gradient)
          }, n: count, params: Unmanaged.passUnretained(memory).toOpaque())
        guard let x = gsl_vector_alloc(count),
          let minimiser = gsl_multimin_fdfminimizer_alloc(peach_gsl_bfgs(), count)
        else { return .failure(GSLError(code: Int32(GSL_ENOMEM), routine: "gsl_multimin_fdfminimizer_alloc")) }
        defer {
          gsl_multimin_fdfminimizer_free(minimiser)
          gsl_vector_free(x)
        }
        for index in 0..<count { gsl_vector_set(x, index, start[index]) }
        // The tolerance of a line search: 0.1 is what GSL's manual advises.
        let code = gsl_multimin_fdfminimizer_set(minimiser, &target, x, step, 0.1)
        guard code == Int32(GSL_SUCCESS) else {
          return .failure(GSLError(code: code, routine: "gsl_multimin_fdfminimizer_set"))
        }
        func isFlat() -> Bool {
          gsl_multimin_test_gradient(gsl_multimin_fdfminimizer_gradient(minimiser), tolerance) == Int32(GSL_SUCCESS)
        }
        for _ in 0..<iterations where !isFlat() {
          guard gsl_multimin_fdfminimizer_iterate(minimiser) == Int32(GSL_SUCCESS) else { break }
        }
        let best = gsl_multimin_fdfminimizer_x(minimiser)
        return .success(
          ((0..<count).map { gsl_vector_get(best, $0) }, gsl_multimin_fdfminimizer_minimum(minimiser), isFlat()))
      }
    }
    return try result.get()
  }

  /// Keeps the last slope: GSL asks for value and gradient of one point separately.
  private final class Memory {
    private let function: ([Double]) -> Slope
    private var last: (point: [Double], slope: Slope)?

    init(_ function: @escaping ([Double]) -> Slope) { self.function = function }

    func slope(at vector: UnsafePointer<gsl_vector>?) -> Slope {
      guard let vector else { return (.nan, []) }
      let point = (0..<vector.pointee.size).map { gsl_vector_get(vector, $0) }
      if let last, last.point == point { return last.slope }
      let slope = function(point)
      last = (point, slope)
      return slope
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> Memory {
      guard let context else { preconditionFailure("GSL lost its context") }
      return Unmanaged<Memory>.fromOpaque(context).takeUnretainedValue()
    }

    static func set(_ vector: UnsafeMutablePointer<gsl_vector>?, _ values: [Double]) {
      for (index, value) in values.enumerated() { gsl_vector_set(vector, index, value) }
    }
  }
}

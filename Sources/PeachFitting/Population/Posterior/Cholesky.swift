import PeachSupport

/// The lower factor L of a small symmetric positive definite matrix A = L Lᵀ, in memory of the caller's, row by row.
///
/// `CholeskyFactor` of PeachMath owns a matrix of GSL. A posterior's density has one small matrix for each listener and
/// transition, in memory on the stack.
enum Cholesky {
  /// Factors a lower triangle in place. The upper triangle is left as it is.
  ///
  /// - Returns: ½ ln det A; `nil` if the matrix is not positive definite.
  @inline(__always)
  static func factor(_ rows: UnsafeMutablePointer<Double>, _ size: Int) -> Double? {
    var logDeterminant = 0.0
    for i in 0..<size {
      for j in 0...i {
        var sum = rows[i * size + j]
        for k in 0..<j { sum -= rows[i * size + k] * rows[j * size + k] }
        if i == j {
          guard sum > 0, sum.isFinite else { return nil }
          rows[i * size + i] = sum.squareRoot()
          logDeterminant += log(sum) / 2
        } else {
          rows[i * size + j] = sum / rows[j * size + j]
        }
      }
    }
    return logDeterminant
  }

  /// The factor as an array, with zeros above the diagonal.
  ///
  /// - Returns: `nil` if the matrix is not positive definite.
  static func lower(_ rows: [Double], _ size: Int) -> [Double]? {
    var factor = rows
    for i in 0..<size {
      for j in i + 1..<size { factor[i * size + j] = 0 }
    }
    let isDefinite = factor.withUnsafeMutableBufferPointer { memory in
      memory.baseAddress.map { Cholesky.factor($0, size) != nil } ?? true
    }
    return isDefinite ? factor : nil
  }

  /// L x = b in place.
  @inline(__always)
  static func solveLower(_ factor: UnsafeMutablePointer<Double>, _ size: Int, _ x: UnsafeMutablePointer<Double>) {
    for i in 0..<size {
      var sum = x[i]
      for k in 0..<i { sum -= factor[i * size + k] * x[k] }
      x[i] = sum / factor[i * size + i]
    }
  }

  /// Lᵀ x = b in place.
  @inline(__always)
  static func solveUpper(
    _ factor: UnsafeMutablePointer<Double>, _ size: Int, _ x: UnsafeMutablePointer<Double>, stride: Int = 1
  ) {
    for i in (0..<size).reversed() {
      var sum = x[i * stride]
      for k in i + 1..<size { sum -= factor[k * size + i] * x[k * stride] }
      x[i * stride] = sum / factor[i * size + i]
    }
  }
}

import CGSL
import PeachSupport

/// The lower factor L of symmetric positive definite matrices A = L Lᵀ, by GSL. It owns its memory so that a loop
/// allocates nothing.
package struct CholeskyFactor: ~Copyable {
  private let matrix: UnsafeMutablePointer<gsl_matrix>
  private let vector: UnsafeMutablePointer<gsl_vector>
  private let size: Int

  /// - Parameter size: The number of rows; at least 1.
  package init(size: Int) {
    _ = GSL.ready
    self.size = size
    matrix = gsl_matrix_calloc(size, size)
    vector = gsl_vector_calloc(size)
  }

  deinit {
    gsl_matrix_free(matrix)
    gsl_vector_free(vector)
  }

  /// Factors a matrix, given row by row; `false` if it is not positive definite.
  package func factor(_ rows: [Double]) -> Bool {
    for row in 0..<size {
      for column in 0...row {
        let value = rows[row * size + column]
        guard value.isFinite else { return false }
        gsl_matrix_set(matrix, row, column, value)
      }
    }
    return gsl_linalg_cholesky_decomp1(matrix) == Int32(GSL_SUCCESS)
  }

  /// ½ ln det A.
  package var halfLogDeterminant: Double {
    (0..<size).reduce(0) { $0 + log(gsl_matrix_get(matrix, $1, $1)) }
  }

  /// A⁻¹ b.
  package func solve(_ right: [Double]) -> [Double] {
    fill(right)
    gsl_linalg_cholesky_svx(matrix, vector)
    return (0..<size).map { gsl_vector_get(vector, $0) }
  }

  /// L⁻ᵀ b: with b of independent standard normals its covariance is A⁻¹.
  package func solveTransposed(_ right: [Double]) -> [Double] {
    fill(right)
    gsl_blas_dtrsv(CblasLower, CblasTrans, CblasNonUnit, matrix, vector)
    return (0..<size).map { gsl_vector_get(vector, $0) }
  }

  /// L⁻¹ b.
  package func solveLower(_ right: [Double]) -> [Double] {
    fill(right)
    gsl_blas_dtrsv(CblasLower, CblasNoTrans, CblasNonUnit, matrix, vector)
    return (0..<size).map { gsl_vector_get(vector, $0) }
  }

  /// A⁻¹, row by row.
  package var inverse: [Double] {
    (0..<size).flatMap { row in solve((0..<size).map { $0 == row ? 1 : 0 }) }
  }

  private func fill(_ values: [Double]) {
    for index in 0..<size { gsl_vector_set(vector, index, values[index]) }
  }
}

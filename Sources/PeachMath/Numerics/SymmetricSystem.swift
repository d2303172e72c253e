import CGSL

/// A symmetric positive definite system, solved by GSL's Cholesky decomposition. Owns its memory so that a loop
/// allocates nothing.
package struct SymmetricSystem: ~Copyable {
  private let matrix: UnsafeMutablePointer<gsl_matrix>
  private let vector: UnsafeMutablePointer<gsl_vector>

  /// - Parameter capacity: The most unknowns it will be asked for.
  package init(capacity: Int = 4) {
    _ = GSL.ready
    matrix = gsl_matrix_calloc(capacity, capacity)
    vector = gsl_vector_calloc(capacity)
  }

  deinit {
    gsl_matrix_free(matrix)
    gsl_vector_free(vector)
  }

  /// Solves A x = b for the rows and columns listed in `unknowns`; the other components of x are 0.
  ///
  /// - Returns: `nil` if the chosen part of A is not positive definite.
  package func solve(_ rows: SymmetricRows, _ right: SIMD4<Double>, unknowns: ParameterSet) -> SIMD4<Double>? {
    var indices = [4 of Int](repeating: 0)
    var count = 0
    for index in 0..<4 where unknowns.contains(index) {
      indices[count] = index
      count += 1
    }
    var view = gsl_matrix_submatrix(matrix, 0, 0, count, count)
    var part = gsl_vector_subvector(vector, 0, count)
    for i in 0..<count {
      for j in 0..<count { gsl_matrix_set(&view.matrix, i, j, rows[indices[i]][indices[j]]) }
      gsl_vector_set(&part.vector, i, right[indices[i]])
    }
    guard Self.solve(&view.matrix, &part.vector) else { return nil }
    var solution = SIMD4<Double>.zero
    for i in 0..<count { solution[indices[i]] = gsl_vector_get(&part.vector, i) }
    return solution
  }

  /// The same of any size up to the capacity; nil too where the solution is beyond numbers.
  ///
  /// - Parameter rows: A square matrix, row by row, of as many rows as `right` has entries.
  package func solve(_ rows: [Double], _ right: [Double], unknowns: [Int]) -> [Double]? {
    let count = unknowns.count
    var view = gsl_matrix_submatrix(matrix, 0, 0, count, count)
    var part = gsl_vector_subvector(vector, 0, count)
    for (i, row) in unknowns.enumerated() {
      for (j, column) in unknowns.enumerated() {
        gsl_matrix_set(&view.matrix, i, j, rows[row * right.count + column])
      }
      gsl_vector_set(&part.vector, i, right[row])
    }
    guard Self.solve(&view.matrix, &part.vector) else { return nil }
    var solution = [Double](repeating: 0, count: right.count)
    for (i, row) in unknowns.enumerated() { solution[row] = gsl_vector_get(&part.vector, i) }
    return solution.allSatisfy(\.isFinite) ? solution : nil
  }

  /// Puts the solution instead of the right side; false if the matrix is not positive definite.
  private static func solve(
    _ matrix: UnsafeMutablePointer<gsl_matrix>, _ vector: UnsafeMutablePointer<gsl_vector>
  ) -> Bool {
    gsl_linalg_cholesky_decomp1(matrix) == Int32(GSL_SUCCESS)
      && gsl_linalg_cholesky_svx(matrix, vector) == Int32(GSL_SUCCESS)
  }
}

/// The rows of a symmetric 4 × 4 matrix.
@frozen @usableFromInline
package struct SymmetricRows {
  @usableFromInline var rows = [4 of SIMD4<Double>](repeating: .zero)

  @inlinable
  package init() {}

  @inlinable
  package subscript(row: Int) -> SIMD4<Double> {
    get { rows[row] }
    set { rows[row] = newValue }
  }
}

import CGSL

/// A symmetric positive definite system of up to four unknowns, solved by GSL's Cholesky decomposition. Owns its memory
/// so that a fit in a loop allocates nothing.
struct SymmetricSystem: ~Copyable {
  private let matrix: UnsafeMutablePointer<gsl_matrix>
  private let vector: UnsafeMutablePointer<gsl_vector>
  static let capacity = 4

  init() {
    _ = GSL.ready
    matrix = gsl_matrix_calloc(SymmetricSystem.capacity, SymmetricSystem.capacity)
    vector = gsl_vector_calloc(SymmetricSystem.capacity)
  }

  deinit {
    gsl_matrix_free(matrix)
    gsl_vector_free(vector)
  }

  /// Solves A x = b for the rows and columns listed in `unknowns`; the other components of x are 0.
  ///
  /// - Returns: nil where the chosen part of A is not positive definite.
  func solve(_ rows: SymmetricRows, _ right: SIMD4<Double>, unknowns: UnknownSet) -> SIMD4<Double>? {
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
    guard gsl_linalg_cholesky_decomp1(&view.matrix) == Int32(GSL_SUCCESS),
      gsl_linalg_cholesky_svx(&view.matrix, &part.vector) == Int32(GSL_SUCCESS)
    else { return nil }
    var solution = SIMD4<Double>.zero
    for i in 0..<count { solution[indices[i]] = gsl_vector_get(&part.vector, i) }
    return solution
  }
}

/// The rows of a symmetric 4 × 4 matrix.
struct SymmetricRows {
  private var rows = [4 of SIMD4<Double>](repeating: .zero)

  subscript(row: Int) -> SIMD4<Double> {
    get { rows[row] }
    set { rows[row] = newValue }
  }
}

/// Which of the four parameters take part.
struct UnknownSet {
  private var bits: UInt8

  init(_ indices: Int...) { bits = indices.reduce(0) { $0 | 1 << UInt8($1) } }

  func contains(_ index: Int) -> Bool { bits >> UInt8(index) & 1 == 1 }

  mutating func remove(_ index: Int) { bits &= ~(1 << UInt8(index)) }

  mutating func insert(_ index: Int) { bits |= 1 << UInt8(index) }

  var isEmpty: Bool { bits == 0 }

  var count: Int { bits.nonzeroBitCount }
}

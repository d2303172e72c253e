/// The rows of a symmetric 4 × 4 matrix.
@frozen
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

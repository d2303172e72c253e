/// The rows of a symmetric 4 × 4 matrix.
@frozen
public struct SymmetricRows {
  @usableFromInline var rows = [4 of SIMD4<Double>](repeating: .zero)

  @inlinable
  public init() {}

  @inlinable
  public subscript(row: Int) -> SIMD4<Double> {
    get { rows[row] }
    set { rows[row] = newValue }
  }
}

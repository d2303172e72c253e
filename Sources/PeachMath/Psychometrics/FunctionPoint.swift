/// F and its derivatives at one u, all that a step of a maximiser asks of a function.
@frozen @usableFromInline
package struct FunctionPoint: Sendable {
  /// F(u).
  @usableFromInline package var value: Double
  /// 1 − F(u), accurate in the upper tail.
  @usableFromInline package var complement: Double
  /// F′(u).
  @usableFromInline package var density: Double
  /// F″(u).
  @usableFromInline package var densitySlope: Double

  @inlinable @inline(__always)
  package init(value: Double, complement: Double, density: Double, densitySlope: Double) {
    self.value = value
    self.complement = complement
    self.density = density
    self.densitySlope = densitySlope
  }
}

/// F and its derivatives at one u, all that a step of a maximiser asks of a function.
@frozen
public struct FunctionPoint: Sendable {
  /// F(u).
  public var value: Double
  /// 1 − F(u), accurate in the upper tail.
  public var complement: Double
  /// F′(u).
  public var density: Double
  /// F″(u).
  public var densitySlope: Double

  @inlinable @inline(__always)
  public init(value: Double, complement: Double, density: Double, densitySlope: Double) {
    self.value = value
    self.complement = complement
    self.density = density
    self.densitySlope = densitySlope
  }
}

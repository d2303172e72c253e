/// d′ as a function of the proportions of hits and false alarms, at one point.
public struct RateEstimate: Hashable, Sendable {
  public var dPrime: Double
  /// ∂d′/∂H, infinite at chance where d′ rises as a root.
  public var hitSlope: Double
  /// ∂d′/∂F.
  public var falseAlarmSlope: Double
  /// ln β.
  public var bias: Double

  public init(dPrime: Double, hitSlope: Double, falseAlarmSlope: Double, bias: Double) {
    self.dPrime = dPrime
    self.hitSlope = hitSlope
    self.falseAlarmSlope = falseAlarmSlope
    self.bias = bias
  }
}

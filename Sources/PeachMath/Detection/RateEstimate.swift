/// d′ as a function of the proportions of hits and false alarms, at one point.
package struct RateEstimate: Hashable, Sendable {
  package var dPrime: Double
  /// ∂d′/∂H, infinite at chance where d′ rises as a root.
  package var hitSlope: Double
  /// ∂d′/∂F.
  package var falseAlarmSlope: Double
  /// ln β.
  package var bias: Double

  package init(dPrime: Double, hitSlope: Double, falseAlarmSlope: Double, bias: Double) {
    self.dPrime = dPrime
    self.hitSlope = hitSlope
    self.falseAlarmSlope = falseAlarmSlope
    self.bias = bias
  }
}

import Psychometrics

/// z(p) = Φ⁻¹(p) of a proportion whose complement 1 − p is known too, from the smaller of the two.
func normalScore(_ proportion: Double, _ complement: Double) -> Double {
  // From 0, so that one half is not −0.
  proportion < complement ? NormalDistribution.quantile(proportion) : 0 - NormalDistribution.quantile(complement)
}

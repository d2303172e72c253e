/// z(p) = Φ⁻¹(p) of a proportion whose complement 1 − p is known too, from the smaller of the two.
func normalScore(_ proportion: Double, _ complement: Double) -> Double {
  // From 0, so that one half is not −0.
  proportion < complement ? NormalDistribution.quantile(proportion) : 0 - NormalDistribution.quantile(complement)
}

/// Whether one of a proportion and its complement is 0, or too small for a double to have all digits of; or not a number.
func isExtreme(_ proportion: Double, _ complement: Double) -> Bool {
  !(min(proportion, complement) >= .leastNormalMagnitude)
}

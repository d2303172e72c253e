import PeachMath
import Testing

@Suite struct BetaDistributionTests {
  /// Expected values: `scipy.special.betaincinv`, SciPy 1.17.1. GSL's own quantile gives NaN for three of them.
  @Test(
    arguments: [
      (2, 6, 0.5, 0.2284899635065957), (2, 60, 0.9, 0.062274426376204284), (0.4, 20, 0.5, 0.00733659486525744),
      (0.4, 20, 0x1p-54, 8.641261287735678e-43), (908.711, 0.102889, 0.5, 0.999999204491629),
      (17925.9, 36.6366, 0.351209, 0.9978481975241552), (0.00236959, 12.3149, 0.834817, 3.872488890862616e-35),
      (0.001, 1e6, 0.999, 2.647703674407731e-07), (1e6, 1e6, 0.01, 0.49917751227502466), (1e6, 0.001, 1 - 0x1p-53, 1),
    ] as [(Double, Double, Double, Double)])
  func `quantiles equal those of SciPy`(a: Double, b: Double, share: Double, expected: Double) {
    let value = BetaDistribution.quantile(share, a: a, b: b)
    #expect(abs(value / expected - 1) < 1e-9, "\(value)")
  }
}

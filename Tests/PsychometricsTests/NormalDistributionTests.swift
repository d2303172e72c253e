import PeachMath
import Testing

@Suite struct NormalDistributionTests {
  let golden: Golden.Normal

  init() throws { golden = try Golden.read("normal") }

  @Test func `the cumulative normal agrees with 50 digits, to 1e-13 above −20 and 3e-13 to −37`() {
    for (z, exact) in zip(golden.z, golden.cumulative) {
      #expect(agrees(NormalDistribution.cumulative(z), exact, relative: z < -20 ? 3e-13 : 1e-13), "z = \(z)")
    }
  }

  @Test func `the normal density agrees with 50 digits`() {
    for (z, exact) in zip(golden.z, golden.density) {
      #expect(agrees(NormalDistribution.density(z), exact), "z = \(z)")
    }
  }

  @Test func `the normal quantile agrees with 50 digits to 1e-15, tails and seams included`() {
    for (p, exact) in zip(golden.p, golden.quantile) {
      #expect(agrees(NormalDistribution.quantile(p), exact, relative: 1e-15), "p = \(p)")
    }
  }

  @Test func `the quantile is infinite at 0 and 1, zero at a half, and not a number outside`() {
    #expect(NormalDistribution.quantile(0) == -.infinity)
    #expect(NormalDistribution.quantile(1) == .infinity)
    #expect(NormalDistribution.quantile(0.5) == 0)
    #expect(NormalDistribution.quantile((-0.0).nextDown).isNaN)
    #expect(NormalDistribution.quantile(1.0.nextUp).isNaN)
    #expect(NormalDistribution.quantile(.nan).isNaN)
  }

  @Test func `the distribution is 0 and 1 at the infinities`() {
    #expect(NormalDistribution.cumulative(-.infinity) == 0)
    #expect(NormalDistribution.cumulative(.infinity) == 1)
    #expect(NormalDistribution.density(-.infinity) == 0)
  }
}

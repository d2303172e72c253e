import PeachMath
import Testing

@Suite struct HolmCorrectionTests {
  /// By R 4.2: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
  @Test func `probabilities equal R's p.adjust, and a missing test stays missing`() {
    let found = HolmCorrection.corrected([0.01, 0.04, nil, 0.03, 0.005])
    #expect(found[2] == nil)
    for (value, expected) in zip(found.compactMap(\.self), [0.03, 0.06, 0.06, 0.02]) {
      #expect(abs(value - expected) < 1e-15)
    }
  }

  @Test func `corrected probabilities keep their order and never exceed 1`() {
    #expect(HolmCorrection.corrected([0.9, 0.5, 0.5]) == [1, 1, 1])
    #expect(HolmCorrection.corrected([0.2]) == [0.2])
    #expect(HolmCorrection.corrected([]).isEmpty)
  }
}

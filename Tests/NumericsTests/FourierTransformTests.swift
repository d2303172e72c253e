import PeachMath
import Testing

/// Fourier transforms of real values.
@Suite struct FourierTransformTests {
  /// Whole numbers over 1024, which need no rounding.
  private func values(_ count: Int) -> [Double] {
    var state: UInt64 = 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / 1024 - 8192
    }
  }

  /// FNV-1a over the bit patterns that GSL 2.7.1 returns in Debian 12: `gsl_fft_halfcomplex_radix2_inverse`.
  @Test(
    arguments: [
      (2, 0x6cc4_e781_b4eb_6fed), (4, 0xc550_af01_9dce_13f5), (8, 0x8171_1466_ddfd_2fdc), (64, 0x4c3e_1811_f4d8_f60a),
      (4096, 0xa0e7_efae_f01d_e7e9), (65_536, 0xffac_d6a9_2e9d_18a8),
    ] as [(Int, UInt64)])
  func `the inverse has the bits of GSL's radix-2 routine`(count: Int, expected: UInt64) {
    var spectrum = values(count)
    FourierTransform.inverse(&spectrum)
    #expect(spectrum.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ $1.bitPattern) &* 0x100_0000_01b3 } == expected)
  }

  /// The longest one is GSL's own.
  @Test(arguments: [2, 16, 2048, 8192, 1 << 19]) func `the inverse of a transform is the original`(count: Int) {
    let original = values(count)
    var both = original
    FourierTransform.forward(&both)
    FourierTransform.inverse(&both)
    #expect(zip(both, original).allSatisfy { abs($0 - $1) < 1e-9 })
  }
}

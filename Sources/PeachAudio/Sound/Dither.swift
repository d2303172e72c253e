import PeachTrials

/// The dither of samples of 16 bits: triangular noise of ±1 step, the difference of two uniform draws, which makes the mean and
/// the variance of the rounding error independent of the sound.
///
/// Every sound begins with the same stream, the one named dither, so that equal samples make equal bytes and a stored trial
/// can be rendered again bit for bit. Formats of more bits need no dither here.
///
/// Source: Lipshitz, Wannamaker & Vanderkooy (1992), "Quantization and dither: a theoretical survey", J. Audio Eng. Soc.
/// 40:355–375.
struct Dither: Sendable {
  private static let stream = StreamFamily(seed: 0, path: ["dither"]).stream(replicate: 1)

  private var random = Dither.stream

  /// In steps, −1…1. Two draws.
  @inline(__always)
  mutating func next() -> Double { random.unit() - random.unit() }
}

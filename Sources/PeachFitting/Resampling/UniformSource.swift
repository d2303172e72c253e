import PeachMath

/// A source of uniform random numbers, so that resampling is as reproducible as the stream it is given.
package protocol UniformSource {
  /// The next number, in 0..<1.
  mutating func uniform() -> Double
}

extension UniformSource {
  /// A standard normal number, by the quantile of one uniform number.
  mutating func normal() -> Double { NormalDistribution.quantile(max(uniform(), 0x1p-60)) }
}

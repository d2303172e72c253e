/// A source of uniform random numbers, so that resampling is as reproducible as the stream it is given.
package protocol UniformSource {
  /// The next number, in 0..<1.
  mutating func uniform() -> Double
}

/// A source of uniform random numbers, so that resampling is as reproducible as the stream it is given.
public protocol UniformSource {
  /// The next number, in 0..<1.
  mutating func uniform() -> Double
}

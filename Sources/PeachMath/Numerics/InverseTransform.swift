import PeachSupport
import Synchronization

/// The inverse Fourier transform of one length, bit for bit that of GSL's radix-2 routine, in an order that suits the cache.
///
/// A pass splits a spectrum into those of the even and the odd samples. Large blocks are split one after the other down to their
/// samples, so that the work stays in the cache. The factors of a pass are stored, and come from the same recurrence as GSL's.
///
/// Source: Sorensen et al. (1987), IEEE Trans. Acoust. Speech Signal Process. 35:849–863 (split of real transforms).
final class InverseTransform: Sendable {
  /// The factors of the pass over blocks of one size: cosines and sines of 2πa ∕ size.
  private struct Factors: Sendable {
    var cosines: [Double]
    var sines: [Double]

    init(size: Int) {
      let angle = 2 * Double.pi / Double(size)
      let (s, t) = (sin(angle), sin(angle / 2))
      let s2 = 2 * t * t
      var (cosine, sine) = (1.0, 0.0)
      (cosines, sines) = ([1], [0])
      for _ in 1..<max(1, size / 4) {
        (cosine, sine) = (cosine - s * sine - s2 * cosine, sine + s * cosine - s2 * sine)
        cosines.append(cosine)
        sines.append(sine)
      }
    }
  }

  /// Blocks of this many values and their factors fit into the fastest cache.
  private static let cached = 2048
  /// Longer transforms are rare, and their factors would stay in memory.
  private static let longest = 1 << 18

  private static let known = Mutex<[Int: InverseTransform]>([:])

  private let length: Int
  /// From the largest block to that of 2 values.
  private let factors: [Factors]
  /// The place of each value with the bits of its index in reverse order.
  private let reversed: [Int32]

  /// `nil` if the length is not worth it.
  ///
  /// - Parameter length: 2ᵏ.
  static func of(length: Int) -> InverseTransform? {
    guard length > 1, length <= longest else { return nil }
    return known.withLock { known in
      if let found = known[length] { return found }
      let made = InverseTransform(length: length)
      known[length] = made
      return made
    }
  }

  private init(length: Int) {
    self.length = length
    let bits = length.trailingZeroBitCount
    factors = (0..<bits).map { Factors(size: length >> $0) }
    reversed = (0..<length).map { index in
      (0..<bits).reduce(Int32(0)) { $0 << 1 | Int32(index >> $1 & 1) }
    }
  }

  /// - Precondition: `values` has the length.
  func apply(to values: inout [Double]) {
    values.withUnsafeMutableBufferPointer { buffer in
      guard let values = buffer.baseAddress else { return }
      split(values, size: length, pass: 0)
      for (place, other) in reversed.enumerated() where place < Int(other) {
        (values[place], values[Int(other)]) = (values[Int(other)], values[place])
      }
      let scale = 1 / Double(length)
      for place in 0..<length { values[place] *= scale }
    }
  }

  private func split(_ block: UnsafeMutablePointer<Double>, size: Int, pass: Int) {
    guard size <= Self.cached else {
      splitOnce(block, size: size, factors[pass])
      split(block, size: size / 2, pass: pass + 1)
      split(block + size / 2, size: size / 2, pass: pass + 1)
      return
    }
    for pass in pass..<factors.count {
      let part = length >> pass
      for start in stride(from: 0, to: size, by: part) { splitOnce(block + start, size: part, factors[pass]) }
    }
  }

  /// The sums and the turned differences of the frequencies k and size ∕ 2 − k.
  private func splitOnce(_ block: UnsafeMutablePointer<Double>, size: Int, _ factors: Factors) {
    let half = size / 2
    (block[0], block[half]) = (block[0] + block[half], block[0] - block[half])
    guard half > 1 else { return }
    let (low, high) = (block, block + half)
    factors.cosines.withUnsafeBufferPointer { cosines in
      factors.sines.withUnsafeBufferPointer { sines in
        for k in 1..<max(1, half / 2) {
          let (real, imaginary) = (low[k], high[half - k])
          let (otherReal, otherImaginary) = (low[half - k], -high[k])
          let (turnedReal, turnedImaginary) = (real - otherReal, imaginary - otherImaginary)
          low[k] = real + otherReal
          low[half - k] = imaginary + otherImaginary
          high[k] = cosines[k] * turnedReal - sines[k] * turnedImaginary
          high[half - k] = cosines[k] * turnedImaginary + sines[k] * turnedReal
        }
      }
    }
    low[half / 2] *= 2
    high[half / 2] *= -2
  }
}

public import PeachSupport

/// The logarithm of a product of many positive factors, with few logarithms taken: factors are multiplied while the
/// product stays far from the ends of the range of doubles.
///
/// - Accuracy: Each factor adds a relative error of at most 2⁻⁵³ to the product, hence that absolute error to the result.
@frozen @usableFromInline
package struct LogProduct: Sendable {
  @usableFromInline var sum = 0.0
  @usableFromInline var product = 1.0

  @inlinable
  package init() {}

  /// - Precondition: `factor` is above 0 and finite.
  @inlinable @inline(__always)
  package mutating func multiply(by factor: Double) {
    // Inside this range one more factor can neither overflow nor underflow.
    if factor < 1e-100 || factor > 1e100 {
      sum += Glibc.log(factor)
      return
    }
    product *= factor
    if product < 1e-200 || product > 1e200 {
      sum += Glibc.log(product)
      product = 1
    }
  }

  /// The factor to the power of a count.
  @inlinable @inline(__always)
  package mutating func multiply(by factor: Double, times count: Double) {
    if count == 1 {
      multiply(by: factor)
    } else if count == 2 {
      multiply(by: factor)
      multiply(by: factor)
    } else if count != 0 {
      sum += count * Glibc.log(factor)
    }
  }

  @inlinable
  package var log: Double { sum + Glibc.log(product) }
}

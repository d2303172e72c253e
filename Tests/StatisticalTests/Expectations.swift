import Foundation
import Glibc
import PeachMath
import Testing

/// Statistical expectations. Each states how often a sound program with another seed would fail it; over the whole suite
/// that adds up to less than one in a thousand.
enum Expectations {
  /// z of a two-sided false-alarm rate of 1e-6.
  static let z = 4.892

  /// A mean agrees with a published one that has an error of its own.
  ///
  /// - Parameters:
  ///   - standardError: Of our mean.
  ///   - stated: Published value's own error: rounding, and its Monte Carlo standard error times z where that is known.
  static func mean(
    _ found: Double, standardError: Double, is published: Double, stated: Double, _ comment: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let tolerance = stated + z * standardError
    #expect(
      abs(found - published) <= tolerance, "\(comment): \(found), published \(published) ± \(tolerance)",
      sourceLocation: sourceLocation)
  }

  /// `hits` of `count` agree with a probability, by the normal bound of the binomial at a false-alarm rate of 1e-6;
  /// for counts of 10 000 and more.
  static func proportion(
    _ hits: Int, of count: Int, is probability: Double, _ comment: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = (probability * (1 - probability) / Double(count)).squareRoot()
    mean(
      Double(hits) / Double(count), standardError: error, is: probability, stated: 0, comment,
      sourceLocation: sourceLocation)
  }

  /// The seeds of a statistical test: one by default, five with PEACH_TEST_LONG.
  static var seeds: [UInt64] {
    ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] == nil ? [20_260_211] : [20_260_211, 3, 5701, 88, 421_337]
  }
}

/// Mean and standard deviation of a sample.
struct Sample {
  var values: [Double]

  var mean: Double { values.reduce(0, +) / Double(values.count) }

  var deviation: Double {
    let center = mean
    return (values.reduce(0) { $0 + ($1 - center) * ($1 - center) } / Double(values.count - 1)).squareRoot()
  }

  var standardError: Double { deviation / Double(values.count).squareRoot() }

  /// Of the standard deviation, by the fourth moment.
  var deviationError: Double {
    let center = mean
    let fourth = values.reduce(0) { $0 + pow($1 - center, 4) } / Double(values.count)
    let variance = deviation * deviation
    return ((fourth - variance * variance) / (4 * variance * Double(values.count))).squareRoot()
  }
}

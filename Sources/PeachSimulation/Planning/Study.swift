import PeachMath
import PeachSupport

/// A study to be planned: who its listeners are and what is compared.
package struct Study: Hashable, Sendable {
  package enum Design: String, CaseIterable, Sendable {
    /// Every listener does both conditions; a paired t test.
    case within
    /// Two groups, each does one; Welch's t test.
    case between
  }

  package var design: Design
  /// How much higher the second threshold is than the first, as a share: 0.2 is a ratio of 1.2, on linear axes a fifth of
  /// the truth. 0 means no effect.
  package var effect: Double
  /// The standard deviation of the effect over listeners: on a log axis that of the ratio of both thresholds, divided by its
  /// mean; on a linear axis a share of the truth.
  package var effectSpread: Double
  /// The standard deviation of thresholds over listeners, divided by their mean: their coefficient of variation.
  package var between: Double
  /// The power that is wanted.
  package var power: Double
  /// How many listeners there are, in each group of a design between listeners; `nil` if they are looked for.
  package var listeners: Int?

  /// Significance level of the two-sided test.
  package static let alpha = 0.05

  package init(
    design: Design = .within, effect: Double, effectSpread: Double = 0, between: Double = 0.3, power: Double = 0.9,
    listeners: Int? = nil
  ) {
    self.design = design
    self.effect = effect
    self.effectSpread = effectSpread
    self.between = between
    self.power = power
    self.listeners = listeners
  }

  /// The standard deviation of the logarithm of a log-normal variable, from its coefficient of variation.
  ///
  /// Source: Johnson, Kotz & Balakrishnan (1994), Continuous univariate distributions, vol. 1, 2nd ed., ch. 14.
  package static func logDeviation(ofVariation variation: Double) -> Double {
    log1p(variation * variation).squareRoot()
  }

  /// How many people do its trials.
  package func people(_ listeners: Int) -> Int { design == .within ? listeners : 2 * listeners }
}

/// The t tests of a study.
///
/// Source: Student (1908), Biometrika 6:1–25; Welch (1947), Biometrika 34:28–35, doi:10.1093/biomet/34.1-2.28.
enum StudyTest {
  /// The least |t| that is significant, by degrees of freedom from 1; NaN at 0.
  private static let critical: [Double] = (0...400).map { degrees in
    degrees == 0 ? .nan : quantile(Double(degrees))
  }

  private static func quantile(_ degrees: Double) -> Double {
    StudentT.quantile(1 - Study.alpha / 2, degreesOfFreedom: degrees)
  }

  private static func critical(_ degrees: Int) -> Double {
    degrees < critical.count ? critical[degrees] : quantile(Double(degrees))
  }

  /// The mean of differences, and half of its interval; `nil` below two.
  static func estimate(_ differences: Moments) -> (value: Double, half: Double)? {
    guard differences.count > 1 else { return nil }
    let error = (differences.variance / Double(differences.count)).squareRoot()
    return (differences.mean, critical(differences.count - 1) * error)
  }

  /// How far the second group's mean is above the first's, and half of Welch's interval; `nil` if one has fewer than two.
  static func estimate(_ a: Moments, _ b: Moments) -> (value: Double, half: Double)? {
    guard a.count > 1, b.count > 1 else { return nil }
    let (first, second) = (a.variance / Double(a.count), b.variance / Double(b.count))
    let sum = first + second
    guard sum > 0 else { return nil }
    let degrees = sum * sum / (first * first / Double(a.count - 1) + second * second / Double(b.count - 1))
    return (b.mean - a.mean, quantile(degrees) * sum.squareRoot())
  }

  /// Whether differences are not 0 in the mean; false below two.
  static func isSignificant(count: Int, mean: Double, variance: Double) -> Bool {
    count > 1 && abs(mean) > critical(count - 1) * (variance / Double(count)).squareRoot()
  }

  /// Whether two groups differ in the mean; false if one has fewer than two.
  static func isSignificant(_ a: Moments, _ b: Moments) -> Bool {
    guard a.count > 1, b.count > 1 else { return false }
    let (first, second) = (a.variance / Double(a.count), b.variance / Double(b.count))
    let t = abs(a.mean - b.mean) / (first + second).squareRoot()
    // Welch's degrees of freedom lie between these two: only seldom do they decide.
    if t > critical(min(a.count, b.count) - 1) { return true }
    if !(t > critical(a.count + b.count - 2)) { return false }
    let sum = first + second
    let degrees = sum * sum / (first * first / Double(a.count - 1) + second * second / Double(b.count - 1))
    return t > quantile(degrees)
  }
}

/// Number, mean and variance of values as they come.
///
/// Source: Welford (1962), Technometrics 4:419–420, doi:10.1080/00401706.1962.10490022.
struct Moments {
  private(set) var count = 0
  private(set) var mean = 0.0
  private var squares = 0.0

  /// A NaN is left out.
  mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    count += 1
    let distance = value - mean
    mean += distance / Double(count)
    squares += distance * (value - mean)
  }

  var variance: Double { count > 1 ? squares / Double(count - 1) : 0 }
}

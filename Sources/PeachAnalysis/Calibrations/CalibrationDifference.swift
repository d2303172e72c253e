import PeachMath
package import PeachStorage
import PeachSupport
package import PeachTrials

/// How the threshold of one calibration compares with that of another.
package struct CalibrationDifference: Hashable, Sendable {
  /// The later threshold over the earlier one, with its 95 % interval.
  package let ratio: IntervalEstimate

  /// From the widths of both intervals, which are taken for those of normal logarithms.
  ///
  /// - Returns: `nil` if one has no threshold.
  package init?(_ later: CalibrationRecord, _ earlier: CalibrationRecord) {
    guard let a = later.threshold, let b = earlier.threshold, let ratio = CalibrationDifference.ratio(a, b) else {
      return nil
    }
    self.ratio = ratio
  }

  /// The ratio of the first to the second, with its interval; `nil` if an interval reaches 0.
  static func ratio(_ a: IntervalEstimate, _ b: IntervalEstimate) -> IntervalEstimate? {
    guard let error = a.logError, let other = b.logError else { return nil }
    let difference = log(a.value / b.value)
    let reach = NormalDistribution.end95 * (error * error + other * other).squareRoot()
    return IntervalEstimate(
      value: exp(difference), low: exp(difference - reach), high: exp(difference + reach))
  }

  /// Whether the interval leaves out that they are the same.
  package var differs: Bool { ratio.low > 1 || ratio.high < 1 }
}

extension IntervalEstimate {
  /// The standard error of the logarithm that a 95 % interval stands for; `nil` for one that reaches 0.
  var logError: Double? {
    low > 0 && high > low && high.isFinite ? log(high / low) / (2 * NormalDistribution.end95) : nil
  }
}

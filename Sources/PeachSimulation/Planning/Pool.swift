import PeachSupport

/// The estimates of many people in both conditions; NaN of one without a threshold.
package struct Pool: Sendable {
  package private(set) var first: [Double] = []
  package private(set) var second: [Double] = []

  package init() {}

  package var count: Int { first.count }

  package mutating func add(_ first: Double, _ second: Double) {
    self.first.append(first)
    self.second.append(second)
  }

  /// The share of people who are left out: of those who lack a threshold where it is needed.
  package func leftOut(_ design: Study.Design) -> Double {
    let missing =
      switch design {
      case .within: Double(zip(first, second).count { !($0 - $1).isFinite })
      case .between: Double(first.count { !$0.isFinite } + second.count { !$0.isFinite }) / 2
      }
    return missing / Double(max(1, count))
  }

  /// The standard error of the effect in a study of so many listeners, in the unit of the estimates: with normal ones
  /// the square is σ²/N of the differences, or the sum of both groups'.
  package func standardError(_ design: Study.Design, listeners: Int) -> Double? {
    let (a, b, difference) = moments
    let variance = design == .within ? difference.variance : a.variance + b.variance
    let count = design == .within ? difference.count : min(a.count, b.count)
    return count > 1 ? (variance / Double(listeners)).squareRoot() : nil
  }

  /// The variance of one listener's estimated effect, or the sum of both groups' variances; `nil` if there are too few.
  func variance(_ design: Study.Design) -> Double? {
    let (a, b, difference) = moments
    let variance = design == .within ? difference.variance : a.variance + b.variance
    return (design == .within ? difference.count : min(a.count, b.count)) > 2 && variance > 0 ? variance : nil
  }

  private var moments: (first: Moments, second: Moments, difference: Moments) {
    var moments = (first: Moments(), second: Moments(), difference: Moments())
    for (a, b) in zip(first, second) {
      moments.first.add(a)
      moments.second.add(b)
      moments.difference.add(b - a)
    }
    return moments
  }
}

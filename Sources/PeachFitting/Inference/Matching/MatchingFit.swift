import PeachMath
import PeachSupport
package import PeachTrials

/// The fit of pitch matchings: the constant error, its scatter, and how much of the offset at
/// the start is left in it. error = constant error + under-adjustment × initial offset + variable error × z.
///
/// Where no end of the control was reached this is least squares, and intervals are exact. An error at an end is one of
/// at least so far: a censored regression by maximum likelihood, with intervals from profiles of the likelihood, whose
/// cutoffs are those that would be exact without censoring.
///
/// Source: a mean signed error and a spread, separated as in Pfordresher et al. (2010), J. Acoust. Soc. Am.
/// 128:2182–2190, doi:10.1121/1.3478782; Tobin (1958), Econometrica 26:24–36, doi:10.2307/1907382.
package struct MatchingFit: Hashable, Sendable {
  /// An estimate with its 95 % interval.
  package struct Figure: Hashable, Sendable {
    package var value: Double
    package var interval: ConfidenceInterval

    package init(value: Double, interval: ConfidenceInterval) {
      self.value = value
      self.interval = interval
    }
  }

  package private(set) var status = EstimateStatus.ok
  package let trials: Int
  /// How many were left at an end of the control.
  package let censored: Int
  /// The mean error at an initial offset of 0, in cents; nil unless the status is ok, as are the others.
  package private(set) var constantError: Figure?
  /// The standard deviation about the line, in cents; n − 2 in the denominator.
  package private(set) var variableError: Figure?
  /// The slope of the error on the initial offset: the share of it that is left.
  package private(set) var underAdjustment: Figure?

  package static let confidence = 0.95

  /// - Complexity: O(n); some hundred times as much where an end of the control was reached.
  package init(_ matchings: [MatchedNote]) {
    let points = matchings.map { CensoredLine.Point(x: $0.initialOffset, y: $0.error, bound: $0.bound) }
    let exact = points.filter { $0.bound == .exact }
    trials = points.count
    censored = points.count - exact.count
    guard exact.count > 2, let line = LeastSquares(exact) else {
      status = exact.count > 2 ? .oneOffset : .tooFewTrials
      return
    }
    if censored == 0 || (line.squares == 0 && points.allSatisfy(line.allows)) {
      take(line)
    } else {
      takeProfiles(of: points)
    }
  }

  /// Exact intervals: Student's of the coefficients, χ² of the variance.
  private mutating func take(_ line: LeastSquares) {
    let freedom = line.count - 2
    let deviation = (line.squares / freedom).squareRoot()
    let reach = StudentT.quantile((1 + MatchingFit.confidence) / 2, degreesOfFreedom: freedom) * deviation
    func figure(_ value: Double, _ share: Double) -> Figure {
      let distance = reach * share.squareRoot()
      return Figure(value: value, interval: ConfidenceInterval(low: value - distance, high: value + distance))
    }
    constantError = figure(line.intercept, 1 / line.count + line.meanX * line.meanX / line.spreadX)
    underAdjustment = figure(line.slope, 1 / line.spreadX)
    let (low, high) = MatchingFit.variances(freedom)
    variableError = Figure(
      value: deviation,
      interval: ConfidenceInterval(low: (line.squares / high).squareRoot(), high: (line.squares / low).squareRoot()))
  }

  /// The χ² that a sum of squares over the variance lies between.
  private static func variances(_ freedom: Double) -> (low: Double, high: Double) {
    let tail = (1 - confidence) / 2
    return (
      ChiSquare.quantile(tail, degreesOfFreedom: freedom), ChiSquare.quantile(1 - tail, degreesOfFreedom: freedom)
    )
  }

  private mutating func takeProfiles(of points: [CensoredLine.Point]) {
    guard let profiles = CensoredProfiles(points) else {
      status = .notConverged
      return
    }
    let count = Double(points.count)
    let freedom = count - 2
    let quantile = StudentT.quantile((1 + MatchingFit.confidence) / 2, degreesOfFreedom: freedom)
    let cutoff = count * log1p(quantile * quantile / freedom)
    constantError = Figure(value: profiles.intercept, interval: profiles.interceptInterval(cutoff))
    underAdjustment = Figure(value: profiles.slope, interval: profiles.slopeInterval(cutoff))
    let (low, high) = MatchingFit.variances(freedom)
    variableError = Figure(
      value: profiles.deviation * (count / freedom).squareRoot(),
      interval: profiles.deviationInterval((count / high).squareRoot(), (count / low).squareRoot(), count))
  }
}

import PeachMath
import PeachSupport

/// The peak of a censored line's likelihood, and how far from it each parameter can go.
struct CensoredProfiles {
  private let line: CensoredLine
  private let peak: CensoredLine.Peak
  /// Divisors of x and y, which bring parameters near 1.
  private let scaleX: Double
  private let scaleY: Double
  /// Steps of a first look around: about a standard error.
  private let step: Double

  var intercept: Double { peak.intercept * scaleY }
  var slope: Double { peak.slope * scaleY / scaleX }
  /// By maximum likelihood.
  var deviation: Double { peak.deviation * scaleY }

  /// `nil` if there is no peak.
  init?(_ points: [CensoredLine.Point]) {
    // As if nothing were censored.
    guard let whole = LeastSquares(points) else { return nil }
    let rough = (whole.squares / whole.count).squareRoot()
    scaleX = (whole.spreadX / whole.count).squareRoot()
    scaleY = rough > 0 ? rough : points.reduce(0) { max($0, abs($1.y)) }
    line = CensoredLine(
      points.map { [scaleX, scaleY] in
        CensoredLine.Point(x: $0.x / scaleX, y: $0.y / scaleY, bound: $0.bound)
      })
    step = 1 / whole.count.squareRoot()
    let start = SIMD4(1, whole.intercept / scaleY, whole.slope * scaleX / scaleY, 0)
    guard let peak = line.peak(.none, from: start) else { return nil }
    self.peak = peak
  }

  /// - Parameter cutoff: Of twice the log-likelihood ratio.
  func interceptInterval(_ cutoff: Double) -> ConfidenceInterval {
    interval(peak.intercept, cutoff, scaleY) { .intercept($0) }
  }

  func slopeInterval(_ cutoff: Double) -> ConfidenceInterval {
    interval(peak.slope, cutoff, scaleY / scaleX) { .slope($0) }
  }

  /// - Parameters:
  ///   - low: Where the interval would begin and end without censoring, over the estimate of maximum likelihood: below and
  ///     above 1.
  ///   - count: Of the points.
  func deviationInterval(_ low: Double, _ high: Double, _ count: Double) -> ConfidenceInterval {
    func end(_ ratio: Double) -> Double? {
      let cutoff = count * (2 * log(ratio) + 1 / (ratio * ratio) - 1)
      return crossing(cutoff, from: 0, step: log(ratio)) { [deviation = peak.deviation] in
        .deviation(deviation * exp($0))
      }.map { peak.deviation * exp($0) * scaleY }
    }
    return ConfidenceInterval(low: end(low), high: end(high))
  }

  private func interval(
    _ estimate: Double, _ cutoff: Double, _ unit: Double, _ fixed: (Double) -> CensoredLine.Fixed
  ) -> ConfidenceInterval {
    func end(_ direction: Double) -> Double? {
      crossing(cutoff, from: estimate, step: direction * peak.deviation * step, fixed).map { $0 * unit }
    }
    return ConfidenceInterval(low: end(-1), high: end(1))
  }

  /// The point at which twice the log-likelihood has fallen by the cutoff; `nil` if there is none.
  private func crossing(
    _ cutoff: Double, from estimate: Double, step: Double, _ fixed: (Double) -> CensoredLine.Fixed
  ) -> Double? {
    func excess(_ value: Double) -> Double {
      guard let there = line.peak(fixed(value), from: peak.place) else { return .nan }
      return 2 * (peak.value - there.value) - cutoff
    }
    var inside = estimate
    var reach = step
    for _ in 0..<40 {
      let outside = estimate + reach
      let found = excess(outside)
      if found.isNaN { return nil }
      if found >= 0 { return Root.find(in: min(inside, outside)...max(inside, outside), excess) }
      inside = outside
      reach *= 2
    }
    return nil
  }
}

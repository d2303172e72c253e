/// The rule by which the app that Peach came from said whether a listener improves. It stays computable to be compared
/// with: levels that start at 100 cents and fall to where the answers stay make nearly everyone improve. Of simulated
/// listeners who do not change it calls 88 % improving after 200 Kazez trials (σ 30 cents); at σ 15 cents 97 %, and 86 %
/// after 1000 (`TrendTests`).
///
/// Source: Peach for iOS, `TrendAnalyzer`, of February 2026.
package struct OriginalTrend: Hashable, Sendable {
  package let direction: Trend.Direction
  /// The mean |offset| of the later half over that of the earlier, less 1.
  package let change: Double

  /// With fewer comparisons it said nothing.
  package static let leastTrials = 20
  private static let threshold = 0.05

  /// - Parameter sizes: The |offsets| of all comparisons in their order, in cents.
  /// - Returns: nil with fewer than twenty.
  package init?(_ sizes: [Double]) {
    guard sizes.count >= OriginalTrend.leastTrials else { return nil }
    let half = sizes.count / 2
    func mean(_ part: ArraySlice<Double>) -> Double { part.reduce(0, +) / Double(part.count) }
    let (early, late) = (mean(sizes[..<half]), mean(sizes[half...]))
    change = early > 0 ? (late - early) / early : 0
    direction =
      change < -OriginalTrend.threshold
      ? .improving : change > OriginalTrend.threshold ? .declining : .stable
  }
}

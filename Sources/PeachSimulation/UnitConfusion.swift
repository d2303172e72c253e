import PeachSupport

/// Recognises levels that are probably in another unit than the true thresholds.
package struct UnitConfusion: Sendable {
  /// How the levels compare with every threshold: "about 1000 times".
  package let comparison: String
  /// The units that are often confused by this factor.
  package let units: String

  /// The advice for a hint.
  package var advice: String { "check whether you confused units: \(units)" }

  private init(_ comparison: String, _ units: String) { (self.comparison, self.units) = (comparison, units) }

  /// A factor that two units differ by. Levels lie around a threshold, so that their ratio to it varies.
  private static let factors: [(size: Int, range: ClosedRange<Double>, units: String)] = [
    (100, 40...250, "cents and semitones, or percent and proportions"),
    (1000, 400...2500, "ms and s, or Hz and kHz"),
    (1_000_000, 4e5...2.5e6, "µs and s, or Hz and MHz"),
  ]

  /// The confusion that explains the levels for every threshold; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - low: The lowest level; equal to `high` for a start.
  ///   - truths: The true thresholds. None of them may lie between the levels.
  package static func of(_ low: Double, _ high: Double, truths: [Double], unit: String) -> UnitConfusion? {
    guard !truths.isEmpty, !truths.contains(where: { low <= $0 && $0 <= high }), low > 0 else { return nil }
    let middle = (low * high).squareRoot()
    if isDecibel(unit) {
      // A ratio instead of decibels; two numbers of decibels have no ratio.
      let levels = 20 * log10(low) - 10...20 * log10(high) + 10
      guard truths.allSatisfy({ levels.contains($0) && abs(middle - $0) > 20 }) else { return nil }
      return UnitConfusion("like a ratio of amplitudes against", "decibels and ratios")
    }
    guard truths.allSatisfy({ $0 > 0 }) else { return nil }
    for factor in factors {
      if truths.allSatisfy({ factor.range.contains(middle / $0) }) {
        return UnitConfusion("about \(factor.size) times", factor.units)
      }
      if truths.allSatisfy({ factor.range.contains($0 / middle) }) {
        return UnitConfusion("about 1/\(factor.size) of", factor.units)
      }
    }
    let isOfDecibels = truths.allSatisfy { abs(abs(20 * log10($0)) - middle) <= 10 && middle / $0 > 2500 }
    return isOfDecibels && middle >= 20 ? UnitConfusion("like decibels against", "decibels and ratios") : nil
  }

  private static func isDecibel(_ unit: String) -> Bool { unit.lowercased().hasPrefix("db") }
}

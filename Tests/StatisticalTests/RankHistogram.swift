import PeachMath
import Testing

/// Where true values lie among the values that their posteriors hold likely: simulation-based calibration.
///
/// If listeners are drawn from the prior, the share of the posterior below the true value is uniform, whatever was asked.
///
/// Source: Talts, Betancourt, Simpson, Vehtari & Gelman (2018), arXiv:1804.06788.
struct RankHistogram {
  private var counts = [Int](repeating: 0, count: 20)
  private var total: Int { counts.reduce(0, +) }

  /// - Parameter share: How much of the posterior lies below the true value, in 0…1.
  mutating func add(_ share: Double) { counts[min(max(Int(share * 20), 0), 19)] += 1 }

  /// Twenty bins by χ² at a false-alarm rate of 1e-6. With 1 000 draws the power is 0.99 or more against posteriors
  /// that are a quarter too narrow or a third too wide, or that lie 0.3 of their deviations off.
  func expectUniform(_ comment: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let expected = Double(total) / Double(counts.count)
    let statistic = counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    // χ² with 19 degrees of freedom, by scipy.
    #expect(statistic < 63.677052285677995, "\(comment): χ² \(statistic), \(counts)", sourceLocation: sourceLocation)
  }
}

/// Holm's step-down correction of the p values of several tests: with it, the probability of any false finding is at most
/// the level of each test.
///
/// Source: Holm (1979), Scand. J. Stat. 6:65–70.
package enum HolmCorrection {
  /// - Parameter values: `nil` if there is no test; it counts as none and stays `nil`.
  package static func corrected(_ values: [Double?]) -> [Double?] {
    let order = values.indices.filter { values[$0] != nil }.sorted { (values[$0] ?? 1, $0) < (values[$1] ?? 1, $1) }
    var corrected: [Double?] = values.map { _ in nil }
    var greatest = 0.0
    for (rank, place) in order.enumerated() {
      greatest = max(greatest, min(1, Double(order.count - rank) * (values[place] ?? 1)))
      corrected[place] = greatest
    }
    return corrected
  }
}

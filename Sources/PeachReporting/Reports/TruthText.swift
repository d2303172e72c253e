import PeachSimulation
package import PeachStorage

extension EstimatorRecord {
  /// The true threshold, with its standard error if it was simulated; `nil` if there is none.
  package func truthText(decimals: Int = 2) -> String? {
    guard let truth else { return nil }
    return truthError.map { SummaryText.figure(MonteCarloValue(value: truth, standardError: $0)) }
      ?? TextTable.fixed(truth, decimals)
  }
}

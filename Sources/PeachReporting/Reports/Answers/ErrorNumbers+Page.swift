import PeachSimulation
import PeachSupport
import PeachTrials

/// Numbers for pages, without the space that aligns them on a terminal.
extension ErrorNumbers {
  func errorText(_ row: SummaryRow) -> String { error(row, isAligned: false) + unit(of: row.rootMeanSquareError) }

  func biasText(_ row: SummaryRow) -> String { bias(row) + unit(of: row.bias) }

  /// The median distance from the truth over all runs.
  func medianError(_ row: SummaryRow) -> String {
    guard let value = row.medianAbsoluteError.value else { return "–" }
    return Precision(of: value, error: row.medianAbsoluteError.standardError).text(value)
  }

  /// The error for a cell of a table whose heading has the unit.
  func errorCell(_ row: SummaryRow) -> String { error(row, isAligned: false) }

  /// A unit for a sentence; empty if the number has a percent sign.
  private func unit(of figure: MonteCarloValue) -> String {
    figure.value == nil || unitOfHeading.isEmpty ? "" : " " + unitOfHeading.dropFirst(2).dropLast()
  }
}

package import PeachSimulation
import PeachSupport
package import PeachTrials

/// Writes errors with the digits that their Monte Carlo errors justify: in percent on a log axis, else in the axis's unit.
package struct ErrorNumbers {
  private let axis: Axis
  private let decimals: Int
  /// The smallest and the largest Monte Carlo standard error of the errors; `nil` if they are unknown.
  private let standardErrors: ClosedRange<Double>?
  private let hasBrackets: Bool

  package init(_ rows: [SummaryRow], on axis: Axis) {
    self.axis = axis
    let sound = rows.filter { !PairedFamily.failsOften($0) }
    hasBrackets = sound.count < rows.count
    let figures = (sound.isEmpty ? rows : sound).map(\.rootMeanSquareError)
    let known = figures.compactMap { ErrorNumbers.standardError($0, axis) }.filter { $0 > 0 }.sorted()
    let standardError = known.last ?? 0
    standardErrors = known.first.map { $0...standardError }
    let least = figures.compactMap { $0.value.map { ErrorNumbers.shown($0, axis) } }.filter { $0 > 0 }.min()
    decimals = ErrorNumbers.decimals(least: least, standardError: standardError)
  }

  /// Whether errors are shown in percent.
  private var isPercent: Bool { axis.scale == .log }

  /// The unit of errors for a heading; empty if each number has a percent sign.
  package var unitOfHeading: String { isPercent ? "" : " (\(SafeText.cut(axis.unit)))" }

  /// An error as tables and figures show it: in percent on a log axis, else in the axis's unit.
  static func shown(_ error: Double, _ axis: Axis) -> Double {
    axis.scale == .log ? 100 * (exp2(error) - 1) : error
  }

  private static func standardError(_ figure: MonteCarloValue, _ axis: Axis) -> Double? {
    guard let value = figure.value, let error = figure.standardError else { return nil }
    let shown = axis.scale == .log ? 100 * exp2(value) * M_LN2 * error : error
    return shown.isFinite ? shown : nil
  }

  /// The 95 % interval limits the decimals. The smallest error has two digits if its standard error justifies them.
  private static func decimals(least: Double?, standardError: Double) -> Int {
    func place(_ value: Double) -> Int { value > 0 && value.isFinite ? -Int(floor(log10(value))) : 0 }
    let ofValue = least.map { place($0) + 1 } ?? 0
    // A smaller standard error is a rounding error.
    guard standardError > 1e-9 * (least ?? 0) else { return min(max(0, ofValue), 6) }
    let ofInterval = Int(floor(-log10(2 * standardError)))
    return min(max(0, min(max(ofInterval, ofValue), place(standardError))), 6)
  }

  // MARK: Cells

  /// The error of a row, in brackets if many of its runs have no threshold.
  ///
  /// - Parameter isAligned: Whether numbers without brackets leave room for one.
  package func error(_ row: SummaryRow, isAligned: Bool = true) -> String {
    let room = isAligned && hasBrackets ? " " : ""
    guard let value = row.rootMeanSquareError.value else { return "–" + room }
    let text = number(ErrorNumbers.shown(value, axis))
    return PairedFamily.failsOften(row) ? "(\(text))" : text + room
  }

  /// The bias of a row, signed unless it rounds to 0.
  package func bias(_ row: SummaryRow) -> String {
    guard let value = row.bias.value else { return "–" }
    let shown = ErrorNumbers.shown(value, axis)
    let isZero = (abs(shown) * pow(10, Double(decimals))).rounded() == 0
    return number(isZero ? 0 : shown, signed: !isZero)
  }

  private func number(_ value: Double, signed: Bool = false) -> String {
    guard value.isFinite else { return "∞" }
    return Precision.fixed(value, decimals, signed: signed) + (isPercent ? " %" : "")
  }

  /// The Monte Carlo standard error of errors: `up to 0.61 points`, or `0.25 to 48 points` if rows differ much. `nil` if it
  /// is unknown.
  package var standardErrorText: String? {
    guard let standardErrors else { return nil }
    func text(_ value: Double) -> String { Precision(of: value, digits: 2).text(value) }
    let (least, most) = (standardErrors.lowerBound, standardErrors.upperBound)
    let unit = isPercent ? "points" : SafeText.cut(axis.unit)
    return (most > 5 * least ? "\(text(least)) to " : "up to ") + "\(text(most)) \(unit)"
  }

  /// A share of runs in percent, which is neither 0 nor 100 if it is not exactly so; a dash for none.
  package static func share(_ share: Double?) -> String {
    guard let share else { return "–" }
    let percent = 100 * share
    if percent == 0 { return "–" }
    if percent < 0.5 { return "<1 %" }
    if percent > 99.5, percent < 100 { return ">99 %" }
    // A strategy is not ranked if it fails in more than 10 % of its runs.
    if percent > 10, percent < 10.5 { return ">10 %" }
    return Precision.fixed(percent, 0) + " %"
  }

  /// The share of runs of a row that have no threshold.
  package static func withoutThreshold(_ row: SummaryRow) -> String {
    share(row.replicates == 0 ? nil : (row.failed.value ?? 0) / Double(row.replicates))
  }

  /// The shares of several rows: `51 %`, or `13 to 80 %` if they differ.
  static func withoutThreshold(_ rows: [SummaryRow]) -> String {
    let sorted = rows.sorted { ($0.failed.value ?? 0) < ($1.failed.value ?? 0) }.map { withoutThreshold($0) }
    guard let low = sorted.first, let high = sorted.last, low != high else { return sorted.first ?? "" }
    return "\(low.replacing(" %", with: "")) to \(high)"
  }
}

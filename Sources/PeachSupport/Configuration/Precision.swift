/// How many digits of a number people are shown: to the second digit of its standard error, else some digits of itself.
package struct Precision {
  private let decimals: Int
  private let isScientific: Bool
  /// Smaller numbers are rounding errors and print as 0.
  private let least: Double

  /// - Parameters:
  ///   - error: `nil` if it is unknown.
  ///   - digits: How many there are where the error is unknown.
  package init(of value: Double, error: Double? = nil, digits: Int = 4) {
    least = error.map { $0.isFinite ? 1e-6 * $0 : 0 } ?? 0
    let value = abs(value) < least ? 0 : value
    isScientific = value != 0 && value.isFinite && !(1e-5..<1e9 ~= abs(value))
    guard let error, error > 0, error.isFinite else {
      decimals = Precision.decimals(showing: digits, of: value)
      return
    }
    let wanted = max(Precision.decimals(showing: 2, of: error), Precision.decimals(showing: 2, of: value))
    decimals = min(wanted, Precision.decimals(showing: 9, of: value))
  }

  package func text(_ value: Double) -> String {
    if value == 0 || abs(value) < least { return "0" }
    guard isScientific, value.isFinite else { return Precision.fixed(value, decimals) }
    let exponent = floor(log10(abs(value)))
    // Below 1e-308 the power itself would be no number.
    let mantissa = exponent < -300 ? value * 1e300 / pow(10, exponent + 300) : value / pow(10, exponent)
    return Precision.fixed(mantissa, 3) + "e" + (exponent < 0 ? "−" : "") + String(Int(abs(exponent)))
  }

  /// A number on its own, with four digits.
  package static func text(_ value: Double) -> String { Precision(of: value).text(value) }

  /// How many decimals show so many digits, zeros in front not counted.
  private static func decimals(showing digits: Int, of value: Double) -> Int {
    guard value != 0, value.isFinite else { return digits - 1 }
    return min(max(0, digits - 1 - Int(floor(log10(abs(value))))), 15)
  }

  /// A number with so many decimals.
  package static func fixed(_ value: Double, _ decimals: Int, signed: Bool = false) -> String {
    let scale = pow(10, Double(decimals))
    let rounded = (abs(value) * scale).rounded()
    guard rounded < 1e15 else { return value.description }
    let digits = String(Int(rounded))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimals)
    let sign = value < 0 && rounded > 0 ? "−" : signed ? "+" : ""
    return sign + whole + (decimals == 0 ? "" : "." + padded.suffix(decimals))
  }
}

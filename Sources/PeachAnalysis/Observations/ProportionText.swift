import PeachSupport

/// A proportion as it is written: `0.85`, `85`, `85 %`.
struct ProportionText {
  /// The number without a percent sign.
  var number: String
  /// Whether it has a percent sign.
  var isPercent: Bool

  /// - Parameter isNumber: Whether a text is a number. `nil` is returned if this one is not.
  init?(_ text: String, _ isNumber: (String) -> Bool) {
    isPercent = text.hasSuffix("%")
    var number = isPercent ? text.dropLast() : text[...]
    while number.last?.isWhitespace == true { number.removeLast() }
    self.number = String(number)
    if !isNumber(self.number) { return nil }
  }

  /// Half of a unit in the last digit that is printed.
  var halfUnit: Double {
    let mantissa = number.prefix { $0 != "e" && $0 != "E" }
    let exponent = Int(number.dropFirst(mantissa.count + 1)) ?? 0
    let decimals = mantissa.lastIndex { $0 == "." || $0 == "," }.map {
      mantissa.distance(from: $0, to: mantissa.endIndex) - 1
    }
    return 0.5 * pow(10, Double(exponent - (decimals ?? 0)))
  }
}

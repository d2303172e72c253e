extension Double {
  /// To three significant digits, for people.
  package var brief: String { rounded(toDigits: 3).shortest }

  /// To so many significant digits.
  ///
  /// - Parameter size: The number whose digits count; by default this one.
  package func rounded(toDigits digits: Int, of size: Double? = nil) -> Double {
    guard self != 0, isFinite else { return self }
    let scale = pow(10, Double(digits - 1) - floor(log10(abs(size ?? self))))
    let rounded = (self * scale).rounded() / scale
    return rounded.isFinite ? rounded : self
  }

  /// A share as a percentage that reads back as this value: 25%.
  package var percentage: String {
    let text = (self * 100).shortest + "%"
    return NumberGrammar.share(text) == self ? text : shortest
  }

  /// The shortest decimal text that reads back as this value, without a trailing ".0"; the same in every locale.
  package var shortest: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// Our own grammar of numbers: `[+-] digits [. digits] [e [+-] digits]`, at least one digit before the exponent. No
/// infinities, no NaN, no hexadecimal, no underscores, whatever a YAML library would accept.
package enum NumberGrammar {
  package static func double(_ text: String) -> Double? {
    var rest = text.utf8[...]
    func skipSign() {
      if let first = rest.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { rest.removeFirst() }
    }
    func skipDigits() -> Int {
      let before = rest.count
      rest = rest.drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      return before - rest.count
    }
    skipSign()
    var digits = skipDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += skipDigits()
    }
    guard digits > 0 else { return nil }
    if let first = rest.first, first == UInt8(ascii: "e") || first == UInt8(ascii: "E") {
      rest.removeFirst()
      skipSign()
      guard skipDigits() > 0 else { return nil }
    }
    guard rest.isEmpty, let value = Double(text), value.isFinite else { return nil }
    return value == 0 ? 0 : value  // −0 is 0
  }

  /// A share above 0 and below 1, as `25%` or `0.25`.
  package static func share(_ text: String) -> Double? {
    let isPercent = text.hasSuffix("%")
    let number = double(FieldTable.trimmed(isPercent ? String(text.dropLast()) : text))
    return number.map { isPercent ? $0 / 100 : $0 }.flatMap { $0 > 0 && $0 < 1 ? $0 : nil }
  }

  /// A whole number; `1e4` and `1000.0` are whole numbers too.
  package static func integer(_ text: String) -> Int? {
    if let value = Int(text) { return value }
    guard let value = double(text), value == value.rounded(), abs(value) <= 9_007_199_254_740_992 else { return nil }
    return Int(value)
  }

  /// 0…2^64 − 1, digits only.
  package static func unsigned(_ text: String) -> UInt64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return UInt64(text)
  }
}

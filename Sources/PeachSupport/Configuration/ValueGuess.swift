/// Finds the value that a person probably meant by text that a parameter does not accept, such as `5%` or `20 ms`.
enum ValueGuess {
  /// A value as an experiment file takes it, and a short remark for the reader.
  struct Suggestion: Equatable {
    var text: String
    var remark: String?
  }

  /// A suggestion that the parameter accepts; `nil` if there is none.
  static func suggestion(for parameter: Parameter, _ text: String) -> Suggestion? {
    let stated = text
    let text = plain(text)
    switch parameter.kind {
    // Only quotes can make a sound number wrong.
    case .number(let bounds) where text == stated && (NumberGrammar.double(text).map(bounds.contains) ?? false):
      return Suggestion(text: text, remark: "without quotes")
    case .integer(let range) where text == stated && (NumberGrammar.integer(text).map(range.contains) ?? false):
      return Suggestion(text: text, remark: "without quotes")
    case .number(let bounds): return number(text, parameter, bounds)
    case .integer(let range): return integer(text, parameter, range)
    case .flag: return flag(text)
    case .choice(let names): return choice(text, names)
    case .numbers(let bounds), .grid(let bounds): return list(text, parameter, bounds)
    case .text, .form, .section: return nil
    }
  }

  /// Whether the text says that there is no value.
  static func isNone(_ text: String) -> Bool { ["~", "none", "null", "nil", "n/a"].contains(text.lowercased()) }

  // MARK: Numbers

  private static func number(_ text: String, _ parameter: Parameter, _ bounds: Bounds) -> Suggestion? {
    func suggestion(_ value: Double, _ remark: String? = nil) -> Suggestion? {
      bounds.contains(value) ? Suggestion(text: value.shortest, remark: remark) : nil
    }
    let isShare = parameter.unit == "1"
    if let value = NumberGrammar.double(text) {
      if bounds.contains(value) { return Suggestion(text: text) }
      return isShare && value > 1 && value <= 100 ? suggestion(divided(value, by: 100)) : nil
    }
    if text.hasSuffix("%") {
      return isShare ? decimal(text.dropLast()).flatMap { suggestion(divided($0, by: 100)) } : nil
    }
    if let value = fraction(text) { return suggestion(value) }
    if let value = DecimalMark.comma.double(text) {
      if DecimalMark.point.isGrouped(text), let whole = DecimalMark.point.double(text, hasThousands: true),
        bounds.contains(whole)
      {
        return Suggestion(text: whole.shortest, remark: "or \(value.shortest) if the comma is a decimal mark")
      }
      return suggestion(value)
    }
    guard let (value, word) = quantity(text), !isShare else { return nil }
    let converted = MeasuredUnit.convert(value, from: word, to: parameter.unit) ?? value
    let unit = parameter.unit.isEmpty ? "" : "; this one is in \(parameter.unit)"
    return suggestion(converted, "values have no unit\(unit)")
  }

  private static func integer(_ text: String, _ parameter: Parameter, _ range: ClosedRange<Int>) -> Suggestion? {
    func suggestion(_ value: Int?) -> Suggestion? {
      value.flatMap { range.contains($0) ? Suggestion(text: String($0)) : nil }
    }
    if let value = NumberGrammar.integer(text) { return suggestion(value) }
    if parameter.name == "alternatives", let count = ForcedChoiceName.alternatives(in: text) {
      return suggestion(count)
    }
    if let value = NumberGrammar.integer(ungrouped(text)) { return suggestion(value) }
    return quantity(text).flatMap { suggestion(NumberGrammar.integer($0.value.shortest)) }
  }

  /// A list that a person wrote without brackets: `1, 2, 5` or `1 2 5`.
  private static func list(_ text: String, _ parameter: Parameter, _ bounds: Bounds) -> Suggestion? {
    let element = Parameter(
      name: parameter.name, kind: .number(bounds), unit: parameter.unit, fallback: nil, meaning: "")
    if case .grid = parameter.kind, let value = number(text, element, bounds) { return value }
    let items = text.split(separator: text.contains(", ") || text.contains(";") ? /[,;] */ : /[\s,]+/)
    guard items.count > 1 else { return nil }
    return list(items.map(String.init), parameter, bounds)
  }

  /// The same list with each number as a file takes it.
  static func list(_ items: [String], _ parameter: Parameter, _ bounds: Bounds) -> Suggestion? {
    let element = Parameter(
      name: parameter.name, kind: .number(bounds), unit: parameter.unit, fallback: nil, meaning: "")
    let values = items.map { item in
      NumberGrammar.double(item).flatMap { bounds.contains($0) ? item : nil }
        ?? number(plain(item), element, bounds)?.text
    }
    guard !values.isEmpty, values.allSatisfy({ $0 != nil }) else { return nil }
    return Suggestion(text: "[\(values.compactMap(\.self).joined(separator: ", "))]")
  }

  /// `1/3`, to four digits.
  private static func fraction(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let above = decimal(parts[0]), let below = decimal(parts[1]), below != 0 else { return nil }
    let value = above / below
    return value.isFinite ? (value * 10_000).rounded() / 10_000 : nil
  }

  /// A number and the word after it: `20 ms`, `10cents`.
  private static func quantity(_ text: String) -> (value: Double, word: String)? {
    guard let start = text.firstIndex(where: { $0.isLetter && $0 != "e" && $0 != "E" }) else { return nil }
    let word = text[start...]
    guard word.allSatisfy({ $0.isLetter || " ()/".contains($0) }), let value = decimal(text[..<start]) else {
      return nil
    }
    return (value, String(word))
  }

  /// A number with either decimal mark.
  private static func decimal(_ text: Substring) -> Double? {
    let text = FieldTable.trimmed(String(text))
    return NumberGrammar.double(text) ?? DecimalMark.comma.double(text)
  }

  /// The digits of `1_000`, `1,000`, `1.000` or `1 000`; other text as it is.
  private static func ungrouped(_ text: String) -> String {
    let groups = text.split(omittingEmptySubsequences: false) { "_, '.".contains($0) }
    let isGrouped =
      groups.count > 1 && (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
      && groups.joined().utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return isGrouped ? groups.joined() : text
  }

  /// Without the digits that only binary arithmetic has: 2.3/100 is 0.023.
  private static func divided(_ value: Double, by divisor: Double) -> Double {
    let quotient = value / divisor
    return (quotient * 1e9).rounded() / 1e9
  }

  // MARK: Words

  private static func flag(_ text: String) -> Suggestion? {
    switch text.lowercased() {
    case "true", "yes", "on", "y", "1": Suggestion(text: "true")
    case "false", "no", "off", "n", "0": Suggestion(text: "false")
    default: nil
    }
  }

  /// A name that differs only in case, spaces or underscores.
  private static func choice(_ text: String, _ names: [String]) -> Suggestion? {
    let word = text.lowercased().replacing("_", with: "-").replacing(" ", with: "-")
    return names.contains(word) ? Suggestion(text: word) : nil
  }

  /// Replaces typographic minus signs and spaces by plain ones.
  private static func plain(_ text: String) -> String {
    FieldTable.trimmed(
      text.replacing("\u{2212}", with: "-").replacing("\u{a0}", with: " ").replacing("\u{202f}", with: " "))
  }
}

/// Units that people confuse, with their sizes.
package enum MeasuredUnit {
  /// Names of one quantity's units, each with its size in the first of them.
  private static let families: [[String: Double]] = [
    [
      "s": 1, "sec": 1, "second": 1, "ms": 1e-3, "msec": 1e-3, "millisecond": 1e-3, "us": 1e-6, "µs": 1e-6, "μs": 1e-6,
      "microsecond": 1e-6, "min": 60, "minute": 60, "h": 3600, "hour": 3600,
    ],
    ["hz": 1, "hertz": 1, "khz": 1000, "kilohertz": 1000],
    ["cent": 1, "ct": 1, "semitone": 100, "st": 100, "halftone": 100, "octave": 1200],
  ]

  /// The value in another unit of the same quantity; `nil` if either unit is unknown.
  package static func convert(_ value: Double, from: String, to: String) -> Double? {
    let (from, to) = (singular(from), singular(to))
    for family in families {
      guard let old = family[from], let new = family[to] else { continue }
      // A quotient of two sizes is exact where one of them divides the other.
      return old >= new ? value * (old / new) : value / (new / old)
    }
    return nil
  }

  private static func singular(_ word: String) -> String {
    let word = word.lowercased()
    return word.count > 2 && word.hasSuffix("s") && word != "cms" ? String(word.dropLast()) : word
  }
}

/// The decimal mark of numbers: point or comma.
package enum DecimalMark: String, CaseIterable, Sendable {
  case point = "."
  case comma = ","

  /// The other of both, which may stand between thousands.
  package var other: DecimalMark { self == .point ? .comma : .point }

  /// A number in our own grammar, but with this mark; `nil` for anything else.
  ///
  /// - Parameter hasThousands: Whether the other mark may stand between groups of three digits.
  package func double(_ text: String, hasThousands: Bool = false) -> Double? {
    var text = text
    if hasThousands, isGrouped(text) { text = text.replacing(other.rawValue, with: "") }
    guard self == .comma else { return NumberGrammar.double(text) }
    return text.contains(".") ? nil : NumberGrammar.double(text.replacing(",", with: "."))
  }

  /// Whether the other mark stands between groups of three digits, as in `1,250` or `12,500,000.5`, and nowhere else.
  package func isGrouped(_ text: String) -> Bool {
    let whole = text.prefix { String($0) != rawValue }
    let groups = whole.drop { "+-".contains($0) }.split(
      separator: Character(other.rawValue), omittingEmptySubsequences: false)
    return groups.count > 1 && (1...3).contains(groups[0].count) && groups[0].first != "0"
      && groups.dropFirst().allSatisfy { $0.count == 3 } && groups.joined().allSatisfy { $0.isASCII && $0.isNumber }
      && !text.dropFirst(whole.count).contains(other.rawValue)
  }
}

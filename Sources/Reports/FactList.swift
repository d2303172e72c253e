/// Facts for people, one to a line or more: what it is about, and what is said of it.
struct FactList {
  private var facts: [(key: String, text: String)] = []

  static let width = 80

  /// - Parameter text: Nothing is added where it is nil or empty.
  mutating func add(_ key: String, _ text: String?) {
    if let text, !text.isEmpty { facts.append((key, text)) }
  }

  var text: String {
    let indent = (facts.map(\.key.count).max() ?? 0) + 4
    return facts.map { fact in
      let lines = TextTable.wrapped(fact.text, to: FactList.width - indent)
      let key = "  " + fact.key + String(repeating: " ", count: indent - 2 - fact.key.count)
      return key + lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
    }.joined()
  }
}

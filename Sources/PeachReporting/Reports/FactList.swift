/// Facts for people, each with a key and a text, on a line or more.
package struct FactList {
  private(set) var facts: [(key: String, text: String)] = []

  package init() {}

  /// - Parameter text: The text. A fact without text is left out.
  package mutating func add(_ key: String, _ text: String?) {
    if let text, !text.isEmpty { facts.append((key, text)) }
  }

  /// A text with less room than this starts below its key.
  private static let leastText = 28

  /// - Parameter width: The length of the longest line.
  package func text(to width: Int) -> String {
    let longest = (facts.map(\.key.count).max() ?? 0) + 4
    let isBeside = width - longest >= FactList.leastText
    let indent = String(repeating: " ", count: isBeside ? longest : 6)
    return facts.map { fact in
      let lines = TextTable.wrapped(fact.text, to: width - indent.count)
      let key = "  " + fact.key
      let between = isBeside ? String(repeating: " ", count: longest - key.count) : "\n" + indent
      return key + between + lines.joined(separator: "\n" + indent) + "\n"
    }.joined()
  }
}

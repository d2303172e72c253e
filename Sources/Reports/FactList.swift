/// Facts for people, one to a line or more: what it is about, and what is said of it.
public struct FactList {
  private(set) var facts: [(key: String, text: String)] = []

  public init() {}

  /// - Parameter text: Nothing is added where it is nil or empty.
  public mutating func add(_ key: String, _ text: String?) {
    if let text, !text.isEmpty { facts.append((key, text)) }
  }

  /// What is said narrower than this stands below what it is about.
  private static let leastText = 28

  /// - Parameter width: Of the longest line.
  public func text(to width: Int) -> String {
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

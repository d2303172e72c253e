/// A page of help: keys with their meanings.
enum HelpLines {
  /// - Parameter end: How the page is left.
  static func lines(
    _ keys: [(key: String, meaning: String)], title: String, end: String, columns: Int
  ) -> [String] {
    ["", "  \(title)", ""] + listed(keys, columns: columns) + [""]
      + Paragraphs.lines(of: end, to: columns - 4).map { "  \($0)" }
  }

  /// A line for each key.
  static func listed(_ keys: [(key: String, meaning: String)], columns: Int) -> [String] {
    let width = (keys.map(\.key.count).max() ?? 0) + 3
    return keys.flatMap { key, meaning in
      Paragraphs.lines(of: meaning, to: max(10, columns - width - 6)).enumerated().map { place, line in
        "    " + (place == 0 ? key : "") + String(repeating: " ", count: width - (place == 0 ? key.count : 0)) + line
      }
    }
  }
}

import PeachReporting

/// The help of the argument parser, with its lines of usage broken to the page.
enum HelpText {
  /// - Returns: The text with the lines of usage broken between options.
  static func fitted(_ text: String, to width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isUsage = line.hasPrefix("USAGE: ") || line.hasPrefix("Usage: ")
      return isUsage && line.count > width ? broken(line, to: width) : String(line)
    }.joined(separator: "\n")
  }

  private static func broken(_ line: Substring, to width: Int) -> String {
    let indent = String(repeating: " ", count: "USAGE: ".count)
    var lines: [String] = []
    for piece in pieces(line) {
      if let last = lines.last, last.count + 1 + piece.count <= width {
        lines[lines.count - 1] = last + " " + piece
      } else if lines.isEmpty {
        lines.append(piece)
      } else {
        let parts = TextTable.wrapped(piece, to: width - indent.count)
        lines += parts.map { indent + $0 }
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Words, with options and what follows them in brackets as one.
  private static func pieces(_ line: Substring) -> [String] {
    var pieces: [String] = []
    var depth = 0
    for word in line.split(separator: " ") {
      if depth > 0 || pieces.last.map({ $0.hasPrefix("--") && !$0.contains(" ") && word.hasPrefix("<") }) == true {
        pieces[pieces.count - 1] += " " + word
      } else {
        pieces.append(String(word))
      }
      depth += word.count { $0 == "[" } - word.count { $0 == "]" }
    }
    return pieces
  }
}

/// Breaks the lines of a YAML file for a page without changing its meaning.
package enum FoldedYAML {
  /// - Parameters:
  ///   - text: The file. Flow mappings and lists need a space after each comma, and a `#` after a space begins a
  ///     comment.
  ///   - width: The length of the longest line. Only a word may be longer.
  package static func text(_ text: String, to width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.count <= width ? [String($0)] : folded($0, to: width) }.joined(separator: "\n")
  }

  /// Puts the comment of a line above it, and breaks the content of brackets after commas.
  private static func folded(_ line: Substring, to width: Int) -> [String] {
    let indent = String(line.prefix { $0 == " " })
    var code = line.dropFirst(indent.count)
    var lines: [String] = []
    let comment = code.hasPrefix("#") ? code.startIndex : code.firstRange(of: " #")?.upperBound
    if let comment {
      let words = String(code[comment...].drop { $0 == "#" || $0 == " " })
      lines = TextTable.wrapped(words, to: width - indent.count - 2).map { indent + "# " + $0 }
      code = code[..<comment]
      while let last = code.last, "# ".contains(last) { code.removeLast() }
    }
    if code.isEmpty { return lines }
    var last = indent
    for (place, piece) in code.split(separator: ", ").enumerated() {
      let piece = place == 0 ? String(piece) : " " + piece
      if place > 0 { last += "," }
      if place > 0, last.count + piece.count + 1 > width {
        lines.append(last)
        last = indent + "  "
      }
      last += piece
    }
    return lines + [last]
  }
}

import PeachSupport

/// Text of others in lines for a terminal.
enum Paragraphs {
  /// Its lines, broken at spaces where they are longer than `width`; no escape in them raw.
  static func lines(of text: String, to width: Int) -> [String] {
    let text = text.last == "\n" ? text.dropLast() : text[...]
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      wrapped(SafeText.line(String(line)), to: max(1, width))
    }
  }

  private static func wrapped(_ line: String, to width: Int) -> [String] {
    var lines = [""]
    for word in line.split(separator: " ") {
      var word = word[...]
      if lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = String(word.prefix(width))
        word = word.dropFirst(width)
      } else if lines[lines.count - 1].count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
        continue
      }
      while !word.isEmpty {
        lines.append(String(word.prefix(width)))
        word = word.dropFirst(width)
      }
    }
    return lines
  }
}

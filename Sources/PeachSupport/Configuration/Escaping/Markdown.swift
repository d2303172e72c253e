extension Escaping {
  /// Text of Markdown, of CommonMark and of GitHub: nothing in it is markup, wherever a line of it is broken.
  ///
  /// Ends of lines and tabs become spaces; other control characters are shown as `\u{1b}`.
  package static func markdown(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for (place, scalar) in scalars.enumerated() {
      let next = place + 1 < scalars.count ? scalars[place + 1] : " "
      switch scalar {
      case "\\", "`", "*", "_", "{", "}", "[", "]", ">", "#", "|", "!", "~", "$": result += "\\" + String(scalar)
      // Neither begins a tag or a reference before a space.
      case "<", "&": result += (place + 1 < scalars.count && next == " " ? "" : "\\") + String(scalar)
      case " " where place == 0 || next == " " || place + 1 == scalars.count: result += "&#32;"
      case _ where isSpace(scalar) && scalar != " ": result += " "
      case "-", "+", "=":
        let isBlock = isWordStart(place, scalars) && (isSpace(next) || next == scalar)
        result += (isBlock ? "\\" : "") + String(scalar)
      // The number of a list's item.
      case ".", ")":
        let isItem = isSpace(next) && isNumber(before: place, scalars)
        result += (isItem || isAddress(place, scalars) ? "\\" : "") + String(scalar)
      case ":" where next == "/": result += "\\:"
      // Parsers drop byte order marks.
      case _ where scalar.isRefusedByMarkup || scalar == "\u{feff}":
        result += "\\\\u\\{\(hexadecimal(scalar.value, digits: 1))\\}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A space, and what becomes one.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    [" ", "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
  }

  private static func isWordStart(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    place == 0 || isSpace(scalars[place - 1])
  }

  private static func isNumber(before place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    let digits = scalars[..<place].reversed().prefix { ("0"..."9").contains($0) }
    return (1...9).contains(digits.count) && isWordStart(place - digits.count, scalars)
  }

  /// Whether it is the first point of `www.`, of which GitHub makes a link.
  private static func isAddress(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    place >= 3 && scalars[place - 3..<place].allSatisfy { $0 == "w" || $0 == "W" }
  }
}

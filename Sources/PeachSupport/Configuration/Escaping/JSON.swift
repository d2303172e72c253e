extension Escaping {
  /// A string of JSON, between quotation marks.
  ///
  /// Control characters and the line ends of Unicode are escaped, so that it is YAML on one line too.
  package static func json(_ text: String) -> String {
    if isPlain(text, without: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) { return "\"" + text + "\"" }
    var result = "\""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}", "\u{feff}", "\u{fffe}", "\u{ffff}":
        result += "\\u" + hexadecimal(scalar.value, digits: 4)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// JSON for a `script` element: nothing in it can end the element or begin a comment, and what nobody sees is escaped.
  package static func scriptJSON(_ json: String) -> String {
    var result = ""
    result.reserveCapacity(json.utf8.count)
    for scalar in json.unicodeScalars {
      let isPlain = scalar.isASCII ? !["<", ">", "&"].contains(scalar) : SafeText.isPrinted(scalar)
      if isPlain, scalar.isASCII || !scalar.isRefusedByMarkup {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in UTF16.encode(scalar)! { result += "\\u" + hexadecimal(UInt32(unit), digits: 4) }
      }
    }
    return result
  }
}

extension Escaping {
  /// A string of Python in ASCII, between quotation marks.
  package static func python(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { result, scalar in
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case " "..."~": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x100: result += "\\x" + hexadecimal(scalar.value, digits: 2)
      case _ where scalar.value < 0x10000: result += "\\u" + hexadecimal(scalar.value, digits: 4)
      default: result += "\\U" + hexadecimal(scalar.value, digits: 8)
      }
    } + "\""
  }
}

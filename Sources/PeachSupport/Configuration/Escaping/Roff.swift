extension Escaping {
  /// Text of a manual page (man(7) of groff 1.22), in ASCII. It may begin a line. Ends of lines and tabs become spaces.
  package static func roff(_ text: String) -> String {
    text.unicodeScalars.enumerated().reduce(into: "") { result, place in
      let scalar = place.element
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      // A line that begins with a point is a request.
      case "." where place.offset == 0: result += "\\&."
      case "\n", "\r", "\t": result += " "
      case " "..."~": result.unicodeScalars.append(scalar)
      case _ where scalar.isASCII || scalar.isRefusedByMarkup: result += "\\e" + named(scalar).dropFirst()
      default: result += "\\[u" + hexadecimal(scalar.value, digits: 4).uppercased() + "]"
      }
    }
  }
}

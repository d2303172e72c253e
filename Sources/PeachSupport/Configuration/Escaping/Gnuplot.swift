extension Escaping {
  /// A string of gnuplot, between quotation marks. A zero byte, which would end it, is shown as `\u{0}`.
  ///
  /// A backquote would run a command, so it stands as its number in octal, as do control characters and a digit behind
  /// such a number. (gnuplot 5.4 cannot read single quotation marks that are doubled twice in a row.)
  ///
  /// - Parameter isFormat: Whether gnuplot reads the text as the format of a number, as it does for ticks.
  package static func gnuplot(_ text: String, isFormat: Bool = false) -> String {
    var result = "\""
    var isAfterOctal = false
    for scalar in text.unicodeScalars {
      let isOctal =
        scalar == "`" || scalar.value != 0 && scalar.value < 0x20 || isAfterOctal && ("0"..."9").contains(scalar)
      switch scalar {
      case _ where isOctal:
        let digits = String(scalar.value, radix: 8)
        result += "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
      case "\0": result += "\\" + named(scalar)
      case "\"", "\\": result += "\\" + String(scalar)
      case "%" where isFormat: result += "%%"
      default: result.unicodeScalars.append(scalar)
      }
      isAfterOctal = isOctal
    }
    return result + "\""
  }
}

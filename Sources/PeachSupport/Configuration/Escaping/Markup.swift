extension Escaping {
  /// Text of an HTML element, or of an attribute between quotation marks of either kind.
  ///
  /// Control characters and code points that are no characters are shown as `\u{1b}`.
  package static func html(_ text: String) -> String { markup(text) }

  /// The same for XML and SVG. An SVG element also stands inside pages, where HTML's rules hold.
  package static func xml(_ text: String) -> String { markup(text) }

  private static func markup(_ text: String) -> String {
    func isSpecial(_ byte: UInt8) -> Bool { reference(byte) != nil }
    if isPlain(text, without: isSpecial) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 32)
    for scalar in text.unicodeScalars {
      if scalar.isASCII, let reference = reference(UInt8(scalar.value)) {
        result += reference
      } else if scalar.isRefusedByMarkup {
        result += named(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// White space other than a space is a reference too, because parsers change it in attributes and at line ends.
  private static func reference(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    case 0x09: "&#9;"
    case 0x0a: "&#10;"
    case 0x0d: "&#13;"
    default: nil
    }
  }
}

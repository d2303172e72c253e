/// Writes values into other languages, so that data never become code.
///
/// There is one function for each language, in a file of its own. Every writer calls it, and nothing else escapes:
///
///     "<td>\(Escaping.html(name))</td>"
///
/// The functions work on bytes or Unicode scalars. A `Character` can hold a special character together with the mark or
/// joiner next to it, so `replacing`, `split` and `for character in` would step over the special character.
package enum Escaping {
  /// Whether every byte is a printable ASCII character.
  static func isPlain(_ text: String, without special: (UInt8) -> Bool = { _ in false }) -> Bool {
    text.utf8.allSatisfy { 0x20...0x7e ~= $0 && !special($0) }
  }

  /// A character that a language does not allow, as people read it: `\u{1b}`.
  static func named(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }

  static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character or a code point that is not a character, which markup does not allow.
  var isRefusedByMarkup: Bool {
    value < 0x20 || 0x7f...0x9f ~= value || value & 0xfffe == 0xfffe || 0xfdd0...0xfdef ~= value
  }
}

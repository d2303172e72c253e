/// Pads numbers in a column so that their decimal points line up, and those of their errors too.
enum AlignedNumbers {
  /// - Parameter texts: Texts such as `0.35`, `+0.35 ±0.02`, `(0.35 ±0.02)` or `–`.
  static func texts(_ texts: [String]) -> [String] {
    let parts = texts.map { Parts($0) }
    let hasErrors = parts.contains { $0.error != nil }
    // A bracket after a number without an error uses the room of the errors.
    let tail = parts.map { $0.value.tail.count - (hasErrors && $0.value.tail.hasSuffix(")") ? 1 : 0) }.max() ?? 0
    let head = parts.compactMap { $0.error?.head.count }.max() ?? 0
    let end = parts.compactMap { $0.error?.tail.count }.max() ?? 0
    return parts.map { part in
      guard let error = part.error else {
        return part.value.head + padded(part.value.tail, to: tail + (hasErrors ? 1 + head + end : 0))
      }
      return part.value.head + padded(part.value.tail, to: tail) + " "
        + String(repeating: " ", count: head - error.head.count) + error.head + padded(error.tail, to: end)
    }
  }

  private static func padded(_ text: String, to count: Int) -> String {
    text + String(repeating: " ", count: count - text.count)
  }

  /// A number before its decimal point, and the point with what follows.
  private struct Halves {
    var head: String
    var tail: String

    init(_ text: Substring) {
      let point = text.firstIndex { $0 == "." || $0 == " " || $0 == ")" } ?? text.endIndex
      head = String(text[..<point])
      tail = String(text[point...])
    }
  }

  private struct Parts {
    var value: Halves
    var error: Halves?

    init(_ text: String) {
      guard let mark = text.firstIndex(of: "±") else {
        value = Halves(Substring(text))
        return
      }
      let number = text[..<mark]
      value = Halves(number.hasSuffix(" ") ? number.dropLast() : number)
      error = Halves(text[mark...])
    }
  }
}

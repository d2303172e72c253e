/// Numbers in a column, padded so that their decimal points stand below each other, and those of their errors too.
enum AlignedNumbers {
  /// - Parameter texts: Texts such as `0.35`, `+0.35 ±0.02`, `(0.35 ±0.02)` or `–`.
  static func texts(_ texts: [String]) -> [String] {
    let parts = texts.map { Parts($0) }
    let tail = parts.map(\.value.tail.count).max() ?? 0
    let hasErrors = parts.contains { $0.error != nil }
    let head = parts.compactMap { $0.error?.head.count }.max() ?? 0
    let end = parts.compactMap { $0.error?.tail.count }.max() ?? 0
    return parts.map { part in
      var text = part.value.head + padded(part.value.tail, to: tail)
      if hasErrors {
        let error = part.error.map {
          String(repeating: " ", count: head - $0.head.count) + $0.head + padded($0.tail, to: end)
        }
        text += error.map { " " + $0 } ?? String(repeating: " ", count: 1 + head + end)
      }
      return text
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

import PeachSupport

/// JSON for people too: an object's fields and a list's objects stand on lines of their own.
enum JSONText {
  static func text(_ value: Value) -> String { text(value, depth: 0) + "\n" }

  private static func text(_ value: Value, depth: Int) -> String {
    let pad = "\n" + String(repeating: "  ", count: depth + 1)
    let end = "\n" + String(repeating: "  ", count: depth)
    switch value {
    case .mapping(let fields) where !fields.isEmpty:
      let lines = fields.map { Escaping.json($0.key) + ": " + text($0.value, depth: depth + 1) }
      return "{" + pad + lines.joined(separator: "," + pad) + end + "}"
    case .list(let items) where items.contains(where: isObject):
      return "[" + pad + items.map { text($0, depth: depth + 1) }.joined(separator: "," + pad) + end + "]"
    default: return value.json()
    }
  }

  private static func isObject(_ value: Value) -> Bool {
    if case .mapping = value { return true }
    return false
  }
}

extension Value {
  /// An object of the fields that are there, in their order.
  static func object(_ fields: KeyValuePairs<String, Value?>) -> Value {
    .mapping(fields.compactMap { key, value in value.map { Field(key, $0) } })
  }

  static func texts(_ texts: [String]) -> Value { .list(texts.map { .text($0) }) }
}

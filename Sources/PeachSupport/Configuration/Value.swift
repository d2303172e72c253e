/// A resolved value of an experiment file, with defaults filled in.
///
/// ```swift
/// let value = Value.mapping([Value.Field("start", .number(12.5)), Value.Field("down", .integer(2))])
/// let text = value.json()  // {"start": 12.5, "down": 2}
/// ```
public indirect enum Value: Hashable, Sendable {
  /// A number that may have decimals. It must be finite: JSON has no infinity and no NaN.
  case number(Double)
  /// A whole number.
  case integer(Int)
  /// A seed, 0…2⁶⁴ − 1.
  case unsigned(UInt64)
  /// A word or other text.
  case text(String)
  /// `true` or `false`.
  case flag(Bool)
  /// Values in order.
  case list([Value])
  /// Keys with their values, in order.
  case mapping([Field])

  /// A key of a mapping with its value.
  public struct Field: Hashable, Sendable {
    /// The key, as in an experiment file.
    public var key: String
    /// The value under the key.
    public var value: Value

    /// A key with its value.
    public init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// The value under a key of a mapping; `nil` if the mapping does not have the key, or if this is not a mapping.
  public subscript(key: String) -> Value? {
    guard case .mapping(let fields) = self else { return nil }
    return fields.first { $0.key == key }?.value
  }

  /// The items of a list; empty for other values.
  public var items: [Value] { if case .list(let items) = self { items } else { [] } }

  /// The fields of a mapping; empty for other values.
  package var fields: [Field] { if case .mapping(let fields) = self { fields } else { [] } }

  /// The text of a `text` value; `nil` for other values.
  public var word: String? { if case .text(let text) = self { text } else { nil } }

  /// The number of an `integer` value; `nil` for other values, also for a `number` or an `unsigned`.
  public var wholeNumber: Int? { if case .integer(let number) = self { number } else { nil } }

  /// Any number; `nil` for other values.
  package var double: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }

  /// The value in messages, without quotes: `{trials: 60, maximum: 10000}`.
  package var plain: String {
    switch self {
    case .text(let text): text
    case .list(let items): "[" + items.map(\.plain).joined(separator: ", ") + "]"
    case .mapping(let fields): "{" + fields.map { "\($0.key): \($0.value.plain)" }.joined(separator: ", ") + "}"
    case .number, .integer, .unsigned, .flag: json()
    }
  }

  /// The value as JSON (RFC 8259, a subset of YAML 1.2), with the fields in their order.
  ///
  /// - Parameter indent: Spaces for each level of nested mappings; `nil` for JSON on one line. A list is always on one
  ///   line.
  public func json(indent: Int? = nil) -> String { json(indent: indent, depth: 0) }

  private func json(indent: Int?, depth: Int) -> String {
    switch self {
    case .number(let value): value.shortest
    case .integer(let value): String(value)
    case .unsigned(let value): String(value)
    case .text(let text): Escaping.json(text)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let items):
      Value.enclosed("[", items.map { $0.json(indent: nil, depth: depth + 1) }, "]", indent: nil, depth: depth)
    case .mapping(let fields):
      Value.enclosed(
        "{", fields.map { Escaping.json($0.key) + ": " + $0.value.json(indent: indent, depth: depth + 1) }, "}",
        indent: indent, depth: depth)
    }
  }

  private static func enclosed(_ open: String, _ parts: [String], _ close: String, indent: Int?, depth: Int) -> String {
    guard let indent, !parts.isEmpty else { return open + parts.joined(separator: ", ") + close }
    let pad = "\n" + String(repeating: " ", count: indent * (depth + 1))
    return open + pad + parts.joined(separator: "," + pad) + "\n" + String(repeating: " ", count: indent * depth)
      + close
  }
}

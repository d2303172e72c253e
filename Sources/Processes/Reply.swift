/// One line of JSON (RFC 8259) that holds an object, as a program beside us answers: read in one pass, for a line is read
/// at every trial. What is nested in it is passed over.
public struct Reply: Sendable {
  public enum Value: Hashable, Sendable {
    /// Finite.
    case number(Double)
    case text(String)
    case flag(Bool)
    case null
    /// A list or an object.
    case nested
  }

  private var fields: [(name: String, value: Value)] = []

  /// Nil where the object has no such name.
  public subscript(name: String) -> Value? { fields.first { $0.name == name }?.value }

  /// The number under a name; nil where there is none, or something else.
  public func number(_ name: String) -> Double? { if case .number(let value) = self[name] { value } else { nil } }

  /// The text under a name; nil where there is none, or something else.
  public func text(_ name: String) -> String? { if case .text(let value) = self[name] { value } else { nil } }

  /// The flag under a name; nil where there is none, or something else.
  public func flag(_ name: String) -> Bool? { if case .flag(let value) = self[name] { value } else { nil } }

  /// - Parameter line: Without its end.
  /// - Returns: Nil where it is anything else than one object.
  public init?(line: UnsafeBufferPointer<UInt8>) {
    var scanner = Scanner(bytes: line)
    guard let fields = scanner.object() else { return nil }
    self.fields = fields
  }

  private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var place = 0

    private var byte: UInt8 { place < bytes.count ? bytes[place] : 0 }

    private mutating func skipSpace() {
      while byte == 0x20 || byte == 0x09 || byte == 0x0d { place += 1 }
    }

    /// Whether the next byte, spaces apart, is this one, which is then passed.
    private mutating func take(_ expected: Character) -> Bool {
      skipSpace()
      guard byte == expected.asciiValue else { return false }
      place += 1
      return true
    }

    /// The whole line.
    mutating func object() -> [(name: String, value: Value)]? {
      guard take("{") else { return nil }
      var fields: [(name: String, value: Value)] = []
      fields.reserveCapacity(4)
      if !take("}") {
        repeat {
          skipSpace()
          guard let name = string(), take(":"), let value = value() else { return nil }
          fields.append((name, value))
        } while take(",")
        guard take("}") else { return nil }
      }
      skipSpace()
      return place == bytes.count ? fields : nil
    }

    private mutating func value() -> Value? {
      skipSpace()
      switch byte {
      case UInt8(ascii: "\""): return string().map { .text($0) }
      case UInt8(ascii: "{"), UInt8(ascii: "["): return nested() ? .nested : nil
      case UInt8(ascii: "t"): return word("true") ? .flag(true) : nil
      case UInt8(ascii: "f"): return word("false") ? .flag(false) : nil
      case UInt8(ascii: "n"): return word("null") ? .null : nil
      default: return number().map { .number($0) }
      }
    }

    private mutating func word(_ word: StaticString) -> Bool {
      let count = word.utf8CodeUnitCount
      guard place + count <= bytes.count, (0..<count).allSatisfy({ bytes[place + $0] == word.utf8Start[$0] }) else {
        return false
      }
      place += count
      return true
    }

    /// A finite number: neither NaN nor Infinity is JSON.
    private mutating func number() -> Double? {
      let start = place
      while byte >= 0x30 && byte <= 0x39 || byte == 0x2d || byte == 0x2b || byte == 0x2e || byte | 0x20 == 0x65 {
        place += 1
      }
      let text = String(decoding: bytes[start..<place], as: UTF8.self)
      guard !text.hasPrefix("+"), !text.hasPrefix("."), let value = Double(text), value.isFinite else { return nil }
      return value
    }

    private mutating func string() -> String? {
      guard take("\"") else { return nil }
      let start = place
      while place < bytes.count, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { place += 1 }
      guard place < bytes.count else { return nil }
      if byte == UInt8(ascii: "\"") {
        place += 1
        return String(decoding: bytes[start..<(place - 1)], as: UTF8.self)
      }
      return escaped(from: start)
    }

    /// A string with escapes, from the first of them.
    private mutating func escaped(from start: Int) -> String? {
      var text = Array(bytes[start..<place])
      while place < bytes.count, byte >= 0x20 {
        defer { place += 1 }
        if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
        guard byte == UInt8(ascii: "\\") else {
          text.append(byte)
          continue
        }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "b"), UInt8(ascii: "f"): text.append(0x20)
        case UInt8(ascii: "u"):
          guard place + 4 < bytes.count else { return nil }
          let digits = String(decoding: bytes[(place + 1)...(place + 4)], as: UTF8.self)
          guard let number = UInt32(digits, radix: 16) else { return nil }
          text += Array(String(Unicode.Scalar(number) ?? "\u{fffd}").utf8)
          place += 4
        default: return nil
        }
      }
      return nil
    }

    /// Passes over a list or an object, at most to a depth of 64.
    private mutating func nested() -> Bool {
      var depth = 0
      while place < bytes.count {
        switch byte {
        case UInt8(ascii: "\""):
          guard string() != nil else { return false }
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        place += 1
        if depth == 0 { return true }
        if depth > 64 { return false }
      }
      return false
    }
  }
}

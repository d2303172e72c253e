/// One line of JSON (RFC 8259) that holds an object, as a program next to ours answers. It is read in one pass, because
/// there is a line for every trial. Lists in it are skipped.
package struct Reply: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    /// Finite.
    case number(Double)
    case text(String)
    case flag(Bool)
    case null
    case list
    case object(Reply)
  }

  private struct Field: Hashable {
    var name: String
    var value: Value
  }

  private var fields: [Field] = []

  /// In their order.
  package var names: [String] { fields.map(\.name) }

  /// `nil` if the object has no such name.
  package subscript(name: String) -> Value? { fields.first { $0.name == name }?.value }

  /// The number under a name; `nil` if there is none, or something else.
  package func number(_ name: String) -> Double? { if case .number(let value) = self[name] { value } else { nil } }

  /// The text under a name; `nil` if there is none, or something else.
  package func text(_ name: String) -> String? { if case .text(let value) = self[name] { value } else { nil } }

  /// The flag under a name; `nil` if there is none, or something else.
  package func flag(_ name: String) -> Bool? { if case .flag(let value) = self[name] { value } else { nil } }

  /// The object under a name; `nil` if there is none, or something else.
  package func object(_ name: String) -> Reply? { if case .object(let value) = self[name] { value } else { nil } }

  private init(_ fields: [Field]) { self.fields = fields }

  /// Returns this reply with the fields of another one that this one leaves out or states as `null`.
  package func completed(by other: Reply) -> Reply {
    let own = fields.filter { $0.value != .null }
    return Reply(own + other.fields.filter { field in !own.contains { $0.name == field.name } })
  }

  /// - Parameter line: Without its end.
  /// - Returns: `nil` if it is anything else than one object.
  package init?(line: UnsafeBufferPointer<UInt8>) {
    var scanner = Scanner(bytes: line)
    guard let fields = scanner.object(), scanner.isAtEnd else { return nil }
    self.fields = fields
  }

  private struct Scanner {
    /// How many lists and objects may stand in one another.
    private static let deepest = 64

    let bytes: UnsafeBufferPointer<UInt8>
    var place = 0
    private var depth = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether nothing but space follows.
    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return place == bytes.count
      }
    }

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

    mutating func object() -> [Field]? {
      guard take("{") else { return nil }
      var fields: [Field] = []
      if take("}") { return fields }
      fields.reserveCapacity(4)
      repeat {
        skipSpace()
        guard let name = string(), take(":"), let value = value() else { return nil }
        fields.append(Field(name: name, value: value))
      } while take(",")
      return take("}") ? fields : nil
    }

    private mutating func list() -> Bool {
      guard take("[") else { return false }
      if take("]") { return true }
      repeat {
        guard value() != nil else { return false }
      } while take(",")
      return take("]")
    }

    private mutating func value() -> Value? {
      skipSpace()
      switch byte {
      case UInt8(ascii: "\""): return string().map { .text($0) }
      case UInt8(ascii: "{"): return nested { $0.object().map { .object(Reply($0)) } }
      case UInt8(ascii: "["): return nested { $0.list() ? .list : nil }
      case UInt8(ascii: "t"): return word("true") ? .flag(true) : nil
      case UInt8(ascii: "f"): return word("false") ? .flag(false) : nil
      case UInt8(ascii: "n"): return word("null") ? .null : nil
      default: return number().map { .number($0) }
      }
    }

    private mutating func nested(_ read: (inout Scanner) -> Value?) -> Value? {
      depth += 1
      defer { depth -= 1 }
      return depth <= Self.deepest ? read(&self) : nil
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
      if byte == UInt8(ascii: "-") { place += 1 }
      let hasZero = byte == UInt8(ascii: "0")
      let whole = digits()
      guard whole == 1 || whole > 1 && !hasZero else { return nil }
      if byte == UInt8(ascii: ".") {
        place += 1
        guard digits() > 0 else { return nil }
      }
      if byte | 0x20 == UInt8(ascii: "e") {
        place += 1
        if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { place += 1 }
        guard digits() > 0 else { return nil }
      }
      let value = Double(String(decoding: bytes[start..<place], as: UTF8.self))
      return value.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Passes digits, and counts them.
    private mutating func digits() -> Int {
      let start = place
      while UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { place += 1 }
      return place - start
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
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0c)
        case UInt8(ascii: "u"):
          guard let scalar = scalar() else { return nil }
          text += Array(String(scalar).utf8)
        default: return nil
        }
      }
      return nil
    }

    /// The scalar of `\uXXXX`, or of two of them that are a pair of surrogates, up to their last digit; a half of a pair
    /// stands for no scalar.
    private mutating func scalar() -> Unicode.Scalar? {
      guard let first = unit() else { return nil }
      guard UTF16.isLeadSurrogate(first), place + 2 < bytes.count, bytes[place + 1] == UInt8(ascii: "\\"),
        bytes[place + 2] == UInt8(ascii: "u")
      else { return Unicode.Scalar(first) ?? "\u{fffd}" }
      let end = place
      place += 2
      guard let second = unit() else { return nil }
      guard UTF16.isTrailSurrogate(second) else {
        place = end
        return "\u{fffd}"
      }
      return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    /// Four hexadecimal digits, from the byte after this one to the last of them.
    private mutating func unit() -> UInt16? {
      guard place + 4 < bytes.count else { return nil }
      var unit: UInt16 = 0
      for digit in bytes[(place + 1)...(place + 4)] {
        guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
        unit = unit << 4 | UInt16(value)
      }
      place += 4
      return unit
    }
  }
}

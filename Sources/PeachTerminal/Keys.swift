/// The meaning of a key of the keyboard.
package enum Key: Hashable, Sendable {
  case up, down, left, right, pageUp, pageDown
  case enter, backspace, escape
  /// Ctrl-D.
  case end
  case character(Character)
}

extension Key {
  /// The name by which a study assigns the key: its character, or one of `ResponseKeys.names`; `nil` if it cannot be assigned.
  package var name: String? {
    switch self {
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .pageUp: "page-up"
    case .pageDown: "page-down"
    case .enter: "enter"
    case .backspace: "backspace"
    case .character(" "): "space"
    case .character(let character): character.lowercased()
    case .escape, .end: nil
    }
  }
}

/// Turns the bytes a terminal sends into keys.
///
/// Source: ECMA-48 (1991) for the arrow keys' sequences CSI A to CSI D; SS3 A to SS3 D are sent in application mode. Pages
/// are CSI 5 ~ and CSI 6 ~, as on a VT220.
package struct KeyDecoder: Sendable {
  /// How long the rest of a sequence may take to come, in seconds: over a network it may come in a read of its own.
  package static let patience = 0.1

  private var pending: [UInt8] = []
  /// Whether the last key was an escape whose rest may still come, later than `patience`.
  private var isRestAwaited = false

  package init() {}

  /// Whether the bytes so far end within a sequence or a character.
  package var isIncomplete: Bool { !pending.isEmpty }

  /// The keys of the bytes so far; the beginning of a sequence is kept for the next call.
  package mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    let bytes = Array(bytes)
    // A person does not type a bracket and a letter at once.
    if isRestAwaited, bytes.count >= 2, bytes[0] == 0x5b || bytes[0] == 0x4f { pending = [0x1b] }
    if !bytes.isEmpty { isRestAwaited = false }
    pending += bytes
    var keys: [Key] = []
    while let first = pending.first {
      guard let (key, length) = decode(first) else { break }
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Ends the wait for the rest. A lone escape is the key of that name; any other incomplete sequence is dropped.
  package mutating func flush() -> [Key] {
    defer { pending = [] }
    isRestAwaited = pending == [0x1b]
    return isRestAwaited ? [.escape] : []
  }

  /// The key and how many bytes it has; `nil` if bytes are missing. A key that Peach does not use has no name.
  private func decode(_ first: UInt8) -> (key: Key?, length: Int)? {
    switch first {
    case 0x1b: return sequence()
    case 0x04: return (.end, 1)
    case 0x0a, 0x0d: return (.enter, 1)
    case 0x08, 0x7f: return (.backspace, 1)
    // Control characters, and the middle of a character whose beginning is missing.
    case ..<0x20, 0x80..<0xc0: return (nil, 1)
    default:
      let length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
      // A byte that is not a part of the character begins the next key.
      if let other = pending[1..<min(length, pending.count)].firstIndex(where: { $0 & 0xc0 != 0x80 }) {
        return (nil, other)
      }
      guard pending.count >= length else { return nil }
      let text = String(decoding: pending[..<length], as: UTF8.self)
      return (text.first.map(Key.character), length)
    }
  }

  private func sequence() -> (key: Key?, length: Int)? {
    guard pending.count > 1 else { return nil }
    guard pending[1] == 0x5b || pending[1] == 0x4f else { return (.escape, 1) }
    // The function keys of the Linux console are CSI [ A to CSI [ E.
    let start = pending.starts(with: [0x1b, 0x5b, 0x5b]) ? 3 : 2
    // Parameters in space…?, then a final byte in @…~. Any other byte breaks off the sequence and begins the next key.
    guard let end = pending[start...].firstIndex(where: { !(0x20...0x3f).contains($0) }) else { return nil }
    guard (0x40...0x7e).contains(pending[end]) else { return (nil, end) }
    if start == 3 { return (nil, end + 1) }
    return (Self.keys[Array(pending[2...end])] ?? Self.arrows[pending[end]], end + 1)
  }

  /// By the bytes after the introducer; Peach does not use the keys to the sides with modifiers.
  private static let keys: [[UInt8]: Key] = [
    [0x43]: .right, [0x44]: .left, [0x35, 0x7e]: .pageUp, [0x36, 0x7e]: .pageDown,
  ]
  /// By the last byte, whatever modifies them.
  private static let arrows: [UInt8: Key] = [0x41: .up, 0x42: .down]
}

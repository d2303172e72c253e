/// What a key of the keyboard means, wherever it is pressed.
public enum Key: Hashable, Sendable {
  case up, down, left, right, pageUp, pageDown
  case enter, backspace, escape
  /// Ctrl-D.
  case end
  case character(Character)
}

/// Turns the bytes a terminal sends into keys.
///
/// Source: ECMA-48 (1991) for the arrow keys' sequences CSI A to CSI D; SS3 A to SS3 D are sent in application mode. Pages
/// are CSI 5 ~ and CSI 6 ~, as on a VT220.
public struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []

  public init() {}

  /// The keys of the bytes so far; the beginning of a sequence is kept for the next call.
  public mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let first = pending.first {
      guard let (key, length) = decode(first) else { break }
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// An escape that nothing followed is the key of that name.
  public mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending == [0x1b] ? [.escape] : []
  }

  /// The key and how many bytes it has; nil where bytes are missing. What is no key of ours has none.
  private func decode(_ first: UInt8) -> (key: Key?, length: Int)? {
    switch first {
    case 0x1b: return sequence()
    case 0x04: return (.end, 1)
    case 0x0a, 0x0d: return (.enter, 1)
    case 0x08, 0x7f: return (.backspace, 1)
    case ..<0x20: return (nil, 1)
    default:
      let length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
      guard pending.count >= length else { return nil }
      let text = String(decoding: pending[..<length], as: UTF8.self)
      return (text.first.map(Key.character), length)
    }
  }

  private func sequence() -> (key: Key?, length: Int)? {
    guard pending.count > 1 else { return nil }
    guard pending[1] == 0x5b || pending[1] == 0x4f else { return (.escape, 1) }
    // Parameters, then a final byte in @…~.
    guard let end = pending[2...].firstIndex(where: { (0x40...0x7e).contains($0) }) else { return nil }
    return (Self.keys[Array(pending[2...end])] ?? Self.arrows[pending[end]], end + 1)
  }

  /// By the bytes after the introducer; with modifiers the keys to the sides are none of ours.
  private static let keys: [[UInt8]: Key] = [
    [0x43]: .right, [0x44]: .left, [0x35, 0x7e]: .pageUp, [0x36, 0x7e]: .pageDown,
  ]
  /// By the last byte, whatever modifies them.
  private static let arrows: [UInt8: Key] = [0x41: .up, 0x42: .down]
}

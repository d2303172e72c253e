/// What a key of the keyboard means, wherever it is pressed.
public enum Key: Hashable, Sendable {
  case up, down
  case enter, backspace, escape
  /// Ctrl-D.
  case end
  case character(Character)
}

/// Turns the bytes a terminal sends into keys.
///
/// Source: ECMA-48 (1991) for the arrow keys' sequences CSI A and CSI B; SS3 A and SS3 B are sent in application mode.
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
    let key: Key? = pending[end] == 0x41 ? .up : pending[end] == 0x42 ? .down : nil
    return (key, end + 1)
  }
}

import PeachTerminal

/// Bytes of a keyboard: the keys are the same however the terminal splits them.
struct KeysTarget: FuzzTarget {
  static let name = "keys"

  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    let typed = bytes.dropFirst()
    var (whole, split) = (KeyDecoder(), KeyDecoder())
    let keys = whole.keys(typed)
    let size = Int(way) % 7 + 1
    var others: [Key] = []
    for start in stride(from: typed.startIndex, to: typed.endIndex, by: size) {
      others += split.keys(typed[start..<min(start + size, typed.endIndex)])
    }
    if keys != others || whole.flush() != split.flush() { find("\(keys), in pieces of \(size) \(others)") }
    return []
  }
}

/// Turns UTF-16 that comes in pieces into UTF-8.
struct UTF16Pieces {
  private let isBigEndian: Bool
  private var isFirst = true
  /// A byte whose other half is in the next piece.
  private var half: UInt8?
  /// The first of two surrogates, whose other is in the next piece.
  private var high: UInt16?

  /// - Parameter beginning: The first piece. `nil` if it has no byte order mark, and not every other byte is 0.
  init?(_ beginning: [UInt8]) {
    if beginning.starts(with: [0xff, 0xfe]) {
      isBigEndian = false
    } else if beginning.starts(with: [0xfe, 0xff]) {
      isBigEndian = true
    } else {
      // A header is mostly ASCII, whose other byte is 0.
      let pairs = zip(stride(from: 0, to: 64, by: 2), stride(from: 1, to: 64, by: 2))
        .filter { $1 < beginning.count }.map { (beginning[$0], beginning[$1]) }
      guard pairs.count > 2 else { return nil }
      if pairs.allSatisfy({ $0.0 != 0 && $0.1 == 0 }) {
        isBigEndian = false
      } else if pairs.allSatisfy({ $0.0 == 0 && $0.1 != 0 }) {
        isBigEndian = true
      } else {
        return nil
      }
    }
  }

  /// The next piece in UTF-8, without a byte order mark. Anything that is not UTF-16 becomes U+FFFD.
  mutating func decode(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
    var bytes = piece
    if let half { bytes.insert(half, at: 0) }
    half = bytes.count % 2 == 1 && !isLast ? bytes.removeLast() : nil
    var units = (0..<bytes.count / 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    if let high { units.insert(high, at: 0) }
    high = nil
    if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) { high = units.removeLast() }
    if isFirst, units.first == 0xfeff { units.removeFirst() }
    isFirst = false
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

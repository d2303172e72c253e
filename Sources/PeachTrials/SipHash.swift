/// SipHash-2-4 with a 128-bit result, for naming random streams and for digests; not for secrets.
///
/// Source: Aumasson & Bernstein (2012), "SipHash: a fast short-input PRF", INDOCRYPT 2012,
/// doi:10.1007/978-3-642-34931-7_28; the 128-bit variant is that of the authors' reference code.
package struct SipHash: Sendable {
  /// A key or a result: two 64-bit words. The first holds the first eight bytes in little-endian order.
  package struct Words: Hashable, Sendable {
    package var first: UInt64
    package var second: UInt64

    package init(_ first: UInt64, _ second: UInt64) {
      self.first = first
      self.second = second
    }

    /// 32 hexadecimal digits, the bytes in order.
    package var hex: String {
      [first, second].flatMap { word in
        (0..<8).map { index in
          let text = String((word >> (8 * UInt64(index))) & 0xff, radix: 16)
          return text.count == 1 ? "0" + text : text
        }
      }.joined()
    }
  }

  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
  private var tail: UInt64 = 0
  private var count: UInt64 = 0

  package init(key: Words) {
    v0 = key.first ^ 0x736f_6d65_7073_6575
    v1 = key.second ^ 0x646f_7261_6e64_6f6d ^ 0xee
    v2 = key.first ^ 0x6c79_6765_6e65_7261
    v3 = key.second ^ 0x7465_6462_7974_6573
  }

  package mutating func add(_ byte: UInt8) {
    tail |= UInt64(byte) << (8 * (count & 7))
    count += 1
    if count & 7 == 0 {
      compress(tail)
      tail = 0
    }
  }

  /// Adds eight bytes, least significant first.
  package mutating func add(_ word: UInt64) {
    if count & 7 == 0 {
      count += 8
      compress(word)
    } else {
      for index in 0..<8 { add(UInt8(truncatingIfNeeded: word >> (8 * UInt64(index)))) }
    }
  }

  /// Adds a text with its length, so that no two lists of texts hash alike by running together.
  package mutating func add(_ text: String) {
    add(UInt64(text.utf8.count))
    for byte in text.utf8 { add(byte) }
  }

  package consuming func finish() -> Words {
    var state = self
    state.compress(state.tail | (state.count << 56))
    state.v2 ^= 0xee
    for _ in 0..<4 { state.round() }
    let first = state.v0 ^ state.v1 ^ state.v2 ^ state.v3
    state.v1 ^= 0xdd
    for _ in 0..<4 { state.round() }
    return Words(first, state.v0 ^ state.v1 ^ state.v2 ^ state.v3)
  }

  @inline(__always)
  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  @inline(__always)
  private mutating func round() {
    @inline(__always)
    func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 { word &<< bits | word &>> (64 &- bits) }
    v0 &+= v1
    v1 = rotated(v1, by: 13) ^ v0
    v0 = rotated(v0, by: 32)
    v2 &+= v3
    v3 = rotated(v3, by: 16) ^ v2
    v0 &+= v3
    v3 = rotated(v3, by: 21) ^ v0
    v2 &+= v1
    v1 = rotated(v1, by: 17) ^ v2
    v2 = rotated(v2, by: 32)
  }
}

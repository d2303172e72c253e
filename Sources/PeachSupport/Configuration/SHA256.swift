/// The SHA-256 of bytes, by which anybody can tell a file.
///
/// Source: FIPS PUB 180-4 (2015), Secure Hash Standard, §5 and §6.2, doi:10.6028/NIST.FIPS.180-4.
package struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// Bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  /// The SHA-256 of a file, in 64 hexadecimal digits; `nil` if it cannot be read.
  package static func of(file path: String) -> String? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var hash = SHA256()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&bytes, 1, bytes.count, file)
      if count == 0 { break }
      hash.add(bytes[..<count])
    }
    return ferror(file) == 0 ? hash.finish() : nil
  }

  package mutating func add(_ bytes: some Collection<UInt8>) {
    count += UInt64(bytes.count)
    rest += bytes
    var start = 0
    while rest.count - start >= 64 {
      digest(rest[start..<start + 64])
      start += 64
    }
    rest.removeFirst(start)
  }

  /// In 64 hexadecimal digits.
  package consuming func finish() -> String {
    finishWords().map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 8 - text.count) + text
    }.joined()
  }

  /// In base64, as the content policy of a page has it.
  package consuming func finishInBase64() -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)
    var text = ""
    var bits: UInt32 = 0
    var waiting: UInt32 = 0
    func add(_ index: UInt32) { text.unicodeScalars.append(alphabet[Int(index & 63)]) }
    for word in finishWords() {
      for shift: UInt32 in [24, 16, 8, 0] {
        bits = (bits & 63) << 8 | word >> shift & 0xff
        waiting += 8
        while waiting >= 6 {
          waiting -= 6
          add(bits >> waiting)
        }
      }
    }
    // 256 bits are 42 groups of six and four bits more.
    add(bits << 2)
    return text + "="
  }

  private consuming func finishWords() -> [UInt32] {
    let bits = count * 8
    let zeros = (119 - Int(count % 64)) % 64
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    add([0x80] + [UInt8](repeating: 0, count: zeros) + length)
    return state
  }

  private mutating func digest(_ block: ArraySlice<UInt8>) {
    var words = [UInt32](repeating: 0, count: 16)
    for (place, byte) in block.enumerated() { words[place / 4] = words[place / 4] << 8 | UInt32(byte) }
    func turned(_ value: UInt32, _ bits: UInt32) -> UInt32 { value >> bits | value << (32 - bits) }
    for t in 16..<64 {
      let (near, far) = (words[t - 2], words[t - 15])
      let first = turned(near, 17) ^ turned(near, 19) ^ near >> 10
      let second = turned(far, 7) ^ turned(far, 18) ^ far >> 3
      words.append(first &+ words[t - 7] &+ second &+ words[t - 16])
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ SHA256.constants[t] &+ words[t]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (place, value) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= value }
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

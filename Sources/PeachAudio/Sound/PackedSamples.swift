/// Samples as little-endian whole numbers of 24 bits.
enum PackedSamples {
  private static let full = 8_388_607.0
  /// Added to a double of at most 2^51 it leaves the nearest whole number (ties to even) in the low bits, which no vector
  /// instruction of the oldest processors would round to.
  private static let rounder = 0x1.8p52

  /// - Parameter bytes: Room for three bytes a sample and one more.
  static func pack(_ samples: UnsafeBufferPointer<Float>, into bytes: UnsafeMutableRawBufferPointer) {
    guard let source = samples.baseAddress, let target = bytes.baseAddress else { return }
    let whole = samples.count & ~7
    for i in stride(from: 0, to: whole, by: 8) {
      let s = numbers(UnsafeRawPointer(source + i).loadUnaligned(as: SIMD8<Float>.self))
      // Eight numbers of 24 bits are three words of 64.
      let words = target + 3 * i
      words.storeBytes(of: (s[0] | s[1] &<< 24 | s[2] &<< 48).littleEndian, as: UInt64.self)
      words.storeBytes(
        of: (s[2] &>> 16 | s[3] &<< 8 | s[4] &<< 32 | s[5] &<< 56).littleEndian, toByteOffset: 8, as: UInt64.self)
      words.storeBytes(of: (s[5] &>> 8 | s[6] &<< 16 | s[7] &<< 40).littleEndian, toByteOffset: 16, as: UInt64.self)
    }
    for i in whole..<samples.count {
      let number = numbers(SIMD8(repeating: samples[i]))[0]
      for byte in 0..<3 { bytes[3 * i + byte] = UInt8(truncatingIfNeeded: number &>> UInt64(8 * byte)) }
    }
  }

  @inline(__always) private static func numbers(_ samples: SIMD8<Float>) -> SIMD8<UInt64> {
    var bounded = samples
    bounded.replace(with: 1, where: samples .> 1)
    bounded.replace(with: -1, where: samples .< -1)
    let shifted = SIMD8<Double>(bounded) * full + rounder
    return unsafeBitCast(shifted, to: SIMD8<UInt64>.self) & 0xFF_FFFF
  }
}

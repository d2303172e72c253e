public import PeachSupport

/// A stream of pseudorandom numbers that a seed determines. It is a value: a copy replays the same numbers.
///
/// The generator is xoshiro256**, with its state filled by SplitMix64. Peach computes every distribution itself, because
/// the standard library does not promise how it uses a generator. A draw is one 64-bit number of the stream; a call takes
/// one or more of them, such as two for `normal`.
///
/// Source: Blackman & Vigna (2021), "Scrambled linear pseudorandom number generators", ACM Trans. Math. Softw.
/// 47(4):36, doi:10.1145/3460772; Steele, Lea & Flood (2014), doi:10.1145/2714064.2660195 (SplitMix64).
///
/// ```swift
/// var random = RandomStream(seed: 7)
/// let isHigher = random.unit() < 0.75
/// let noise = 12 * random.normal()
/// ```
@frozen
public struct RandomStream: Hashable, Sendable {
  @usableFromInline var s0: UInt64
  @usableFromInline var s1: UInt64
  @usableFromInline var s2: UInt64
  @usableFromInline var s3: UInt64

  /// The stream of a seed, any 64-bit number; the same seed gives the same numbers. SplitMix64 fills the state from it,
  /// as the generator's authors recommend.
  public init(seed: UInt64) {
    var mixer = SplitMix64(state: seed)
    (s0, s1, s2, s3) = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// A stream from 128 bits; each half fills two words of the state.
  package init(seed: SipHash.Words) {
    var first = SplitMix64(state: seed.first)
    var second = SplitMix64(state: seed.second)
    (s0, s1, s2, s3) = (first.next(), first.next(), second.next(), second.next())
  }

  /// Returns the next 64 random bits. One draw.
  @inlinable @inline(__always)
  public mutating func next() -> UInt64 {
    let scrambled = s1 &* 5
    let result = (scrambled << 7 | scrambled >> 57) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = s3 << 45 | s3 >> 19
    return result
  }

  /// Returns a number distributed uniformly in [0, 1), a multiple of 2⁻⁵³. One draw.
  @inlinable @inline(__always)
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a whole number in 0..<`count`, each about equally likely; `count` must be at least 1. The method is
  /// multiply-shift: each probability is off by less than `count` · 2⁻⁶⁴. One draw.
  @inlinable @inline(__always)
  public mutating func index(below count: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(truncatingIfNeeded: count)).high)
  }

  /// Returns +1 or −1, each with probability ½. One draw.
  @inlinable @inline(__always)
  public mutating func sign() -> Double {
    // The draw's first bit becomes the sign. A branch on it would be predicted wrongly every other time.
    Double(bitPattern: 1.0.bitPattern | next() & 1 &<< 63)
  }

  /// Returns a standard normal number (mean 0, standard deviation 1) by Box & Muller's cosine branch. It keeps
  /// nothing for the next call and rejects nothing. Two draws.
  ///
  /// Source: Box & Muller (1958), Ann. Math. Statist. 29:610–611, doi:10.1214/aoms/1177706645.
  @inlinable @inline(__always)
  public mutating func normal() -> Double {
    let first = unit()
    let second = unit()
    return (-2 * log(1 - first)).squareRoot() * cos(2 * .pi * second)
  }

  /// Puts `items` in random order, every order equally likely (Fisher & Yates). `items.count` − 1 draws; none for an
  /// empty list.
  public mutating func shuffle<Item>(_ items: inout [Item]) {
    guard items.count > 1 else { return }
    for last in stride(from: items.count - 1, to: 0, by: -1) { items.swapAt(last, index(below: last + 1)) }
  }
}

/// The generator that fills the state of another.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

import PeachTrials
import Testing

@Suite struct RandomStreamTests {
  /// The generators' authors publish the code; these are its numbers, made again in another language.
  @Test(
    arguments: [
      (UInt64(0), [0x99ec_5f36_cb75_f2b4, 0xbf6e_1f78_4956_452a, 0x1a5f_849d_4933_e6e0]),
      (1, [0xb3f2_af6d_0fc7_10c5, 0x853b_5596_4736_4cea, 0x92f8_9756_082a_4514]),
      (20_260_211, [0x1586_1f13_9368_a15b, 0xa704_9e89_472c_1642, 0x0190_97cf_f6dc_2667]),
    ] as [(UInt64, [UInt64])])
  func `a seed gives the published generator's numbers`(seed: UInt64, expected: [UInt64]) {
    var stream = RandomStream(seed: seed)
    #expect((0..<3).map { _ in stream.next() } == expected)
  }

  @Test func `each half of 128 bits of seed fills half of the state`() {
    var stream = RandomStream(seed: SipHash.Words(0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210))
    #expect(
      (0..<3).map { _ in stream.next() }
        == [0xa2c2_a420_38d4_ec3d, 0xdc66_249b_a38d_f6eb, 0x43d4_fa23_07cf_c4c7])
  }

  @Test func `a copy replays the same numbers and is equal until one of them draws`() {
    var stream = RandomStream(seed: 7919)
    _ = stream.next()
    var copy = stream
    #expect(copy == stream)
    let first = stream.next()
    #expect(copy != stream)
    #expect(copy.next() == first)
    #expect(copy == stream)
  }

  /// From the same words as above, by the definition of each draw.
  @Test func `draws follow their definitions from the generator's numbers`() {
    var units = RandomStream(seed: 20_260_211)
    #expect(
      (0..<6).map { _ in units.unit() } == [
        0.08407778003621269, 0.6524142346526534, 0.006112564346822058, 0.1492424303970178, 0.3951713651143659,
        0.5384777817103237,
      ])
    var indices = RandomStream(seed: 20_260_211)
    #expect((0..<8).map { _ in indices.index(below: 37) } == [3, 24, 0, 5, 14, 19, 2, 14])
    var signs = RandomStream(seed: 20_260_211)
    #expect((0..<8).map { _ in signs.sign() } == [1, -1, 1, 1, 1, -1, 1, 1])
    var items = Array(0..<9)
    var shuffling = RandomStream(seed: 20_260_211)
    shuffling.shuffle(&items)
    #expect(items == [4, 3, 7, 2, 1, 6, 8, 5, 0])
  }

  /// Against 30 digits. The argument of the cosine is rounded, by at most an ulp of 2π: so is the result.
  @Test func `a normal is the cosine branch of Box and Muller`() {
    var stream = RandomStream(seed: 20_260_211)
    for expected in [-0.24117139812498196, 0.06551516976165830, -0.97364194905776222] {
      #expect(abs(stream.normal() - expected) <= 4e-15)
    }
  }

  @Test func `one draw for a unit, an index and a sign, two for a normal, n − 1 for a shuffle of n`() {
    var items = Array(0..<23)
    expectDraws(1) { _ = $0.unit() }
    expectDraws(1) { _ = $0.index(below: 1) }
    expectDraws(1) { _ = $0.sign() }
    expectDraws(2) { _ = $0.normal() }
    expectDraws(22) { $0.shuffle(&items) }
    var none: [Int] = []
    expectDraws(0) { $0.shuffle(&none) }
    #expect(items.sorted() == Array(0..<23))
  }

  private func expectDraws(
    _ count: Int, sourceLocation: SourceLocation = #_sourceLocation, _ draw: (inout RandomStream) -> Void
  ) {
    var stream = RandomStream(seed: 104_729)
    var counted = stream
    draw(&stream)
    for _ in 0..<count { _ = counted.next() }
    #expect(stream == counted, sourceLocation: sourceLocation)
  }
}

import PeachTrials
import Testing

@Suite struct StreamsTests {
  /// The number that the first draw of a stream is.
  private func first(_ seed: UInt64, _ path: [String], _ replicate: Int) -> UInt64 {
    var stream = StreamFamily(seed: seed, path: path).stream(replicate: replicate)
    return stream.next()
  }

  /// From an implementation in another language: results made today must be made again by every later build.
  @Test func `a path names the same stream for ever`() {
    var stream = StreamFamily(seed: 20_260_211, path: ["task", "musician"]).stream(replicate: 7)
    #expect(
      (0..<3).map { _ in stream.next() }
        == [0x54fa_0068_ac45_b176, 0xd557_90df_d6e3_1d60, 0x6813_b3f6_1131_9a46])
    var far = StreamFamily(seed: 20_260_211, path: ["strategy", "kazez", "non-musician"])
      .stream(replicate: 10_000_000)
    #expect(
      (0..<3).map { _ in far.next() } == [0xc2ae_6dea_a2a4_499f, 0x3064_96a3_27fd_4c53, 0xb0bc_8fbf_ee4e_06e2])
  }

  @Test func `the same seed, path and replicate name the same stream`() {
    let family = StreamFamily(seed: 7919, path: ["listener", "musician"])
    #expect(family == StreamFamily(seed: 7919, path: ["listener", "musician"]))
    #expect(family.stream(replicate: 3) == family.stream(replicate: 3))
  }

  @Test func `seeds, names, their order and replicates all tell streams apart`() {
    let firsts = [
      first(7919, ["task", "musician"], 3), first(7920, ["task", "musician"], 3), first(7919, ["task", "Musician"], 3),
      first(7919, ["listener", "musician"], 3), first(7919, ["musician", "task"], 3), first(7919, ["task"], 3),
      first(7919, ["task", "musician", ""], 3), first(7919, ["task", "musician"], 4), first(7919, [], 3),
    ]
    #expect(Set(firsts).count == firsts.count)
  }

  @Test func `the parts of a path do not run together`() {
    let firsts = [["ab", "c"], ["a", "bc"], ["abc"], ["", "abc"], ["abc", ""], ["a", "b", "c"]].map {
      first(104_729, $0, 1)
    }
    #expect(Set(firsts).count == firsts.count)
  }

  /// 20 000 first draws of 64 bits: two agree by chance with probability 1.1e-11.
  @Test func `neighbouring replicates and seeds share no stream`() {
    let replicates = (1...10_000).map { first(7919, ["task", "musician"], $0) }
    let seeds = (0..<10_000).map { first(UInt64($0), ["task", "musician"], 10_001) }
    #expect(Set(replicates + seeds).count == 20_000)
  }

  @Test func `strategies with one listener share its draws and notes and have a stream each`() {
    let kazez = StreamNames(seed: 7919, listener: "musician", strategy: "kazez")
    let adaptive = StreamNames(seed: 7919, listener: "musician", strategy: "adaptive")
    #expect(kazez.listener == adaptive.listener)
    #expect(kazez.streams(replicate: 5).task == adaptive.streams(replicate: 5).task)
    #expect(kazez.streams(replicate: 5).strategy != adaptive.streams(replicate: 5).strategy)
  }

  @Test func `the paths are those that the results promise`() {
    let names = StreamNames(seed: 7919, listener: "musician", strategy: "kazez")
    #expect(names.listener == StreamFamily(seed: 7919, path: ["listener", "musician"]))
    #expect(names.task == StreamFamily(seed: 7919, path: ["task", "musician"]))
    #expect(names.strategy == StreamFamily(seed: 7919, path: ["strategy", "kazez", "musician"]))
    #expect(names.streams(replicate: 5).task == names.task.stream(replicate: 5))
    #expect(names.streams(replicate: 5).strategy == names.strategy.stream(replicate: 5))
  }
}

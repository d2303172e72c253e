import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

@Suite struct ConstantStimuliTests {
  private static let levels = [-3.1, 23.7, 0, 41.9]
  private static let responses = String(repeating: "110", count: 20)

  private func track(_ order: String, stop: String = "") throws -> Followed {
    try Tracks.follow(
      "kind: constant-stimuli, levels: \(Self.levels), repetitions: 9, order: \(order)\(stop)", Self.responses)
  }

  private func counts(_ levels: some Sequence<Double>) -> [Double: Int] {
    levels.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  @Test(arguments: ["random", "blocks", "listed"])
  func `each level comes as often as stated, then the track is finished`(
    order: String
  ) throws {
    let track = try track(order)
    #expect(track.rows.count == 36)
    #expect(counts(track.levels) == [-3.1: 9, 23.7: 9, 0: 9, 41.9: 9])
    #expect(track.status == .finished(.finished))
    #expect(track.next == nil)
  }

  @Test func `the order listed repeats the list unchanged`() throws {
    #expect(try track("listed").levels == Array(repeatElement(Self.levels, count: 9).joined()))
  }

  @Test func `each block contains every level once, in its own order`() throws {
    let levels = try track("blocks").levels
    let blocks = stride(from: 0, to: 36, by: 4).map { Array(levels[$0..<($0 + 4)]) }
    #expect(blocks.allSatisfy { $0.sorted() == Self.levels.sorted() })
    #expect(Set(blocks).count > 1)
  }

  @Test func `at random the blocks dissolve`() throws {
    let levels = try track("random").levels
    #expect(stride(from: 0, to: 36, by: 4).contains { Set(levels[$0..<($0 + 4)]).count < 4 })
  }

  @Test func `the order comes from the stream and not from the answers`() throws {
    let factory = try #require(
      try Tracks.cell("kind: constant-stimuli, levels: \(Self.levels), repetitions: 9").factory)
    func levels(_ seed: UInt64, isPositive: Bool) -> [Double] {
      var streams = Streams(task: RandomStream(seed: 1), strategy: RandomStream(seed: seed))
      var strategy: any ComparisonStrategy = factory.make(using: &streams)
      var levels: [Double] = []
      while let asked = strategy.next {
        levels.append(asked.level.value)
        strategy.update(CompletedComparison(asked, isHigher: isPositive, seconds: 0), using: &streams)
      }
      return levels
    }
    #expect(levels(7919, isPositive: true) == levels(7919, isPositive: false))
    #expect(levels(7919, isPositive: true) != levels(7920, isPositive: true))
  }

  @Test func `a stop may end it early, and one that comes later does not matter`() throws {
    let early = try track("random", stop: ", stop: {trials: 17}")
    #expect(early.rows.count == 17)
    #expect(early.status == .finished(.trials))
    let late = try track("random", stop: ", stop: {trials: 40}")
    #expect(late.rows.count == 36)
    #expect(late.status == .finished(.finished))
  }

  @Test func `a million trials are enough`() throws {
    #expect(
      try Tracks.problems("kind: constant-stimuli, levels: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], repetitions: 100000")
        == ["strategies.track.repetitions: expected at most 1000000 trials in all, got 1100000"])
  }
}

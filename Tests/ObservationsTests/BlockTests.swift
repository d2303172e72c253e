import PeachAnalysis
import PeachFitting
import Testing

/// Blocks as residuals take them, and whether levels look chosen by earlier answers.
@Suite struct BlockTests {
  private func trials(_ levels: [Double]) -> ObservationGroup {
    ObservationGroup(tally(levels.enumerated().map { trial($0.element, $0.offset % 3 > 0) }))
  }

  @Test func `a row of counts has its own place, also of a level that comes twice`() {
    let bins = [(8.0, 5.0, 3.0), (2, 7, 1), (8, 4, 4)].map { Counts.Bin(level: $0.0, trials: $0.1, positives: $0.2) }
    let blocks = ObservationGroup(blocks: bins).residualBlocks
    #expect(blocks.map(\.bin) == bins)
    #expect(blocks.map(\.order) == [1, 2, 3])
  }

  @Test func `a level of trials has the mean of their places`() {
    let blocks = trials([40, 20, 40, 10, 20, 40]).residualBlocks
    #expect(blocks.map(\.bin.level) == [40, 20, 10])
    #expect(blocks.map(\.bin.trials) == [3, 2, 1])
    #expect(blocks.map(\.order) == [10.0 / 3, 3.5, 4])
  }

  @Test func `levels that are within rounding of one another are one`() {
    let blocks = trials([0.3, 0.1, 0.1 + 0.2]).residualBlocks
    #expect(blocks.map(\.bin.trials) == [2, 1])
    #expect(blocks.map(\.order) == [2, 2])
  }

  @Test func `unequal numbers, or levels that never repeat, look adaptive`() {
    #expect(trials([40, 20, 40, 10]).looksAdaptive)
    #expect(trials([40, 38, 36.1, 35]).looksAdaptive)
    #expect(!trials([40, 20, 20, 40]).looksAdaptive)
    #expect(!trials([40]).looksAdaptive)
    let counts = [(1.0, 5.0), (2, 7)].map { Counts.Bin(level: $0.0, trials: $0.1, positives: 2) }
    #expect(!ObservationGroup(blocks: counts).looksAdaptive)
  }
}

import PeachFitting
import Testing

@Suite struct CountsTests {
  @Test func `counts are added in any order of their levels`() {
    var counts = Counts([.init(level: 4, trials: 10, positives: 7)])
    counts.add([
      .init(level: 8, trials: 5, positives: 5), .init(level: -2, trials: 6, positives: 1),
      .init(level: 4, trials: 20, positives: 12), .init(level: 8, trials: 1, positives: 0),
    ])
    #expect(
      counts.bins == [
        .init(level: -2, trials: 6, positives: 1), .init(level: 4, trials: 30, positives: 19),
        .init(level: 8, trials: 6, positives: 5),
      ])
    #expect(counts.total == 42)
    #expect(counts.totalPositive == 25)
  }

  @Test func `a level is found where it was added, within rounding`() {
    let counts = Counts([-3, 0, 12.5].map { .init(level: $0, trials: 2, positives: 1) })
    #expect(counts.index(of: -3) == 0)
    #expect(counts.index(of: 0) == 1)
    #expect(counts.index(of: 12.5 * (1 + 5e-10)) == 2)
    #expect(counts.index(of: 12.5 * (1 - 5e-10)) == 2)
    #expect(counts.index(of: 12.5 * (1 + 2e-9)) == nil)
    #expect(counts.index(of: 1e-12) == nil)
    #expect(Counts().index(of: 3) == nil)
  }
}

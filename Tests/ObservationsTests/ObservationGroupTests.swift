import PeachAnalysis
import PeachFitting
import Testing

@Suite struct ObservationGroupTests {
  @Test func `trials keep their order, counts rise, and blocks are levels as they first came`() {
    let group = ObservationGroup(
      key: ["ann"], tally([trial(20, true), trial(5, false), trial(20, false), trial(-3, true), trial(5, true)]))
    #expect(group.key == ["ann"])
    #expect(group.levels?.map(\.bin) == [bin(20, 2, 1), bin(5, 2, 1), bin(-3, 1, 1)])
    #expect(group.levels?.map(\.places) == [1 + 3, 2 + 5, 4])
    #expect(group.counts.bins == [bin(-3, 1, 1), bin(5, 2, 1), bin(20, 2, 1)])
    #expect(group.blocks == [bin(20, 2, 1), bin(5, 2, 1), bin(-3, 1, 1)])
  }

  @Test func `counts keep their rows as blocks and put equal levels together`() {
    let group = ObservationGroup(blocks: [bin(20, 10, 9), bin(5, 8, 4), bin(20, 30, 21)])
    #expect(group.key == [])
    #expect(group.levels == nil)
    #expect(group.counts.bins == [bin(5, 8, 4), bin(20, 40, 30)])
    #expect(group.blocks == [bin(20, 10, 9), bin(5, 8, 4), bin(20, 30, 21)])
  }

  @Test func `levels that differ by rounding are one level and one block`() {
    let third = 0.1 + 0.2
    #expect(third != 0.3)
    let trials = ObservationGroup(tally([trial(third, true), trial(7, false), trial(0.3, false)]))
    #expect(trials.counts.bins == [bin(0.3, 2, 1), bin(7, 1, 0)])
    #expect(trials.blocks == [bin(0.3, 2, 1), bin(7, 1, 0)])
    #expect(ObservationGroup(blocks: [bin(third, 5, 4), bin(0.3, 5, 2)]).counts.bins == [bin(0.3, 10, 6)])
  }
}

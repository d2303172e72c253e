import Collections
import Configuration
import Numerics
import PeachSupport
import PeachTrials
import Testing

/// Peach is used next to packages whose modules have general names.
@Suite struct NeighbourTests {
  @Test func `types of Peach and of packages with general names work in one file`() {
    let levels: Deque<Level> = [Level(2.5), Level(0.7)]
    #expect(levels.map(\.value).max() == 2.5)
    #expect(Complex<Double>(3, 4).length == 5)
    let key: ConfigKey = "peach.level"
    #expect(key.description.contains("level"))
  }
}

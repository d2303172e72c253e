import PeachMath
import Testing

@Suite struct LevelScaleTests {
  @Test(arguments: [LevelScale.linear, .log10, .ln], [0.037, 1, 41.7])
  func `a level is recovered from its position, and the stretch is the derivative`(scale: LevelScale, level: Double) {
    let place = scale.place(of: level)
    #expect(abs(scale.level(at: place) / level - 1) < 1e-14)
    let slope = (scale.level(at: place + 1e-5) - scale.level(at: place - 1e-5)) / 2e-5
    #expect(abs(slope / scale.stretch(at: place) - 1) < 1e-8)
  }

  @Test func `levels that are not above 0 have no place on a logarithm`() {
    for scale in [LevelScale.log10, .ln] {
      #expect(scale.place(of: 0) == -.infinity && scale.place(of: -3.1) == -.infinity)
    }
  }
}

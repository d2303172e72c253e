import PeachSupport
import Testing

@Suite struct BoundsTests {
  /// The bounds without their lower end.
  private static func below(_ bounds: Bounds) -> Bounds {
    var bounds = bounds
    bounds.lower = nil
    return bounds
  }

  static let texts: [(Bounds, String)] = [
    (.finite, ""), (.positive, "> 0"), (.above(1), "> 1"), (.atLeast(-2.5), "≥ -2.5"), (.within(0...1), "in [0, 1]"),
    (.within(0..<0.5), "in [0, 0.5)"), (.between(0, 1), "in (0, 1)"),
    (below(.within(0...3)), "≤ 3"),
    (below(.within(0..<3)), "< 3"),
  ]

  @Test(arguments: texts) func `bounds are written as in a book`(bounds: Bounds, text: String) {
    #expect(bounds.description == text)
  }

  @Test(arguments: texts.map(\.0)) func `bounds contain their sample and no value outside`(bounds: Bounds) {
    #expect(bounds.contains(bounds.sample))
    for value in bounds.outside { #expect(!bounds.contains(value), "\(value)") }
    #expect(bounds.outside.count == (bounds.lower == nil ? 0 : 1) + (bounds.upper == nil ? 0 : 1))
  }

  @Test(arguments: texts.map(\.0), [Double.nan, .infinity, -.infinity])
  func `no bounds hold a value that is not finite`(bounds: Bounds, value: Double) {
    #expect(!bounds.contains(value))
  }

  @Test func `an end is inside only where it is included`() {
    #expect(Bounds.within(0...1).contains(0) && Bounds.within(0...1).contains(1))
    #expect(Bounds.within(0..<1).contains(0) && !Bounds.within(0..<1).contains(1))
    #expect(!Bounds.between(0, 1).contains(0) && !Bounds.between(0, 1).contains(1))
    #expect(Bounds.between(0, 1).contains(Double.leastNonzeroMagnitude))
    #expect(Bounds.between(0, 1).contains(1.0.nextDown))
    #expect(Bounds.atLeast(2).contains(2) && !Bounds.above(2).contains(2))
    #expect(!Bounds.within(0...1).contains(1.0.nextUp))
    #expect(Bounds.finite.contains(-Double.greatestFiniteMagnitude))
  }

  @Test func `the values outside lie at an open end and beyond a closed one`() {
    #expect(Bounds.positive.outside == [0])
    #expect(Bounds.finite.outside.isEmpty)
    #expect(Bounds.within(0..<1).outside == [(-1.0).nextDown, 1])
  }
}

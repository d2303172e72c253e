import Fitting
import Testing

@Suite struct IntervalTests {
  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `an end beyond the numbers is an open one`(end: Double) {
    #expect(Interval(low: end, high: 3.7) == Interval(low: nil, high: 3.7))
    #expect(Interval(low: 1.3, high: end) == Interval(low: 1.3, high: nil))
  }

  @Test func `an open end contains all on its side`() {
    #expect(Interval(low: nil, high: 3.7).contains(-1e300) && !Interval(low: nil, high: 3.7).contains(3.8))
    #expect(Interval(low: 1.3, high: nil).contains(1e300) && !Interval(low: 1.3, high: nil).contains(1.2))
  }
}

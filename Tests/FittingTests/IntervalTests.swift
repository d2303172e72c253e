import PeachFitting
import Testing

@Suite struct IntervalTests {
  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `an end beyond the numbers is an open one`(end: Double) {
    #expect(ConfidenceInterval(low: end, high: 3.7) == ConfidenceInterval(low: nil, high: 3.7))
    #expect(ConfidenceInterval(low: 1.3, high: end) == ConfidenceInterval(low: 1.3, high: nil))
  }

  @Test func `an open end contains all on its side`() {
    #expect(
      ConfidenceInterval(low: nil, high: 3.7).contains(-1e300) && !ConfidenceInterval(low: nil, high: 3.7).contains(3.8)
    )
    #expect(
      ConfidenceInterval(low: 1.3, high: nil).contains(1e300) && !ConfidenceInterval(low: 1.3, high: nil).contains(1.2))
  }
}

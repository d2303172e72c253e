import Glibc
import PeachMath
import Testing

@Suite struct IntegralTests {
  @Test func `smooth integrals are exact to rounding`() {
    #expect(abs(Integral.value(over: 0.3...2.7) { cos($0) } - (sin(2.7) - sin(0.3))) <= 1e-15)
    #expect(abs(Integral.value(over: -1.5...3) { exp($0) } / (exp(3) - exp(-1.5)) - 1) <= 1e-14)
  }

  /// √(2π)·s, for peaks down to the documented 500th of the interval, wherever they are.
  @Test(arguments: [0.048, 0.17, 0.71]) func `a narrow peak is found`(deviation: Double) {
    for place in [-3.137, 0.21, 4.873] {
      let area = Integral.value(over: -12...12) { x in exp(-(x - place) * (x - place) / (2 * deviation * deviation)) }
      #expect(abs(area / ((2 * .pi).squareRoot() * deviation) - 1) <= 1e-13, "at \(place)")
    }
  }

  @Test func `an interval without length holds nothing`() {
    #expect(Integral.value(over: 2.5...2.5) { _ in 7 } == 0)
  }
}

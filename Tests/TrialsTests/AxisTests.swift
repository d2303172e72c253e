import PeachTrials
import Testing

@Suite struct AxisTests {
  @Test func `on a log axis an error is a number of octaves`() {
    #expect(Axis.cents.error(of: 42, truth: 10.5) == 2)
    #expect(Axis.cents.error(of: 2.625, truth: 10.5) == -2)
    #expect(Axis.cents.error(of: 10.5, truth: 10.5) == 0)
    #expect(Axis.cents.errorUnit == "log2")
  }

  @Test func `on a linear axis an error is a difference in the level's unit`() {
    let axis = Axis(unit: "dB", scale: .linear, isSigned: false)
    #expect(axis.error(of: -3.25, truth: 2.5) == -5.75)
    #expect(axis.errorUnit == "dB")
  }
}

import PeachMath
import Testing

@Suite struct ObservedProportionTests {
  struct Example {
    var correction: ProportionCorrection
    var count: Int
    var trials: Int
    var value: Double
    var complement: Double
  }

  static let examples = [
    Example(correction: .none, count: 7, trials: 20, value: 0.35, complement: 0.65),
    Example(correction: .loglinear, count: 7, trials: 20, value: 7.5 / 21, complement: 13.5 / 21),
    Example(correction: .half, count: 7, trials: 20, value: 0.35, complement: 0.65),
    Example(correction: .none, count: 0, trials: 20, value: 0, complement: 1),
    Example(correction: .loglinear, count: 0, trials: 20, value: 0.5 / 21, complement: 20.5 / 21),
    Example(correction: .half, count: 0, trials: 20, value: 0.025, complement: 0.975),
    Example(correction: .none, count: 20, trials: 20, value: 1, complement: 0),
    Example(correction: .loglinear, count: 20, trials: 20, value: 20.5 / 21, complement: 0.5 / 21),
    Example(correction: .half, count: 20, trials: 20, value: 0.975, complement: 0.025),
    Example(correction: .half, count: 1, trials: 1, value: 0.5, complement: 0.5),
  ]

  @Test(arguments: examples) func `corrections are the published ones`(example: Example) {
    let proportion = ObservedProportion(example.count, of: example.trials, correction: example.correction)
    #expect(agrees(proportion.value, example.value))
    #expect(agrees(proportion.complement, example.complement))
    #expect(proportion.trials == example.trials)
  }

  @Test func `the rest of a large count keeps its digits`() {
    #expect(agrees(ObservedProportion(2_999_999_999, of: 3_000_000_000).complement, 1.0 / 3e9, relative: 1e-15))
  }

  @Test func `a bare proportion has no trials`() {
    #expect(ObservedProportion(0.37).trials == nil)
    #expect(agrees(ObservedProportion(0.37).complement, 0.63))
  }

  @Test func `a count outside its trials is a programmer's error`() async {
    await #expect(processExitsWith: .failure) { _ = ObservedProportion(11, of: 10) }
    await #expect(processExitsWith: .failure) { _ = ObservedProportion(0, of: 0) }
    await #expect(processExitsWith: .failure) { _ = ObservedProportion(1.01) }
  }

  @Test func `forced choice of one is a programmer's error`() async {
    await #expect(processExitsWith: .failure) { _ = ForcedChoice(alternatives: 1) }
  }
}

import PeachMath
import PeachReporting
import PeachSupport
import Testing

@Suite struct SensitivityTextTests {
  @Test func `missing values are empty`() {
    let sensitivity = Sensitivity(dPrime: -0.371, criterion: nil, bias: nil, standardError: nil)
    let fields = SensitivityTable.fields(sensitivity)
    #expect(CSV.line(fields) == "-0.371,,,\n")
    #expect(
      JSONRows.text(SensitivityTable.columns, [fields])
        == "[\n  {\"d_prime\": -0.371, \"criterion\": null, \"bias\": null, \"d_prime_se\": null}\n]\n")
  }

  @Test func `a count shows whether it was corrected`() {
    func line(_ count: Int?, _ proportion: ObservedProportion) -> Substring? {
      SensitivityText(
        Sensitivity(dPrime: 1.3, criterion: nil, bias: nil, standardError: nil), in: Oddity(rule: .difference),
        given: [SensitivityText.Given(name: "correct", count: count, proportion: proportion)], correction: .half
      ).text(in: .whole).split(separator: "\n").first { $0.hasPrefix("  correct ") }
    }
    #expect(line(20, ObservedProportion(20, of: 20, correction: .half)) == "  correct     20/20, corrected to 0.9750")
    #expect(line(13, ObservedProportion(13, of: 20, correction: .half)) == "  correct     13/20 = 0.6500")
    #expect(line(nil, ObservedProportion(0.65)) == "  correct     0.65")
  }
}

import PeachSupport
import Testing

@Suite struct DescriptionTests {
  private static let parameters = Reader.describe { reader in
    _ = reader.requiredChoice("kind", from: ["a", "b"], "Which")
    _ = reader.number("jnd", unit: "cents", in: .positive, "JND", source: "Green (1966)")
    _ = reader.number("lapse", unit: "1", in: .within(0..<1), default: 0.02, "Lapses")
    _ = reader.optionalNumber("sigma", unit: "cents", in: .positive, "Noise")
    _ = reader.integer("down", in: 1...20, default: 2, "Down")
    _ = reader.section("step", required: true, "Step") { $0.number("factor", unit: "1", in: .above(1), "Ratio") }
    _ = reader.flag("initial-rule", default: true, "Rule")
    _ = reader.numbers("limits", unit: "cents", in: .positive, count: 2, "Limits")
    _ = reader.name("name", "Name")
    reader.requireOne(of: ["jnd", "sigma"])
  }

  @Test func `declared parameters are listed in order, sections with dotted names`() {
    #expect(
      Self.parameters.map(\.name) == [
        "kind", "jnd", "lapse", "sigma", "down", "step", "step.factor", "initial-rule", "limits", "name",
      ])
  }

  @Test func `a default is shown as in a file, as none if omission means none, and as nil if required`() {
    #expect(Self.parameters.map(\.fallback) == [nil, nil, "0.02", "none", "2", nil, nil, "true", "none", nil])
  }

  @Test func `each bound describes what it expects`() {
    #expect(
      Self.parameters.map(\.expectation) == [
        "one of a, b", "a number (cents) > 0", "a number in [0, 1)", "a number (cents) > 0",
        "a whole number from 1 to 20", "a mapping", "a number > 1", "true or false", "a list of numbers (cents) > 0",
        "text",
      ])
    #expect(Parameter(name: "x", kind: .choice(["only"]), fallback: nil, meaning: "").expectation == "only")
    let grid = Parameter(name: "x", kind: .grid(.positive), unit: "cents", fallback: nil, meaning: "")
    #expect(grid.expectation == "a list of numbers (cents) > 0, one number, or {from, to, count, spacing}")
    #expect(grid.unitlessExpectation == "a list of numbers > 0, one number, or {from, to, count, spacing}")
  }

  @Test func `meaning, unit and source are kept`() {
    let jnd = Self.parameters[1]
    #expect(jnd.meaning == "JND")
    #expect(jnd.unit == "cents")
    #expect(jnd.source == "Green (1966)")
  }
}

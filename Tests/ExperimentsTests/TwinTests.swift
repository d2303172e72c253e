import PeachExperiments
import PeachListeners
import PeachSimulation
import PeachStorage
import PeachSupport
import Testing

/// Listeners of this machine in experiment files.
@Suite struct TwinTests {
  private func text(_ listener: String) -> String {
    Files.changed(Files.comparison, [("{name: ann, kind: gaussian, jnd: 5}", listener)])
  }

  private let overrides = Experiment.Overrides(twins: { id, calibration in
    guard id == "P07" else { throw TwinError("expected a listener of this machine, got '\(id)'", hint: "look") }
    return TwinSource(
      TwinParameters(jnd: 11.5, lapse: 0.03, bias: -2.25, errors: [0.125, 0.5, 0.75], correlations: [0, -0.5, 0.25]),
      calibration: calibration ?? 2, comparisons: nil)
  })

  @Test func `a stored experiment contains the numbers of a twin and reads back without the listener`() throws {
    let plan = try Experiment.parse(text("{kind: twin, of: P07}"), file: "x.yaml", overrides: overrides).plan
    #expect(plan.cells.map(\.listener) == ["twin-of-P07"])
    guard case .list(let listeners)? = plan.resolved["listeners"] else { throw Missing() }
    let expected: [(String, Value)] = [
      ("kind", .text("twin")), ("of", .text("P07")), ("calibration", .integer(2)), ("jnd", .number(11.5)),
      ("lapse", .number(0.03)), ("bias", .number(-2.25)), ("jnd-error", .number(0)),
    ]
    for (key, value) in expected { #expect(listeners[0][key] == value, "\(key)") }
    let again = try Experiment.parse(plan.resolved.json(), file: "stored").plan
    #expect(again.digest == plan.digest)
    #expect(again.cellRecords.map { $0.estimators.map(\.truth) } == plan.cellRecords.map { $0.estimators.map(\.truth) })
  }

  @Test func `a twin with uncertainty states its standard errors`() throws {
    let plan = try Experiment.parse(
      text("{name: seven, kind: twin, of: P07, calibration: 1, uncertainty: true}"), file: "x.yaml",
      overrides: overrides
    ).plan
    guard case .list(let listeners)? = plan.resolved["listeners"] else { throw Missing() }
    let expected: [(String, Value)] = [
      ("name", .text("seven")), ("calibration", .integer(1)), ("jnd-error", .number(0.125)),
      ("lapse-error", .number(0.75)), ("jnd-lapse-r", .number(-0.5)), ("uncertainty", .flag(true)),
    ]
    for (key, value) in expected { #expect(listeners[0][key] == value, "\(key)") }
  }

  @Test(
    arguments: [
      "{name: l, kind: lapse-bursts, length: 2, share: 0.1, of: {kind: twin, of: P07}}",
      "{name: l, kind: population, of: {kind: twin, of: P07}}",
      "{name: l, kind: mixture, of: [{weight: 1, kind: twin, of: P07}, {weight: 1, kind: gaussian, jnd: 5}]}",
      "{name: l, kind: mixture, of: [{weight: 1, kind: population, of: {kind: twin, of: P07}}]}",
    ])
  func `another listener can be built on a twin`(listener: String) throws {
    let plan = try Experiment.parse(text(listener), file: "x.yaml", overrides: overrides).plan
    #expect(plan.cells.map(\.listener) == ["l"])
    #expect(plan.resolved.json().contains("11.5"))
    #expect(try Experiment.parse(plan.resolved.json(), file: "stored").plan.digest == plan.digest)
  }

  @Test(
    arguments: [
      (
        "{name: l, kind: mixture, of: [{weight: 1, kind: twin, of: P08}]}",
        "x.yaml:5:63: listeners[1].of[1].of: expected a listener of this machine, got 'P08'\n  hint: look"
      ),
      (
        "{kind: twin, of: P08}",
        "x.yaml:5:22: listeners[1].of: expected a listener of this machine, got 'P08'\n  hint: look"
      ),
      (
        "{kind: twin, of: P07, calibration: last}",
        "x.yaml:5:40: listeners[1].calibration: expected the number of a calibration, a whole number ≥ 1, got 'last'\n"
          + "  hint: peach calibrate listener --listener P07 --list shows them"
      ),
    ])
  func `a twin of nobody is a problem with its place`(listener: String, message: String) throws {
    let error = #expect(throws: ConfigurationError.self) {
      try Experiment.parse(text(listener), file: "x.yaml", overrides: overrides)
    }
    #expect(error?.description == message)
  }

  private struct Missing: Error {}
}

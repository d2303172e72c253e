import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

@Suite struct SweepTests {
  private func plan(_ old: String, _ new: String) throws -> Plan {
    try Files.plan(Files.changed(Files.comparison, [(old, new)]))
  }

  @Test func `a list is run through in its order`() throws {
    let plan = try plan("jnd: 5", "jnd: {vary: [10, 5, 2e1]}")
    #expect(plan.varied == ["listeners.ann.jnd"])
    #expect(plan.varied.map(VariedColumn.name) == ["vary_listeners_ann_jnd"])
    #expect(plan.cells.map(\.varied) == [["10"], ["5"], ["20"]])
  }

  @Test func `a linear range has so many values, its ends exact`() throws {
    let plan = try plan("jnd: 5", "jnd: {vary: {from: 0.1, to: 0.7, count: 4}}")
    #expect(plan.cells.map { $0.varied[0] } == ["0.1", "0.3", "0.5", "0.7"])
    let sixths = try self.plan("jnd: 5", "jnd: {vary: {from: 100, to: 101, count: 7}}")
    #expect(
      sixths.cells.map { $0.varied[0] } == ["100", "100.167", "100.333", "100.5", "100.667", "100.833", "101"])
  }

  @Test func `values of few digits stay exact`() throws {
    #expect(try plan("jnd: 5", "jnd: {vary: {from: 123.45, to: 323.45, count: 3}}").cells[1].varied == ["223.45"])
    #expect(try plan("jnd: 5", "jnd: {vary: {from: 401, to: 20401, count: 3}}").cells[1].varied == ["10401"])
  }

  @Test func `a logarithmic range has a constant ratio in four digits, its ends exact`() throws {
    func values(_ range: String) throws -> [String] {
      try plan("jnd: 5", "jnd: {vary: {\(range), spacing: log}}").cells.map { $0.varied[0] }
    }
    // 3.80731, 7.24780, 13.7973 and 26.2653.
    #expect(try values("from: 2, to: 50, count: 6") == ["2", "3.807", "7.248", "13.8", "26.27", "50"])
    #expect(try values("from: 1.23456, to: 6.54321, count: 3") == ["1.23456", "2.842", "6.54321"])
    // The exact values are 1.0002500 and 1.0005001: four digits would make them one.
    #expect(try values("from: 1, to: 1.00075, count: 4") == ["1", "1.00025", "1.0005", "1.00075"])
    #expect(try values("from: 2, to: 50, count: 50").dropFirst().prefix(2) == ["2.136", "2.281"])
    #expect(
      try plan("jnd: 5", "jnd: {vary: {from: 50, to: 2, count: 2, spacing: log}}").cells.map(\.varied) == [
        ["50"], ["2"],
      ])
  }

  @Test func `sweeps are crossed, the last varying fastest, and only cells of their owner vary`() throws {
    let file = Files.changed(
      Files.comparison,
      [
        ("jnd: 5}", "jnd: {vary: [5, 10]}}\n  - {name: bob, kind: gaussian, jnd: 7}"),
        ("down: 2", "down: {vary: [2, 3]}"), ("kind: comparison", "kind: comparison, gap: {vary: [0, 0.5]}"),
        ("stop:", "  - {name: k, kind: kazez}\nstop:"),
      ])
    let plan = try Files.plan(file)
    #expect(plan.varied == ["task.gap", "listeners.ann.jnd", "strategies.s.down"])
    #expect(
      plan.cells.map { "\($0.strategy)/\($0.listener) \($0.varied.joined(separator: ","))" } == [
        "s/ann 0,5,2", "s/ann 0,5,3", "s/ann 0,10,2", "s/ann 0,10,3", "s/ann 0.5,5,2", "s/ann 0.5,5,3",
        "s/ann 0.5,10,2", "s/ann 0.5,10,3", "s/bob 0,,2", "s/bob 0,,3", "s/bob 0.5,,2", "s/bob 0.5,,3", "k/ann 0,5,",
        "k/ann 0,10,", "k/ann 0.5,5,", "k/ann 0.5,10,", "k/bob 0,,", "k/bob 0.5,,",
      ])
    #expect(plan.cells[4].task.gap == 0.5)
  }

  @Test func `any scalar can vary, in a section and in a list`() throws {
    #expect(
      try plan("factor: 2", "factor: 2, after-reversals: {2: {vary: [1.4, 1.2]}}").varied
        == ["strategies.s.step.after-reversals.2"])
    let notes = try plan("kind: comparison", "kind: comparison, notes: [{vary: [C2, C3]}, C6]")
    #expect(notes.varied.map(VariedColumn.name) == ["vary_task_notes_1"])
    #expect(notes.cells.map(\.varied) == [["C2"], ["C3"]])
    #expect(notes.cells.map { $0.task.notes.lowerBound.number } == [36, 48])
    #expect(
      try plan("down: 2", "down: 2, initial-rule: {vary: [true, false]}").cells.map(\.varied) == [["true"], ["false"]])
  }

  @Test func `a default follows the value that is varied`() throws {
    let plan = try plan(
      "kind: transformed-up-down, start: 100, down: 2", "kind: garcia-perez, start: 100, down: {vary: [1, 2, 3, 4]}")
    #expect(
      plan.cells.map { $0.factory?.facts.targetText } == [
        "converges on 77.85 %", "converges on 80.35 %", "converges on 83.15 %", "converges on 85.84 %",
      ])
    guard case .list(let strategies)? = plan.resolved["strategies"] else {
      Issue.record("no strategies")
      return
    }
    #expect(strategies[0]["ratio"] == nil)
    #expect(strategies[0]["down"]?.json() == #"{"vary": [1, 2, 3, 4]}"#)
  }

  @Test func `sweep points and strategies meet the same listener and the same notes`() throws {
    let plan = try plan("jnd: 5", "jnd: {vary: [5, 10]}")
    #expect(plan.cells.map(\.listener) == ["ann", "ann"])
    #expect(plan.cells.map(\.strategy) == ["s", "s"])
    // With the same answers the tracks are the same trial by trial, notes and signs included.
    let answers = "110111010011101".map { Trace.Answer(.positive($0 == "1")) }
    let tracks = plan.cells.map { Trace.follow($0, seed: plan.seed, answers: answers).rows.map(\.comparison) }
    #expect(tracks[0].count == 15)
    #expect(tracks[0] == tracks[1])
    let other = Trace.follow(plan.cells[0], seed: 2, answers: answers).rows.map(\.comparison)
    #expect(other != tracks[0])
  }
}

import Glibc
import PeachSimulation
import PeachStorage
import Testing

@Suite struct PlanTests {
  private func plan(
    _ rest: String = "stop: {trials: 40}", jnd: String = "5", replicates: Int = 4
  ) throws -> Plan {
    try Samples.plan(
      listeners: ["{name: ear, kind: gaussian, jnd: \(jnd)}"],
      strategies: [
        "{name: kazez, kind: kazez}",
        "{name: down, kind: transformed-up-down, start: 9, down: 2, up: 1, step: {db: 4}}",
      ], rest: rest, replicates: replicates)
  }

  @Test func `name, question and replicates do not decide results, all else does`() throws {
    let digest = try plan().digest
    #expect(digest.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(try plan(replicates: 5).digest == digest)
    #expect(try plan("stop: {trials: 40}\nquestion: Why?").digest == digest)
    #expect(try plan("stop: {trials: 40}\nestimand: 0.75").digest == digest)
    var others = Set([digest])
    for other in [
      try plan(jnd: "6"), try plan("stop: {trials: 41}"), try plan("stop: {trials: 40}\nkeep-trials: 3"),
      try plan("stop: {trials: 40}\nestimand: 0.7"), try plan("stop: {trials: 40}\nestimator-lapse: 0.02"),
    ] { #expect(others.insert(other.digest).inserted) }
  }

  @Test func `a cell has the strategy's own estimate where there is one, and the common fit`() throws {
    let plan = try plan()
    #expect(plan.runs == 8)
    #expect(plan.estimators(of: plan.cells[0]).map(\.name) == ["fit"])
    let down = plan.estimators(of: plan.cells[1])
    #expect(down.map(\.name) == ["own", "fit"])
    #expect(agree(down[0].target, 0.5.squareRoot()))
    #expect(down[1].target == 0.75)
    #expect(agree(down[0].truth, 5 * 0.5449521356173604 / 0.6744897501960817, within: 1e-9))
    #expect(agree(down[1].truth, 5, within: 1e-9))
    #expect(down[0].idealSweat == down[1].idealSweat)
  }

  @Test func `a strategy that presents noise is held to its target over signal and noise, the fit to ψ`() throws {
    let plan = try Samples.plan(
      task: "{kind: yes-no, unit: dB}",
      listeners: ["{name: ear, kind: psychometric, function: logistic, threshold: 3, slope: 2, guess: 0.1}"],
      strategies: ["{name: siam, kind: siam, start: 9, step: {linear: 1}}"])
    let estimators = plan.estimators(of: plan.cells[0])
    #expect(estimators.map(\.name) == ["own", "fit"])
    #expect(estimators.map(\.target) == [0.75, 0.75])
    // ψ = 0.6, for (0.6 + 0.9)/2 = 0.75; and ψ = 0.75.
    for (estimator, psi) in zip(estimators, [0.6, 0.75]) {
      #expect(agree(estimator.truth, 3 - log(0.9 / (psi - 0.1) - 1) / 2, within: 1e-10))
    }
  }

  @Test func `the record of a plan keeps the seed to the last bit`() throws {
    var plan = try plan()
    #expect(plan.record(version: "1", build: "b").seed == "000000000000002a")
    plan.seed = .max
    #expect(plan.record(version: "1", build: "b").seed == "ffffffffffffffff")
  }

  @Test(
    arguments: [
      ("listeners.musician.jnd", "vary_listeners_musician_jnd"),
      ("strategies.2-down.step.factor", "vary_strategies_2_down_step_factor"), ("task.größe", "vary_task_gr__e"),
    ])
  func `a varied value has a column that scripts can name`(path: String, column: String) {
    #expect(VariedColumn.name(of: path) == column)
  }

  @Test func `varied values are headed by the last of their path that tells them apart`() {
    #expect(
      VariedColumn.short(["lapse", "listeners.ear.jnd", "strategies.a.start", "strategies.b.start", "stop.trials"])
        == ["lapse", "jnd", "a.start", "b.start", "trials"])
    #expect(VariedColumn.short(["jnd", "listeners.ear.jnd"]) == ["jnd", "ear.jnd"])
  }

  /// A staircase on signed levels finds where answers are "higher" as often as its target, with the bias in it; a
  /// posterior gives the level whose sign is judged correctly, as the truth does.
  @Test func `on signed levels only thresholds of accuracy are compared with the truth`() throws {
    let plan = try Samples.plan(
      listeners: ["{name: ear, kind: gaussian, jnd: 10, bias: 12}"],
      strategies: [
        "{name: steps, kind: weighted-up-down, signed: true, start: 60, step: {linear: 7}}",
        "{name: grid, kind: quest-plus, signed: true, levels: [-30, -10, 10, 30], threshold: [-12, 0, 12], "
          + "slope: [0.05, 0.1, 0.2]}",
        "{name: both, kind: interleaved, signed: true, tracks: [{name: steps, kind: weighted-up-down, start: 60, "
          + "step: {linear: 7}}, {name: grid, kind: psi, levels: [-30, 10], threshold: [-12, 0, 12], slope: [0.05, 0.1]}]}",
      ], rest: "stop: {trials: 40}", replicates: 1)
    func own(_ cell: Int) -> [Double?] { plan.estimators(of: plan.cells[cell]).dropLast().map(\.truth) }
    let truth = plan.estimators(of: plan.cells[0]).last?.truth
    #expect(own(0) == [nil])
    #expect(plan.estimators(of: plan.cells[0])[0].target == nil)
    #expect(own(1) == [truth])
    #expect(own(2) == [nil, truth])
  }
}

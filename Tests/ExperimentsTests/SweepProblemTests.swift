import PeachExperiments
import PeachSimulation
import PeachSupport
import Testing

@Suite struct SweepProblemTests {
  private static let oneForEach = "\n  hint: write one entry for each value instead"
  private static let parametersOnly = "\n  hint: only keys of task, listeners, strategies and stop can be varied"

  @Test(
    arguments: [
      (
        "name: ann", "name: {vary: [a, b]}",
        "x.yaml:5:13: listeners[1].name: a name or a kind cannot be varied" + oneForEach
      ),
      (
        "kind: gaussian", "kind: {vary: [gaussian]}",
        "x.yaml:5:24: listeners.ann.kind: a name or a kind cannot be varied" + oneForEach
      ),
      (
        "down: 2", "down: 2, estimator: {kind: {vary: [last]}}",
        "x.yaml:7:82: strategies.s.estimator.kind: a name or a kind cannot be varied" + oneForEach
      ),
      (
        "task: {kind: comparison}", "task: {vary: [a, b]}",
        "x.yaml:3:8: task: only single values can be varied, not lists or mappings" + oneForEach
      ),
      (
        "{name: ann, kind: gaussian, jnd: 5}", "{vary: [a, b]}",
        "x.yaml:5:6: listeners[1]: only single values can be varied, not lists or mappings" + oneForEach
      ),
      ("seed: 1", "seed: {vary: [1, 2]}", "x.yaml:2:8: seed: this value cannot be varied" + parametersOnly),
      (
        "replicates: 10", "replicates: {vary: [1]}",
        "x.yaml:9:14: replicates: this value cannot be varied" + parametersOnly
      ),
      ("name: t\n", "name: {vary: [a, b]}\n", "x.yaml:1:8: name: this value cannot be varied" + parametersOnly),
      (
        "replicates: 10", "replicates: 10\nestimand: {vary: [0.6, 0.7]}",
        "x.yaml:10:12: estimand: this value cannot be varied" + parametersOnly
      ),
      (
        "stop: {trials: 60}", "stop: {vary: [40, 60]}",
        "x.yaml:8:8: stop: only single values can be varied, not lists or mappings" + oneForEach
      ),
    ])
  func `only parameters can vary`(old: String, new: String, message: String) {
    #expect(Files.problems(old, new) == message)
  }

  @Test(
    arguments: [
      ("{vary: []}", "45: listeners.ann.jnd.vary: expected at least one value to vary over, got an empty list"),
      (
        "{vary: 5}",
        "45: listeners.ann.jnd.vary: expected a list, or {from, to, count, spacing}, got '5'\n  hint: vary: [5, 10, 20]"
      ),
      (
        "{vary: [{vary: [1]}]}",
        "46: listeners.ann.jnd.vary: expected numbers or words to vary over, got a sweep"
          + "\n  hint: put {vary: […]} or {sweep: NAME} in place of the whole value"
      ),
      ("{vary: [5, 5.0]}", "49: listeners.ann.jnd.vary: expected each value once, got '5.0' twice"),
      ("{vary: [5, \"5\"]}", "49: listeners.ann.jnd.vary: expected each value once, got '5' twice"),
      (
        "{vary: [5, \"6\"]}",
        "49: listeners.ann.jnd: expected a number (cents) > 0, got '6'\n  hint: write 6 (without quotes)"
      ),
      ("{vary: [5, -1]}", "49: listeners.ann.jnd: expected a number (cents) > 0, got '-1'"),
      ("{vary: [5], by: 2}", "50: listeners.ann.jnd.by: unknown key\n  hint: keys here: vary"),
      (
        "{vary: {from: 1, to: 9, coun: 3}}",
        "62: listeners.ann.jnd.vary.coun: unknown key\n  hint: did you mean 'count'?"
      ),
      (
        "{vary: {from: 1, to: 9, count: 1}}",
        "69: listeners.ann.jnd.vary.count: expected a whole number from 2 to 10000, got '1'"
      ),
      (
        "{vary: {from: 1, to: 1, count: 3}}",
        "59: listeners.ann.jnd.vary.to: expected different values of from and to, got 1 for both"
      ),
      (
        "{vary: {from: 0, to: 9, count: 3, spacing: log}}",
        "52: listeners.ann.jnd.vary.from: expected values > 0 with spacing log"
      ),
      (
        "{vary: {from: -1e308, to: 1e308, count: 3}}",
        "78: listeners.ann.jnd.vary.count: expected 3 different values between from and to, got fewer"
      ),
      (
        "{vary: {from: 1, to: 1.0000000000000002, count: 3}}",
        "86: listeners.ann.jnd.vary.count: expected 3 different values between from and to, got fewer"
      ),
    ])
  func `an invalid sweep is reported once`(vary: String, message: String) {
    #expect(Files.problems("jnd: 5", "jnd: \(vary)") == "x.yaml:5:" + message)
  }

  @Test func `a file has at most a hundred sweeps`() throws {
    func file(_ count: Int) -> String {
      let listeners = (1...count).map { "  - {name: n\($0), kind: gaussian, jnd: {vary: [5]}}\n" }.joined()
      return Files.changed(Files.comparison, [("  - {name: ann, kind: gaussian, jnd: 5}\n", listeners)])
    }
    #expect(Files.problems(file(100)) == nil)
    #expect(
      Files.problems(file(4000)) == """
        x.yaml:105:40: listeners.n101.jnd: expected at most 100 sweeps in a file, got 4000
          hint: replace sweeps of one value by the value, or share one named sweep
        """)
  }

  @Test func `every value of a sweep is checked before the first run`() {
    #expect(
      Files.problems("jnd: 5", "jnd: {vary: [abc, 5, -1]}") == """
        x.yaml:5:46: listeners.ann.jnd: expected a number (cents) > 0, got 'abc'
        x.yaml:5:54: listeners.ann.jnd: expected a number (cents) > 0, got '-1'
        """)
    #expect(
      Files.problems("down: 2, step: {factor: 2}", "down: 2, limits: [50, {vary: [200, 80]}], step: {factor: 2}")
        == "x.yaml:7:49: strategies.s.start: expected a start inside the limits [50, 80], got 100")
  }

  @Test func `two sweeps of one column are refused`() {
    #expect(
      Files.problems(
        "- {name: ann, kind: gaussian, jnd: 5}",
        """
        - {name: a.b, kind: gaussian, jnd: {vary: [1, 2]}}
          - {name: a-b, kind: gaussian, jnd: {vary: [1, 2]}}
        """) == """
          x.yaml:8:3: strategies: expected sweeps whose columns have different names, got vary_listeners_a_b_jnd \
          for both listeners.a.b.jnd and listeners.a-b.jnd
            hint: rename one of them
          """)
  }

  @Test func `there are at most 100000 cells`() throws {
    let vary = "{vary: {from: 1, to: 2, count: 10000}}, lapse: {vary: {from: 0, to: 0.5, count: "
    #expect(
      Files.problems("jnd: 5", "jnd: " + vary + "11}}") == """
        x.yaml:7:3: strategies: expected at most 100000 cells (strategies × listeners × varied values), got 110000
          hint: vary fewer values
        """)
    let plan = try Files.plan(
      Files.changed(Files.comparison, [("jnd: 5", "jnd: {vary: {from: 1, to: 2, count: 10000}}")]))
    #expect(plan.cells.count == 10_000)
  }
}

import PeachExperiments
import PeachStrategies
import PeachSupport
import Testing

@Suite struct StrategyProblemTests {
  private static let updown = "kind: transformed-up-down, start: 100, down: 2, step: {factor: 2}"

  @Test(
    arguments: [
      (
        "kind: transformed-up-down", "kind: transfomed-up-down",
        "21: strategies.s.kind: expected one of \(BuiltInStrategies.registry.names.joined(separator: ", ")), "
          + "got 'transfomed-up-down'\n  hint: did you mean 'transformed-up-down'?"
      ),
      (
        "start: 100", "start: 100, limits: [1, 50]",
        "49: strategies.s.start: expected a start inside the limits [1, 50], got 100"
      ),
      (
        "start: 100", "start: -100, limits: [20, 50]",
        "49: strategies.s.start: expected a number (cents) > 0, got '-100'"
      ),
      (
        "start: 100", "start: 100, limits: [200, 50]",
        "62: strategies.s.limits: expected the lowest level before the highest, got [200, 50]"
      ),
      ("start: 100, ", "", "5: strategies.s.start: missing; expected a number (cents) > 0"),
      ("down: 2", "down: 0", "60: strategies.s.down: expected a whole number from 1 to 20, got '0'"),
      (
        "factor: 2", "linear: 2",
        "69: strategies.s.step: linear steps can lead to levels of 0 or below, which a log axis does not have"
          + "\n  hint: state limits: [low, high] with a low above 0, or step by a factor"
      ),
      ("factor: 2", "faktor: 2", "70: strategies.s.step.faktor: unknown key\n  hint: did you mean 'factor'?"),
      (
        "factor: 2", "factor: 2, db: 1",
        "69: strategies.s.step: expected one of factor, db, log, linear, got factor and db"
      ),
      ("{factor: 2}", "{}", "69: strategies.s.step: expected one of factor, db, log, linear, got none"),
      ("{factor: 2}", "2", "69: strategies.s.step: expected a mapping, got '2'\n  hint: write step: {factor: 2}"),
      ("factor: 2", "factor: 1", "78: strategies.s.step.factor: expected a number > 1, got '1'"),
      ("{factor: 2}", "{up: {factor: 2}}", "74: strategies.s.step.up: expected up and down together, got one"),
      (", step: {factor: 2}", "", "5: strategies.s.step: missing; expected a mapping"),
      (
        "down: 2", "down: 2, estimator: {kind: fits, at: 0.7}",
        "81: strategies.s.estimator.kind: expected one of reversals, levels, last, next, fit, got 'fits'\n  hint: did you mean 'fit'?"
      ),
      (
        "down: 2", "down: 2, estimator: {kind: reversals, last: 2, skip: 3}",
        "107: strategies.s.estimator.skip: expected last or skip, got both"
      ),
      (
        "down: 2", "down: 2, at-limit: \"8\"",
        "73: strategies.s.at-limit: expected a whole number (trials) from 1 to 10000, or off, got '8'"
      ),
      (
        updown, "kind: kazez, limits: [0.1, 178]",
        "36: strategies.s.limits: expected a highest level of at most 177, got 178"
          + "\n  hint: above it, a larger level would give a smaller next level"
      ),
      (
        updown, "kind: kazez, limits: [50, 1]",
        "36: strategies.s.limits: expected the lowest level before the highest, got [50, 1]"
      ),
      (
        "kind: transformed-up-down", "kind: weighted-up-down, target: 1",
        "47: strategies.s.target: expected a number in (0, 1), got '1'"
      ),
      (
        "kind: transformed-up-down, start: 100, down: 2", "kind: garcia-perez, start: 100, down: 5",
        "5: strategies.s.ratio: missing; expected a number > 0"
      ),
      (
        updown, "kind: constant-stimuli, levels: [], repetitions: 5",
        "47: strategies.s.levels: expected a list of numbers (cents) > 0, one number, or {from, to, count, spacing}, "
          + "got an empty list"
      ),
      (
        updown, "kind: constant-stimuli, levels: [1, 2], repetitions: 100001",
        "68: strategies.s.repetitions: expected a whole number (trials) from 1 to 100000, got '100001'"
      ),
    ])
  func `a wrong strategy is one message`(old: String, new: String, message: String) throws {
    // Weighted up-down has no `down`; it goes with the kind.
    let isWeighted = new.contains("weighted")
    let file = isWeighted ? Files.changed(Files.comparison, [(", down: 2", "")]) : Files.comparison
    #expect(Files.problems(file, old, new) == "x.yaml:7:" + message)
  }

  @Test(
    arguments: [
      (
        "start: 20, down: 2, step: {linear: 2}", "start: -20, down: 2, step: {factor: 2}",
        "49: strategies.s.start: expected a start > 0 for steps that multiply, got -20"
          + "\n  hint: use step: {linear: …} if levels may be 0 or negative"
      ),
      (
        "step: {linear: 2}", "step: {up: {factor: 2}, down: {linear: 2}}",
        "68: strategies.s.step: linear steps can lead to levels of 0 or below, which a step by a factor cannot multiply"
          + "\n  hint: state limits: [low, high] with a low above 0, or use linear steps for both up and down"
      ),
      (
        "kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}", "kind: adaptive",
        "21: strategies.s.kind: expected a comparison task: adaptive keeps a level for each note"
      ),
      (
        "kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}", "kind: kazez, limits: [-1, 100]",
        "36: strategies.s.limits: expected a lowest level of at least 0, got -1"
          + "\n  hint: the rule takes the square root of the level"
      ),
      (
        "down: 2", "down: 2, estimator: {kind: levels, last: 3, mean: geometric}",
        "103: strategies.s.estimator.mean: expected arithmetic or median on a linear axis, got 'geometric'"
          + "\n  hint: levels on a linear axis may be 0 or negative"
      ),
    ])
  func `a strategy that does not fit a task without notes is one message`(old: String, new: String, message: String) {
    #expect(Files.problems(Files.level, old, new) == "x.yaml:7:" + message)
  }

  @Test func `a level below 0 dB on a log axis gets a hint of the scale`() {
    let problem = Files.problems(
      Files.level.replacing("unit: dB", with: "unit: dB, scale: log").replacing("{linear: 2}", with: "{factor: 2}"),
      "start: 20", "start: -6")
    #expect(
      problem == "x.yaml:7:49: strategies.s.start: expected a number (dB) > 0, got '-6'\n  hint: with scale: log, "
        + "levels are above 0; write scale: linear in section task for levels in dB")
  }

  @Test func `mixed steps are fine where limits keep levels positive`() {
    let step = "limits: [0.5, 50], step: {up: {factor: 2}, down: {linear: 2}}"
    #expect(Files.problems(Files.level, "step: {linear: 2}", step) == nil)
    #expect(Files.problems("step: {factor: 2}", step.replacing("50]", with: "500]")) == nil)
  }

  @Test func `each change of step has its count as key`() {
    #expect(
      Files.problems("factor: 2", "factor: 2, after-reversals: {0: 2, x: 3, 02: 1.5, 2: abc, 1e9: 2}") == """
        x.yaml:7:99: strategies.s.step.after-reversals.0: expected a whole number from 1 to 1000000 before the colon, such as {2: 1.414}, got '0'
        x.yaml:7:105: strategies.s.step.after-reversals.x: expected a whole number from 1 to 1000000 before the colon, such as {2: 1.414}, got 'x'
        x.yaml:7:111: strategies.s.step.after-reversals.02: expected a whole number from 1 to 1000000 before the colon, such as {2: 1.414}, got '02'
        x.yaml:7:123: strategies.s.step.after-reversals.2: expected a number > 1, got 'abc'
        x.yaml:7:128: strategies.s.step.after-reversals.1e9: expected a whole number from 1 to 1000000 before the colon, such as {2: 1.414}, got '1e9'
        """)
  }
}

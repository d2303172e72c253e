import PeachExperiments
import Testing

@Suite struct RootProblemTests {
  @Test(
    arguments: [
      (
        "replicates: 10", "replicates: 0",
        "9:13: replicates: expected a whole number (runs) from 1 to 10000000, got '0'"
      ),
      (
        "replicates: 10", "replicates: 1000000000000",
        "9:13: replicates: expected a whole number (runs) from 1 to 10000000, got '1000000000000'"
      ),
      (
        "replicates: 10", "replicates: 99999999999999999999999",
        "9:13: replicates: expected a whole number (runs) from 1 to 10000000, got '99999999999999999999999'"
      ),
      (
        "replicates: 10", "replicates: 1.5",
        "9:13: replicates: expected a whole number (runs) from 1 to 10000000, got '1.5'"
      ),
      ("replicates: 10", "replicats: 10", "9:1: replicats: unknown key\n  hint: did you mean 'replicates'?"),
      ("replicates: 10\n", "", "1:1: replicates: missing; expected a whole number (runs) from 1 to 10000000"),
      ("seed: 1", "seed: -1", "2:7: seed: expected a whole number from 0 to 18446744073709551615, got '-1'"),
      ("seed: 1\n", "", "1:1: seed: missing; expected a whole number from 0 to 18446744073709551615"),
      (
        "name: t\n", "name: ../t\n",
        "1:7: name: expected a name, got '../t'\n  hint: a name starts with a letter or digit and continues with letters, "
          + "digits, '+', '.', '_', '-'"
      ),
      ("task: {kind: comparison}\n", "", "1:1: task: missing; expected a mapping"),
      ("seed: 1", "seed: 1\nquestion: [a]", "3:11: question: expected text, got a list"),
      ("seed: 1", "seed: 1\nestimator-lapse: 0.5", "3:18: estimator-lapse: expected a number in [0, 0.5), got '0.5'"),
      (
        "seed: 1", "seed: 1\ncolour: red",
        "3:1: colour: unknown key\n  hint: keys here: name, question, seed, profile, sweeps, task, listeners, strategies, "
          + "estimand, estimator-lapse, estimator-function, estimator-method, estimator-interval, stop, replicates, "
          + "keep-trials, checkpoints, lab, published, provenance"
      ),
    ])
  func `a wrong key of the file is one message`(old: String, new: String, message: String) {
    #expect(Files.problems(old, new) == "x.yaml:" + message)
  }

  @Test func `everything wrong is reported at once, in the order of the file`() {
    let file = Files.changed(
      Files.comparison,
      [
        ("name: t", "name: a b"), ("kind: comparison", "kind: comparison, notes: [60, 48], gap: -1"),
        ("jnd: 5", "jnd: -5, laspe: 0"), ("down: 2", "down: 0"), ("factor: 2", "factor: 1"),
        ("trials: 60", "trials: 0"), ("replicates: 10", "replicates: 0\ncolour: red"),
      ])
    #expect(
      Files.problems(file) == """
        x.yaml:1:7: name: expected a name, got 'a b'
          hint: a name starts with a letter or digit and continues with letters, digits, '+', '.', '_', '-'
        x.yaml:3:33: task.notes: expected the lowest note before the highest, got [60, 48]
        x.yaml:3:48: task.gap: expected a number (s) in [0, 10], got '-1'
        x.yaml:5:38: listeners.ann.jnd: expected a number (cents) > 0, got '-5'
        x.yaml:5:42: listeners.ann.laspe: unknown key
          hint: did you mean 'lapse'?
        x.yaml:7:60: strategies.s.down: expected a whole number from 1 to 20, got '0'
        x.yaml:7:78: strategies.s.step.factor: expected a number > 1, got '1'
        x.yaml:8:16: stop.trials: expected a whole number (trials) from 1 to 1000000, got '0'
        x.yaml:9:13: replicates: expected a whole number (runs) from 1 to 10000000, got '0'
        x.yaml:10:1: colour: unknown key
          hint: keys here: name, question, seed, profile, sweeps, task, listeners, strategies, estimand, estimator-lapse, \
        estimator-function, estimator-method, estimator-interval, stop, replicates, keep-trials, checkpoints, lab, published, provenance
        """)
  }

  @Test func `an empty list of strategies is refused`() {
    let old = "\n  - {name: s, kind: transformed-up-down, start: 100, down: 2, step: {factor: 2}}"
    #expect(
      Files.problems(old, " []")
        == "x.yaml:6:13: strategies: expected a list with at least one entry such as {name: a, kind: b}, got an empty list"
    )
  }
}

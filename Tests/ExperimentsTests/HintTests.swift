import PeachExperiments
import PeachSupport
import Testing

/// What the habits of other programs and of haste write, and what is said to write instead.
@Suite struct HintTests {
  private static let kinds =
    "expected one of kazez, adaptive, transformed-up-down, weighted-up-down, garcia-perez, pest, hall, robbins-monro, "
    + "kesten, quest, zest, best-pest, mlp, uml, psi, psi-marginal, quest-plus, calibration, siam, limits, constant-stimuli, random, "
    + "interleaved, sequence, process"

  @Test(
    arguments: [
      ("2-down-1-up", "write kind: transformed-up-down, down: 2, up: 1"),
      ("3down1up", "write kind: transformed-up-down, down: 3, up: 1"),
      ("1-up-3-down", "write kind: transformed-up-down, down: 3, up: 1"),
      ("2d1u", "write kind: transformed-up-down, down: 2, up: 1"),
      ("3-down", "write kind: transformed-up-down, down: 3"),
      (
        "staircase",
        "write kind: transformed-up-down, down: 2 (it steps down after two correct answers)"
      ),
      ("QUEST+", "write kind: quest-plus"), ("method of limits", "write kind: limits"),
      ("kazes", "did you mean 'kazez'?"),
    ])
  func `a name from another program gets a hint with Peach's name`(kind: String, hint: String) {
    #expect(
      Files.problems("kind: transformed-up-down", "kind: \(kind)")
        == "x.yaml:7:21: strategies.s.kind: \(Self.kinds), got '\(kind)'\n  hint: \(hint)")
  }

  @Test(
    arguments: [
      ("3afc", "forced-choice, unit: dB, alternatives: 3"), ("2-AFC", "forced-choice, unit: dB, alternatives: 2"),
      ("4ifc", "forced-choice, unit: dB, alternatives: 4"), ("yes/no", "yes-no, unit: dB"),
      ("nAFC", "forced-choice, unit: dB, alternatives: 2"),
      ("level", "forced-choice; for one interval write kind: yes-no and delete alternatives: 1"),
    ])
  func `a task gets a hint from the field's names and from older files`(kind: String, meant: String) {
    #expect(
      Files.problems("task: {kind: comparison}", "task: {kind: \(kind)}") == """
        x.yaml:3:14: task.kind: expected one of comparison, forced-choice, yes-no, matching, oddity, axb, same-different, got '\(kind)'
          hint: write kind: \(meant)
        """)
  }

  @Test(
    arguments: [
      (
        "jnd: 5", "jnd: [5, 10, 20]", "5:38: listeners.ann.jnd: expected a number (cents) > 0, got a list",
        "jnd: {vary: [5, 10, 20]}"
      ),
      (
        "down: 2", "down: [2, 3]", "7:60: strategies.s.down: expected a whole number from 1 to 20, got a list",
        "down: {vary: [2, 3]}"
      ),
      (
        "trials: 60", "trials: [40, 60]",
        "8:16: stop.trials: expected a whole number (trials) from 1 to 1000000, got a list",
        "trials: {vary: [40, 60]}"
      ),
      (
        "kind: comparison", "kind: comparison, tuning: [pythagorean, meantone]",
        "3:34: task.tuning: expected one of equal-temperament, just-intonation, pythagorean, meantone, werckmeister-3, "
          + "N-edo, scala:FILE, got a list", "tuning: {vary: [pythagorean, meantone]}"
      ),
    ])
  func `a list where a sweep is meant`(old: String, new: String, message: String, sweep: String) {
    #expect(
      Files.problems(old, new) == "x.yaml:\(message)\n  hint: to simulate each of these values, write \(sweep)")
  }

  @Test func `a list where nothing varies has no such hint`() {
    #expect(Files.problems("replicates: 10", "replicates: [1, 2]")?.contains("vary") == false)
    #expect(Files.problems("name: ann", "name: [a, b]")?.contains("vary") == false)
  }

  @Test(
    arguments: [
      (
        Files.comparison, "step: {factor: 2}", "step: 2",
        "7:69: strategies.s.step: expected a mapping, got '2'\n  hint: write step: {factor: 2}"
      ),
      (
        Files.level, "step: {linear: 2}", "step: 2",
        "7:68: strategies.s.step: expected a mapping, got '2'\n  hint: write step: {linear: 2}"
      ),
      (
        Files.comparison, "stop: {trials: 60}", "stop: 40",
        "8:7: stop: expected a mapping, got '40'\n  hint: write stop: {trials: 40}"
      ),
      (Files.comparison, "stop: {trials: 60}", "stop: soon", "8:7: stop: expected a mapping, got 'soon'"),
      (
        Files.comparison, "step: {factor: 2}", "step: {up: 3, down: {factor: 2}}",
        "7:74: strategies.s.step.up: expected a mapping, got '3'\n  hint: write up: {factor: 3}"
      ),
    ])
  func `a number where a mapping is meant`(file: String, old: String, new: String, message: String) {
    #expect(Files.problems(file, old, new) == "x.yaml:" + message)
  }
}

import PeachExperiments
import Testing

@Suite struct ListenerProblemTests {
  @Test(
    arguments: [
      ("jnd: 5", "jdn: 5", "33: listeners.ann.jdn: unknown key\n  hint: did you mean 'jnd'?"),
      ("jnd: 5", "jnd: 5, laspe: 0.1", "41: listeners.ann.laspe: unknown key\n  hint: did you mean 'lapse'?"),
      (
        "jnd: 5", "jnd: 5, colour: red",
        "41: listeners.ann.colour: unknown key\n  hint: keys here: name, kind, jnd, sigma, lapse, guess-side, bias"
      ),
      (", jnd: 5", "", "5: listeners.ann.jnd: missing; expected a number (cents) > 0, here or as sigma"),
      ("jnd: 5", "jnd: 5, sigma: 7", "48: listeners.ann.sigma: expected jnd or sigma, got both"),
      ("jnd: 5", "jnd: -5", "38: listeners.ann.jnd: expected a number (cents) > 0, got '-5'"),
      ("jnd: 5", "jnd: five", "38: listeners.ann.jnd: expected a number (cents) > 0, got 'five'"),
      ("jnd: 5", "jnd: .nan", "38: listeners.ann.jnd: expected a number (cents) > 0, got '.nan'"),
      ("jnd: 5", "jnd: nan", "38: listeners.ann.jnd: expected a number (cents) > 0, got 'nan'"),
      ("jnd: 5", "jnd: ", "38: listeners.ann.jnd: expected a number (cents) > 0, got nothing"),
      (
        "jnd: 5", "jnd: \"5\"",
        "38: listeners.ann.jnd: expected a number (cents) > 0, got '5'\n  hint: write jnd: 5 (without quotes)"
      ),
      ("jnd: 5", "jnd: 5, lapse: 1", "48: listeners.ann.lapse: expected a number in [0, 1), got '1'"),
      (
        "kind: gaussian", "kind: gausian",
        "23: listeners.ann.kind: expected one of \(Files.listeners), got 'gausian'"
          + "\n  hint: did you mean 'gaussian'?"
      ),
      (
        "kind: gaussian, ", "",
        "5: listeners.ann.kind: missing; expected one of \(Files.listeners)"
      ),
      ("name: ann, ", "", "5: listeners[1].name: missing; expected a name"),
      (
        "name: ann", "name: a/b",
        "12: listeners.a/b.name: expected a name, got 'a/b'\n  hint: a name starts with a letter or digit and continues "
          + "with letters, digits, '+', '.', '_', '-'"
      ),
      ("{name: ann, kind: gaussian, jnd: 5}", "5", "5: listeners[1]: expected a mapping, got '5'"),
      (
        "kind: gaussian, jnd: 5", "kind: frequency-law, law: wier-1977, level: 60",
        "61: listeners.ann.level: expected 40: the law wier-1977 holds only at 40 dB SL, got 60"
      ),
    ])
  func `a wrong listener is one message`(old: String, new: String, message: String) {
    #expect(Files.problems(old, new) == "x.yaml:5:" + message)
  }

  @Test func `there is at least one listener`() {
    let old = "\n  - {name: ann, kind: gaussian, jnd: 5}"
    #expect(
      Files.problems(old, " []")
        == "x.yaml:4:12: listeners: expected a list with at least one entry such as {name: a, kind: b}, got an empty list"
    )
    #expect(
      Files.problems(old, "")
        == "x.yaml:4:11: listeners: expected a list with at least one entry such as {name: a, kind: b}, got nothing")
  }

  @Test func `no two listeners have one name`() {
    #expect(
      Files.problems("jnd: 5}", "jnd: 5}\n  - {kind: gaussian, name: ann, jnd: 6}") == """
        x.yaml:6:28: listeners.ann: expected each name once, got 'ann' twice
          hint: names identify the rows of tables and the random numbers
        """)
  }

  @Test func `a listener of cents cannot answer a task without notes`() {
    #expect(
      Files.problems(Files.level, "kind: psychometric, threshold: 5, slope: 1", "kind: gaussian, jnd: 5") == """
        x.yaml:5:23: listeners.ann.kind: expected a listener that needs only the level, because this task has no notes
          hint: use kind: psychometric
        """)
  }

  @Test(
    arguments: [
      ("slope: 1", "slope: 1, guess: 0.5, lapse: 0.5", "80: listeners.ann.lapse: expected guess + lapse < 1, got 1"),
      ("slope: 1", "slope: 0", "58: listeners.ann.slope: expected a number (1/dB) > 0, got '0'"),
      (
        "slope: 1", "slope: 1, log-level: true",
        "72: listeners.ann.log-level: expected false, because levels on a linear axis may be 0 or negative and "
          + "have no logarithm"
      ),
    ])
  func `a wrong psychometric listener is one message`(old: String, new: String, message: String) {
    #expect(Files.problems(Files.level, old, new) == "x.yaml:5:" + message)
  }
}

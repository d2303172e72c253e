import PeachExperiments
import PeachSimulation
import PeachSupport
import Testing

/// Guess rates that the task does not have, starts that no track comes back from, and levels in another unit.
@Suite struct DesignWarningTests {
  private func warnings(_ text: String) throws -> [String] {
    let experiment = try Experiment.parse(text, file: "x.yaml")
    return experiment.warnings(knowing: experiment.plan.cellRecords).map(\.description)
  }

  /// A task without notes with one listener and one strategy, which it names s.
  private func level(
    _ strategy: String, unit: String = "dB", scale: String = "linear", alternatives: Int = 2,
    listener: String = "kind: psychometric, threshold: 5, slope: 1", stop: String = "{trials: 60}"
  ) -> String {
    let kind = alternatives == 1 ? "kind: yes-no" : "kind: forced-choice, alternatives: \(alternatives)"
    return """
      name: t
      seed: 1
      task: {\(kind), unit: \(unit), scale: \(scale)}
      listeners:
        - {name: ann, \(listener)}
      strategies:
        - {name: s, \(strategy)}
      stop: \(stop)
      replicates: 10

      """
  }

  // MARK: Guess rates

  private static let strategies = [
    "kind: psi, threshold: [0, 5, 9], slope: 1", "kind: quest-plus, threshold: [0, 5, 9], slope: [1, 2]",
    "kind: zest, threshold: [0, 5, 9], slope: 1", "kind: mlp, threshold: [0, 5, 9], slope: 1, lapse: 0",
    "kind: uml, threshold: [0, 5, 9], slope: 1", "kind: best-pest, threshold: [0, 5, 9], slope: 1",
    "kind: quest, prior: {mean: 5, sd: 3}, slope: 1, grain: 0.1, range: 20",
    "kind: hall, start: 20, step: {linear: 4}, min-step: 1, slope: 1",
    "kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}, estimator: {kind: fit, GUESS}",
  ]

  private func guessing(_ strategy: String, _ guess: String) -> String {
    strategy.contains("GUESS") ? strategy.replacing("GUESS", with: guess) : "\(strategy), \(guess)"
  }

  @Test(arguments: strategies) func `the guess rate of a strategy equals that of the task`(strategy: String) throws {
    let found = try warnings(level(guessing(strategy, "guess: 0.5"), alternatives: 3))
    #expect(
      found.count == 1
        && found[0].hasSuffix(
          ".guess: a guess rate of 0.5 biases thresholds; expected the rate of 3 alternatives, 0.3333\n"
            + "  hint: write guess: 0.3333 (or leave guess out: this is the default)"),
      "\(found)")
    #expect(try warnings(level(guessing(strategy, "guess: 0.3333"), alternatives: 3)) == [])
    #expect(try warnings(level(guessing(strategy, "guess: 0.33"), alternatives: 3)) == [])
    #expect(try warnings(level(guessing(strategy, "guess: 0.25"), alternatives: 4)) == [])
  }

  @Test func `a grid of guess rates contains that of the task`() throws {
    let psi = Self.strategies[0]
    let found = try warnings(level("\(psi), guess: [0.4, 0.5]", alternatives: 3))
    #expect(
      found.count == 1
        && found[0].contains(
          "the listed guess rates do not contain that of 3 alternatives, 0.3333, which biases thresholds"),
      "\(found)")
    #expect(try warnings(level("\(psi), guess: [0.3, 0.35, 0.4]", alternatives: 3)) == [])
  }

  @Test func `the guess rate of a listener equals that of the task`() throws {
    let listener = "kind: psychometric, threshold: 5, slope: 1, guess: 0.5"
    let found = try warnings(level(Self.strategies[0], alternatives: 3, listener: listener))
    #expect(
      found == [
        """
        x.yaml:5:68: listeners.ann.guess: a guess rate of 0.5 biases thresholds; expected the rate of 3 \
        alternatives, 0.3333
          hint: write guess: 0.3333 (or leave guess out: this is the default)
        """
      ])
    #expect(try warnings(level(Self.strategies[0], listener: listener)) == [])
  }

  @Test func `a guess rate of one half in a yes/no task causes a warning, false alarms do not`() throws {
    func listener(_ guess: String) -> String { "kind: psychometric, threshold: 5, slope: 1, guess: \(guess)" }
    let psi = Self.strategies[0]
    let found = try warnings(level("\(psi), guess: 0.5", alternatives: 1, listener: listener("0.5")))
    #expect(
      found.count == 2
        && found.allSatisfy { $0.contains("in yes/no the guess rate is the false-alarm rate; a rate of 0.5") },
      "\(found)")
    #expect(try warnings(level("\(psi), guess: 0.2", alternatives: 1, listener: listener("0.2"))) == [])
    #expect(try warnings(level("\(psi), guess: 0", alternatives: 1)) == [])
  }

  @Test func `a guess rate of one half on a signed axis causes a warning`() throws {
    func signed(_ guess: String) -> String {
      Files.changed(
        Files.comparison,
        [
          (
            "kind: transformed-up-down, start: 100, down: 2, step: {factor: 2}",
            "kind: psi, signed: true, threshold: [-5, 0, 5], slope: [0.1, 0.2], levels: [-9, -3, 3, 9], guess: \(guess)"
          )
        ])
    }
    let found = try warnings(signed("0.5"))
    #expect(found.count == 1 && found[0].hasSuffix("\n  hint: write guess: lapse"), "\(found)")
    #expect(try warnings(signed("lapse")) == [])
    #expect(try warnings(signed("0.02")) == [])
  }

  // MARK: The start

  @Test func `a start from which no track returns causes a warning`() throws {
    let found = try warnings(
      level("kind: transformed-up-down, start: 100, down: 2, step: {linear: 2}", stop: "{trials: 40}"))
    #expect(
      found == [
        """
        x.yaml:7:49: strategies.s.start: the start, 100 dB, is too far from every listener's threshold: even with \
        only correct answers, 40 trials do not lead to the nearest threshold, 4.78 dB of listener ann
          hint: start nearer, use larger steps or more trials
        """
      ])
  }

  @Test(
    arguments: [
      "kind: transformed-up-down, start: 100, down: 2, step: {linear: 2}",
      "kind: weighted-up-down, start: 100, step: {linear: 1}",
      "kind: pest, start: 100, step: {linear: 0.1}, min-step: 0.01, max-step: 0.1",
      "kind: robbins-monro, start: 1000, step: {linear: 2}",
      "kind: transformed-up-down, start: -300, down: 2, step: {linear: 2}",
    ])
  func `every strategy with steps warns about a hopeless start`(strategy: String) throws {
    let found = try warnings(level(strategy, stop: "{trials: 40}"))
    #expect(found.count == 1 && found[0].contains("is too far from every listener's threshold"), "\(found)")
  }

  @Test(
    arguments: [
      "kind: transformed-up-down, start: 40, down: 2, step: {linear: 2}",
      "kind: transformed-up-down, start: -20, down: 2, step: {linear: 2}",
      "kind: pest, start: 100, step: {linear: 4}, min-step: 1",
    ])
  func `a start from which tracks return causes no warning`(strategy: String) throws {
    #expect(try warnings(level(strategy)) == [])
  }

  @Test func `one listener near the start is enough`() throws {
    let strategy = "kind: transformed-up-down, start: 100, down: 2, step: {linear: 2}"
    let file = level(strategy, stop: "{trials: 40}")
    let another = file.replacing(
      "strategies:", with: "  - {name: bob, kind: psychometric, threshold: 80, slope: 1}\nstrategies:")
    #expect(try warnings(another) == [])
    #expect(try warnings(file.replacing("threshold: 5,", with: "threshold: {vary: [5, 80]},")) == [])
  }

  @Test func `a varied start causes a warning only if it is hopeless`() throws {
    let file = level(
      "kind: transformed-up-down, start: {vary: [20, 100]}, down: 2, step: {linear: 2}", stop: "{trials: 40}")
    let found = try warnings(file)
    #expect(found.count == 1 && found[0].contains("the start, 100 dB, is too far"), "\(found)")
  }

  // MARK: Units

  @Test(
    arguments: [
      ("start: 20, step: {factor: 2}", "0.02", "about 1000 times", "ms and s"),
      ("start: 0.05, step: {factor: 2}", "40", "about 1/1000 of", "ms and s"),
    ])
  func `a start in another unit causes a warning`(start: String, threshold: String, words: String, units: String) throws
  {
    let found = try warnings(
      level(
        "kind: transformed-up-down, down: 2, \(start)", unit: "ms", scale: "log",
        listener: "kind: psychometric, function: weibull, threshold: \(threshold), slope: 2"))
    #expect(found.count == 1 && found[0].contains(" ms, is \(words) every listener's threshold"), "\(found)")
    #expect(found.first?.contains("check whether you confused units: \(units)") == true)
  }

  @Test func `levels in another unit cause a warning`() throws {
    func constant(_ levels: String, _ threshold: String, unit: String = "ms") throws -> [String] {
      try warnings(
        level(
          "kind: constant-stimuli, repetitions: 10, levels: \(levels)", unit: unit,
          scale: unit == "ms" ? "log" : "linear",
          listener: "kind: psychometric, threshold: \(threshold), slope: 2"))
    }
    #expect(
      try constant("[5, 10, 20, 40, 80]", "0.02").first?.contains("are about 1000 times every listener's threshold")
        == true)
    #expect(
      try constant("{from: 0.005, to: 0.08, count: 5}", "20").first?.contains("are about 1/1000 of every") == true)
    #expect(try constant("[10, 20, 40, 80]", "0.3").first?.contains("are about 100 times every") == true)
    #expect(try constant("[0.1, 0.2, 0.5]", "-26", unit: "dB").first?.contains("decibels and ratios") == true)
    #expect(try constant("[5, 10, 20, 40, 80]", "20") == [])
    #expect(try constant("[5, 10, 20, 40, 80]", "2") == [])
  }

  @Test func `a usual start far above the threshold causes no warning`() throws {
    let file = Files.comparison.replacing("jnd: 5", with: "jnd: 1")
    #expect(try warnings(file) == [])
  }

  @Test func `limits and grids in another unit cause a warning with the unit`() throws {
    let found = try warnings(
      level(
        "kind: zest, threshold: {from: 5, to: 80, count: 20, spacing: log}, slope: 2, function: weibull", unit: "ms",
        scale: "log", listener: "kind: psychometric, function: weibull, threshold: 0.02, slope: 2"))
    #expect(
      found.count == 1 && found[0].hasSuffix(", or check whether you confused units: ms and s, or Hz and kHz"),
      "\(found)")
  }
}

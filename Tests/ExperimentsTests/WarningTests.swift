import Foundation
import PeachExperiments
import PeachSimulation
import PeachSupport
import Testing

/// Designs that are right in every part and yet cannot work.
@Suite struct WarningTests {
  /// All that is warned of.
  private func warnings(_ text: String) throws -> String {
    let experiment = try Experiment.parse(text, file: "x.yaml")
    return experiment.warnings(knowing: experiment.plan.cellRecords).map(\.description).joined(separator: "\n")
  }

  /// A task without notes in dB, the truth near 5, with one strategy.
  private func level(_ strategy: String, stop: String = "{trials: 60}") throws -> String {
    try warnings(
      Files.changed(
        Files.level,
        [
          ("kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}", strategy),
          ("stop: {trials: 60}", "stop: \(stop)"),
        ]))
  }

  /// A comparison, the truth near 5 cents, with one strategy.
  private func comparison(_ strategy: String, stop: String = "{trials: 60}") throws -> String {
    try warnings(
      Files.changed(
        Files.comparison,
        [
          ("kind: transformed-up-down, start: 100, down: 2, step: {factor: 2}", strategy),
          ("stop: {trials: 60}", "stop: \(stop)"),
        ]))
  }

  @Test(
    arguments: [
      (
        "kind: psi, threshold: {from: 20, to: 80, count: 4}, slope: [0.5, 1]", "37: strategies.s.threshold", "20…80",
        "5"
      ),
      ("kind: zest, threshold: [-20, 0], slope: 1", "38: strategies.s.threshold", "-20…0", "5"),
      ("kind: best-pest, threshold: [9, 8, 7], slope: 1", "43: strategies.s.threshold", "7…9", "5"),
      ("kind: uml, threshold: [9, 8, 7], slope: 1", "37: strategies.s.threshold", "7…9", "5"),
      ("kind: quest-plus, threshold: [9, 8, 7], slope: 1", "44: strategies.s.threshold", "7…9", "5"),
      (
        "kind: quest, prior: {mean: 40, sd: 9}, slope: 1, grain: 1, range: 30", "81: strategies.s.range", "25…55",
        "5.36"
      ),
    ])
  func `a grid of thresholds without the true one`(strategy: String, place: String, grid: String, truth: String) throws
  {
    let warning = try level(strategy)
    #expect(
      warning == """
        x.yaml:7:\(place): the threshold grid, \(grid) dB, does not contain the true threshold, \(truth) dB of listener ann
          hint: widen this range to contain \(truth) dB
        """)
  }

  @Test func `mlp is bounded by where its candidates reach the target`() throws {
    // The candidates reach 80.9 % about half a dB above their thresholds.
    #expect(
      try level("kind: mlp, threshold: [5.3, 6, 7], slope: 1, lapse: 0") == """
        x.yaml:7:37: strategies.s.threshold: the threshold grid, 5.78…7.48 dB, does not contain the true threshold, 5.3 dB of \
        listener ann
          hint: widen this range to contain 5.3 dB
        """)
  }

  @Test func `a bound that several cells share is one warning, with the part that it leaves out`() throws {
    #expect(
      try warnings(
        Files.changed(
          Files.level,
          [
            ("threshold: 5", "threshold: {vary: [5, 30, 90, 95]}"),
            (
              "kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}",
              "kind: interleaved, tracks: [{name: a, kind: zest, threshold: &g [20, 40], slope: 1}]"
            ),
          ])) == """
          x.yaml:7:76: strategies.s.tracks[1].threshold: the threshold grid, 20…40 dB, does not contain the true threshold in \
          3 of 4 combinations of strategy, listener and varied values, 5 dB of listener ann
            hint: widen this range to contain 5…95 dB
          """)
  }

  @Test func `limits without the true threshold`() throws {
    #expect(
      try level("kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}, limits: [10, 30]") == """
        x.yaml:7:89: strategies.s.limits: the limits, 10…30 dB, do not contain the true threshold, 4.78 dB of listener ann
          hint: widen this range to contain 4.78 dB
        """)
  }

  @Test func `a start outside the levels`() throws {
    #expect(
      try level("kind: psi, threshold: [0, 5, 10], slope: [0.5, 1], start: 30") == """
        x.yaml:7:73: strategies.s.start: the start, 30, lies outside the levels, 0…10 dB
          hint: start at one of the levels, or leave start out
        """)
  }

  @Test(
    arguments: [
      ("{db: 3}", "3"), ("{factor: 2}", "2"), ("{log: 0.1}", "2"), ("{up: {factor: 2}, down: {factor: 2}}", "2"),
    ])
  func `steps by ratio where the level is in dB already`(step: String, hint: String) throws {
    #expect(
      try level("kind: transformed-up-down, start: 20, down: 2, step: \(step)") == """
        x.yaml:7:68: strategies.s.step: the level is in dB, a logarithmic unit, so steps must add to it, not multiply it
          hint: write step: {linear: \(hint)}
        """)
    #expect(try comparison("kind: transformed-up-down, start: 20, down: 2, step: \(step)") == "")
  }

  @Test func `psi-marginal with one lapse rate`() throws {
    #expect(
      try level("kind: psi-marginal, threshold: [0, 5, 10], slope: [0.5, 1], lapse: 0.02") == """
        x.yaml:7:82: strategies.s.lapse: lapse is a nuisance parameter but has only one value, 0.02: Peach assumes \
        this value
          hint: write lapse: [0, 0.02, 0.05], or kind: psi
        """)
    #expect(
      try level("kind: quest-plus, threshold: [0, 5, 10], slope: 1, nuisance: [slope]") == """
        x.yaml:7:63: strategies.s.slope: slope is a nuisance parameter but has only one value, 1: Peach assumes \
        this value
          hint: state several values of slope
        """)
  }

  @Test func `a grid of one threshold`() throws {
    #expect(
      try level("kind: zest, threshold: 5, slope: 1") == """
        x.yaml:7:38: strategies.s.threshold: a grid of one threshold, 5 dB: every estimate equals it
          hint: state several: a list, or {from, to, count, spacing}
        """)
  }

  @Test func `a width that always or never holds`() throws {
    let zest = "kind: zest, threshold: {from: 0, to: 20, count: 21}, slope: 1"
    #expect(
      try level("\(zest), stop: {width: 25}") == """
        x.yaml:7:84: strategies.s.stop: a stop at an interval width of 25 would end the track before the first \
        answer: the prior's interval is only 20 wide
          hint: state a smaller width
        """)
    #expect(
      try level(zest, stop: "{any: [{trials: 60}, {width: 0.9}]}") == """
        x.yaml:7:5: strategies.s.stop: a stop at an interval width of 0.9 never ends a track: with this grid no \
        interval is less than 0.95 wide
          hint: state a larger width, or a finer grid of thresholds
        """)
    #expect(try level(zest, stop: "{width: 1}") == "")
    let mlp = "kind: mlp, threshold: {from: 0, to: 20, count: 21}, slope: 1, lapse: 0"
    #expect(
      try level(mlp, stop: "{any: [{trials: 60}, {width: 0.9}]}") == """
        x.yaml:7:5: strategies.s.stop: a stop at an interval width of 0.9 never ends a track: with this grid no \
        interval is less than 0.95 wide
          hint: state a larger width, or a finer grid of thresholds
        """)
    #expect(try level(mlp, stop: "{width: 1}") == "")
  }

  @Test func `a width or entropy that a staircase does not have`() throws {
    let staircase = "kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}"
    let message = """
      a stop by width never ends a track: this strategy has no interval of its threshold while a track runs
        hint: write stop: {trials: 60}, or reversals
      """
    #expect(
      try level("\(staircase), stop: {any: [{trials: 60}, {width: 1}]}") == "x.yaml:7:87: strategies.s.stop: " + message
    )
    #expect(try level(staircase, stop: "{width: 1}") == "x.yaml:7:5: strategies.s.stop: " + message)
    #expect(
      try level(staircase, stop: "{all: [{trials: 60}, {entropy: 1}]}") == """
        x.yaml:7:5: strategies.s.stop: a stop by entropy never ends a track: this strategy has no posterior while a \
        track runs
          hint: write stop: {trials: 60}, or reversals
        """)
    // A file's stop may have it for others.
    #expect(try level(staircase, stop: "{any: [{trials: 60}, {width: 1}]}") == "")
  }

  // MARK: Levels that cannot sound

  /// What `peach check` alone says, with the hint that mends it.
  private func advice(_ strategy: String, task: String = "{kind: comparison, notes: [C3, C5]}") throws -> [Problem] {
    try Experiment.parse(
      """
      name: x
      seed: 1
      task: \(task)
      listeners: [{name: l, kind: gaussian, jnd: 10}]
      strategies:
        - {name: s, \(strategy)}
      stop: {trials: 40}
      replicates: 1
      """, file: "x.yaml"
    ).advice
  }

  /// The settings with what a hint says: `add limits: [0.1, 1200]`, `write start: 100, limits: [0.1, 1200]`.
  private func mended(_ strategy: String, _ hint: String) -> String {
    let keys = hint.split(separator: " ", maxSplits: 1)[1]
    let names = keys.matches(of: /([a-z]+):/).map { String($0.1) }
    var rest = strategy
    for name in names { rest = rest.replacing(try! Regex(", \(name): (\\[[^\\]]*\\]|[^,]*)"), with: "") }
    return rest + ", " + keys
  }

  @Test(arguments: [
    ("kind: weighted-up-down, start: 100, step: {factor: 1.68}", "add limits: [0.1, 1200]"),
    ("kind: weighted-up-down, start: 2000, step: {factor: 1.68}", "add limits: [0.1, 2000]"),
    ("kind: weighted-up-down, start: 9000, step: {factor: 1.68}", "add start: 100, limits: [0.1, 1200]"),
    ("kind: weighted-up-down, start: 0.05, step: {factor: 1.68}", "add limits: [0.05, 1200]"),
    ("kind: weighted-up-down, start: 100, limits: [1, 9000], step: {factor: 1.68}", "write limits: [1, 4850]"),
    ("kind: weighted-up-down, signed: true, start: 50, step: {linear: 20}", "add limits: [-1200, 1200]"),
    (
      "kind: weighted-up-down, signed: true, start: 50, limits: [-10, 9000], step: {linear: 20}",
      "write limits: [-10, 4850]"
    ),
    ("kind: pest, start: 100, step: {factor: 2}, min-step: 1.1", "add limits: [0.1, 1200]"),
    ("kind: mlp, threshold: {from: 1, to: 200, count: 20}, slope: 0.5", "add limits: [0.1, 1200]"),
    ("kind: psi, threshold: {from: 1, to: 9000, count: 20}, slope: [0.5, 1]", "add limits: [0.1, 1200]"),
    ("kind: psi, threshold: {from: 2000, to: 9000, count: 20}, slope: [0.5, 1]", "add limits: [0.1, 2000]"),
  ])
  func `a strategy that can reach levels that cannot sound gets a hint with limits`(
    strategy: String, hint: String
  ) throws {
    let found = try advice(strategy)
    #expect(found.map(\.hint) == [hint])
    #expect(found.map(\.path) == ["strategies.s.limits"])
    #expect(
      found.map(\.message) == [
        "the strategy can reach levels that no sound can have; with these notes, levels up to 4850 cents are "
          + "possible"
      ])
    #expect(try advice(mended(strategy, hint)) == [], "\(mended(strategy, hint))")
    #expect(
      try advice(strategy, task: "{kind: comparison, notes: [C3, C5], intervals: [octave-up]}")[0].message.contains(
        "4350"))
  }

  @Test func `stated levels that cannot sound are reported`() throws {
    #expect(
      try advice("kind: constant-stimuli, levels: [10, 5000], repetitions: 2").map(\.description) == [
        """
        x.yaml:6:47: strategies.s.levels: no sound can have a level of 5000 cents; with these notes, levels up to \
        4850 cents are possible
          hint: state at most 4850
        """
      ])
    #expect(try advice("kind: random, level: 5000").count == 1)
    #expect(
      try advice("kind: random, level: 50, catch: {every: 5, level: 5000}").map(\.path) == ["strategies.s.catch.level"])
  }

  @Test(arguments: [
    "kind: kazez", "kind: adaptive", "kind: zest, threshold: {from: 1, to: 200, count: 20}, slope: 0.5",
    "kind: weighted-up-down, start: 100, limits: [0.1, 1200], step: {factor: 1.68}", "kind: random, level: 4850",
  ])
  func `levels that all can sound need no limits`(strategy: String) throws {
    #expect(try advice(strategy) == [])
  }

  @Test func `blocks of a lab have advice for their own notes`() throws {
    let steps = "kind: weighted-up-down, start: 100, limits: [0.1, 4500], step: {factor: 1.68}"
    let text = """
      name: x
      seed: 1
      task: {kind: comparison, notes: [C3, C5]}
      listeners: [{name: l, kind: gaussian, jnd: 10}]
      strategies: [{name: s, \(steps)}]
      stop: {trials: 40}
      replicates: 1
      lab:
        blocks: [{name: a}, {name: b, task: {intervals: [octave-up]}}]
      """
    #expect(
      try Experiment.parse(text, file: "x.yaml").advice.map(\.hint) == ["write limits: [0.1, 4350]"])
  }

  @Test func `no template and no study of a day can reach levels that cannot sound`() throws {
    for template in ExperimentTemplate.allCases {
      #expect(try Experiment.parse(template.text(file: "FILE.yaml"), file: "FILE.yaml").advice == [], "\(template)")
    }
  }

  @Test func `no shipped experiment and no template is warned of`() throws {
    let folder = Files.example.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    for folder in [folder, folder + "/published"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
      #expect(names.count >= 5)
      // Its second listener has three alternatives in a task of two: the common fit is biased, and not what was published.
      for name in names where name != "kollmeier-1988.yaml" {
        #expect(try warnings(TextFile.read("\(folder)/\(name)")) == "", "\(name)")
      }
    }
    for template in ExperimentTemplate.allCases { #expect(try warnings(template.text(file: "FILE.yaml")) == "") }
  }
}

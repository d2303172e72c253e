import Configuration
import Experiments
import Foundation
import Simulation
import Testing

/// Designs that are right in every part and yet cannot work.
@Suite struct WarningTests {
  /// All that is warned of.
  private func warnings(_ text: String) throws -> String {
    let experiment = try Experiment.parse(text, file: "x.yaml")
    return (experiment.warnings + experiment.plan.outOfReach(experiment.plan.cellRecords)).map(\.description)
      .joined(separator: "\n")
  }

  /// A level task in dB, the truth near 5, with one strategy.
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
        x.yaml:7:\(place): the threshold grid, \(grid) dB, leaves out the true threshold, \(truth) dB of listener ann
          hint: widen to hold \(truth) dB
        """)
  }

  @Test func `mlp is bounded by where its candidates reach the target`() throws {
    // The candidates reach 80.9 % about half a dB above their thresholds.
    #expect(
      try level("kind: mlp, threshold: [5.3, 6, 7], slope: 1, lapse: 0") == """
        x.yaml:7:37: strategies.s.threshold: the threshold grid, 5.78…7.48 dB, leaves out the true threshold, 5.3 dB of \
        listener ann
          hint: widen to hold 5.3 dB
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
          x.yaml:7:76: strategies.s.tracks[1].threshold: the threshold grid, 20…40 dB, leaves out the true threshold in 3 \
          of 4 cells, 5 dB of listener ann
            hint: widen to hold 5…95 dB
          """)
  }

  @Test func `limits without the true threshold`() throws {
    #expect(
      try level("kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}, limits: [10, 30]") == """
        x.yaml:7:89: strategies.s.limits: the limits, 10…30 dB, leave out the true threshold, 4.78 dB of listener ann
          hint: widen to hold 4.78 dB
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
        x.yaml:7:68: strategies.s.step: the level is in dB already, and these steps multiply it
          hint: write step: {linear: \(hint)}
        """)
    #expect(try comparison("kind: transformed-up-down, start: 20, down: 2, step: \(step)") == "")
  }

  @Test func `psi-marginal with one lapse rate`() throws {
    #expect(
      try level("kind: psi-marginal, threshold: [0, 5, 10], slope: [0.5, 1], lapse: 0.02") == """
        x.yaml:7:82: strategies.s.lapse: lapse is summed out and has one value alone, 0.02: no other is allowed for
          hint: write lapse: [0, 0.02, 0.05], or kind: psi
        """)
    #expect(
      try level("kind: quest-plus, threshold: [0, 5, 10], slope: 1, nuisance: [slope]") == """
        x.yaml:7:63: strategies.s.slope: slope is summed out and has one value alone, 1: no other is allowed for
          hint: state several values of slope
        """)
  }

  @Test func `a grid of one threshold`() throws {
    #expect(
      try level("kind: zest, threshold: 5, slope: 1") == """
        x.yaml:7:38: strategies.s.threshold: a grid of one threshold, 5 dB: every estimate is that
          hint: state several: a list, or {from, to, count, spacing}
        """)
  }

  @Test func `a width that always or never holds`() throws {
    let zest = "kind: zest, threshold: {from: 0, to: 20, count: 21}, slope: 1"
    #expect(
      try level("\(zest), stop: {width: 25}") == """
        x.yaml:7:84: strategies.s.stop: a width of 25 holds before the first answer: the prior's interval is 20 wide
          hint: state a smaller width
        """)
    #expect(
      try level(zest, stop: "{any: [{trials: 60}, {width: 0.9}]}") == """
        x.yaml:7:5: strategies.s.stop: a width of 0.9 never holds: with this grid no interval is less than 0.95 wide
          hint: state a larger width, or a finer grid of thresholds
        """)
    #expect(try level(zest, stop: "{width: 1}") == "")
    let mlp = "kind: mlp, threshold: {from: 0, to: 20, count: 21}, slope: 1, lapse: 0"
    #expect(
      try level(mlp, stop: "{any: [{trials: 60}, {width: 0.9}]}") == """
        x.yaml:7:5: strategies.s.stop: a width of 0.9 never holds: with this grid no interval is less than 0.95 wide
          hint: state a larger width, or a finer grid of thresholds
        """)
    #expect(try level(mlp, stop: "{width: 1}") == "")
  }

  @Test func `a width or entropy that a staircase does not have`() throws {
    let staircase = "kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}"
    let message = """
      a stop by width never holds: this strategy has no interval of its threshold while a track runs
        hint: write stop: {trials: 60}, or reversals
      """
    #expect(
      try level("\(staircase), stop: {any: [{trials: 60}, {width: 1}]}") == "x.yaml:7:87: strategies.s.stop: " + message
    )
    #expect(try level(staircase, stop: "{width: 1}") == "x.yaml:7:5: strategies.s.stop: " + message)
    #expect(
      try level(staircase, stop: "{all: [{trials: 60}, {entropy: 1}]}") == """
        x.yaml:7:5: strategies.s.stop: a stop by entropy never holds: this strategy has no posterior while a track runs
          hint: write stop: {trials: 60}, or reversals
        """)
    // A file's stop may have it for others.
    #expect(try level(staircase, stop: "{any: [{trials: 60}, {width: 1}]}") == "")
  }

  @Test func `no shipped experiment and no template is warned of`() throws {
    let folder = Files.example.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
    #expect(names.count >= 5)
    for name in names { #expect(try warnings(TextFile.read("\(folder)/\(name)")) == "", "\(name)") }
    for template in ExperimentTemplate.allCases { #expect(try warnings(template.text(file: "FILE.yaml")) == "") }
  }
}

import PeachExperiments
import PeachSimulation
import PeachStrategies
import PeachSupport
import PeachTrials
import Testing

/// The strategy whose grids follow the listener.
@Suite struct CalibrationTests {
  private static let comparison = "{kind: comparison}"

  /// A run with a Gaussian listener.
  private func run(_ listener: String, _ stop: String, seed: UInt64 = 1) throws -> (PlayedTrack, TrackLog) {
    let cell = try Experiment.parse(
      """
      name: test
      seed: \(seed)
      task: {kind: comparison}
      listeners: [{name: listener, kind: gaussian, \(listener)}]
      strategies: [{name: strategy, kind: calibration, signed: true, stop: \(stop)}]
      replicates: 1
      """, file: "test.yaml"
    ).plan.cells[0]
    let names = StreamNames(seed: seed, listener: "listener", strategy: "strategy")
    var streams = names.streams(replicate: 1)
    var random = names.listener.stream(replicate: 1)
    var log = TrackLog()
    let played = try #require(cell.model).sit(
      try #require(cell.factory), using: &streams, random: &random, log: &log)
    return (played, log)
  }

  @Test func `levels without signs are refused`() throws {
    #expect(
      try Tracks.problems("kind: calibration, stop: {trials: 5}", task: Self.comparison)
        == ["strategies.track.signed: expected true: calibration estimates bias and noise, which needs signed levels"])
    #expect(
      try Tracks.problems(
        "kind: calibration, signed: true, range: [5, 10], stop: {trials: 5}", task: Self.comparison)
        == ["strategies.track.range: expected the least level below half the greatest, got [5, 10]"])
  }

  /// The middle half of the last hundred levels, by size, of listeners fifteen times apart.
  @Test func `levels are soon of the listener's own size`() throws {
    for jnd in [3.0, 45] {
      let (_, log) = try run("jnd: \(jnd), lapse: 0.02", "{trials: 200}")
      let sizes = log.trials.suffix(100).map { abs($0.comparison.offset) }.sorted()
      #expect(sizes[25] > 0.8 * jnd && sizes[75] < 4 * jnd, "\(jnd): \(sizes[25])…\(sizes[75])")
    }
  }

  @Test func `a stop by precision is reached by the interval that is reported, at a tenth trial`() throws {
    for seed in UInt64(1)...4 {
      let (played, log) = try run(
        "jnd: 12, lapse: 0.02, bias: 3", "{all: [{precision: 35%}, {trials: 100}], maximum: 300}", seed: seed)
      let estimate = played.estimates[0]
      #expect(played.status == .finished(.precision))
      #expect(log.trials.count >= 100 && log.trials.count % 10 == 0)
      let (low, high) = (try #require(estimate.low), try #require(estimate.high))
      #expect((high / low).squareRoot() - 1 <= 0.35)
    }
  }

  /// Nothing is looked at before: the first hundred trials are those of a run that has no such stop.
  @Test func `looking changes no trial`() throws {
    let (_, looked) = try run("jnd: 12", "{all: [{precision: 1%}, {trials: 90}], maximum: 130}")
    let (_, plain) = try run("jnd: 12", "{trials: 130}")
    #expect(looked.trials == plain.trials)
  }

  @Test func `a listener who is always correct, or always gives the same answer, has no threshold`() throws {
    func estimate(_ isHigher: (Double) -> Bool) throws -> Estimate {
      let (_, log) = try run("jnd: 12", "{trials: 120}")
      let answers = log.trials.map { (offset: $0.comparison.offset, isHigher: isHigher($0.comparison.offset)) }
      return ListenerPosterior(answers, target: 0.75, in: try TrialTask(parsing: Self.comparison).signed).estimate
    }
    let right = try estimate { $0 > 0 }
    // The interval reaches down to what no answer speaks against.
    #expect(right.threshold.map { $0 < 10 } ?? (right.status == .floor))
    #expect(try estimate { _ in true }.threshold.map { $0 > 30 } ?? true)
  }

  @Test func `a stop by precision where levels have no ratios is warned of`() throws {
    let text = """
      name: test
      seed: 1
      task: {kind: forced-choice, unit: dB}
      listeners: [{name: listener, kind: psychometric, threshold: 1, slope: 1}]
      strategies: [{name: s, kind: psi, threshold: {from: -5, to: 5, count: 9}, slope: [0.5, 1]}]
      stop: {precision: 25%, maximum: 20}
      replicates: 1
      """
    #expect(
      try Experiment.parse(text, file: "x.yaml").warnings.map(\.message).contains(
        "a stop by precision never ends a track: levels on a linear axis have no ratios"))
  }

  @Test(arguments: [("25%", "25%"), ("0.25", "25%"), ("12.5 %", "12.5%")]) func `a precision is a share`(
    written: String, resolved: String
  ) throws {
    let plan = try Experiment.parse(
      """
      name: test
      seed: 1
      task: {kind: comparison}
      listeners: [{name: listener, kind: gaussian, jnd: 5}]
      strategies: [{name: s, kind: calibration, signed: true}]
      stop: {precision: \(written)}
      replicates: 1
      """, file: "x.yaml"
    ).plan
    #expect(plan.resolved["stop"]?["precision"] == .text(resolved))
    #expect(
      try Tracks.problems("kind: random, level: 3, stop: {precision: 120%}")
        == ["strategies.track.stop.precision: expected a share such as 25% or 0.25, between 0 and 100 %, got '120%'"])
  }
}

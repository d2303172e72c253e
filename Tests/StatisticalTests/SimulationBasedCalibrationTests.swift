import Foundation
import Glibc
import PeachExperiments
import PeachMath
import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

/// Posteriors of strategies hold the truth where they say: simulation-based calibration with listeners drawn from the
/// prior and trials placed by the strategy itself. 200 draws, with PEACH_TEST_LONG 1 000.
///
/// Source: Talts et al. (2018), arXiv:1804.06788.
@Suite struct SimulationBasedCalibrationTests {
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
  private static let draws = isLong ? 1000 : 200

  /// One strategy with a grid, which is its prior.
  struct Design: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var strategy: String
    var thresholds: [Double]
    var slopes: [Double]
    var guesses: [Double]
    var lapses: [Double]
    var alternatives: Int
    var function: any PsychometricFunction.Type

    var grid: ParameterGrid {
      ParameterGrid(
        function: function, threshold: thresholds, slope: slopes, guess: guesses, lapse: lapses)
    }
  }

  static let designs = [
    Design(
      testDescription: "psi", strategy: "kind: psi, stop: {trials: 60}", thresholds: (-10...10).map(Double.init),
      slopes: [0.2, 0.4, 0.7, 1.2, 2], guesses: [0.5], lapses: [0.02], alternatives: 2, function: NormalFunction.self),
    Design(
      testDescription: "QUEST+", strategy: "kind: quest-plus, stop: {trials: 80}",
      thresholds: (-8...8).map(Double.init),
      slopes: [0.3, 0.6, 1.2, 2.4], guesses: [1.0 / 3], lapses: [0, 0.02, 0.05, 0.1], alternatives: 3,
      function: LogisticFunction.self),
  ]

  private static func list(_ values: [Double]) -> String { "[\(values.map { "\($0)" }.joined(separator: ", "))]" }

  /// The strategy's own estimate is that of the posterior looked at here.
  @Test(arguments: designs) func `ranks of listeners from the grid are uniform`(design: Design) throws {
    for seed in Expectations.seeds {
      var random = RandomStream(seed: seed)
      func value(_ values: [Double]) -> Double { values[random.index(below: values.count)] }
      let truths = (0..<Self.draws).map { _ in
        [value(design.thresholds), value(design.slopes), value(design.guesses), value(design.lapses)]
      }
      let listeners = truths.enumerated().map { number, truth in
        "  - {name: l\(number), kind: psychometric, function: \(design.function.name), threshold: \(truth[0]), "
          + "slope: \(truth[1]), guess: \(truth[2]), lapse: \(truth[3])}"
      }
      let plan = try Experiment.parse(
        """
        name: ranks
        seed: \(seed)
        task: {kind: forced-choice, unit: dB, scale: linear, alternatives: \(design.alternatives)}
        listeners:
        \(listeners.joined(separator: "\n"))
        strategies:
          - {name: strategy, \(design.strategy), function: \(design.function.name),
             threshold: \(Self.list(design.thresholds)), slope: \(Self.list(design.slopes)),
             guess: \(Self.list(design.guesses)), lapse: \(Self.list(design.lapses))}
        replicates: 1
        """, file: "ranks.yaml"
      ).plan
      #expect(plan.cells.count == Self.draws)
      let model = GridModel(design.grid, levels: design.thresholds)
      var ranks = [Int: RankHistogram]()
      for (cell, truth) in zip(plan.cells, truths) {
        let (track, trials) = try Self.play(cell, &random)
        var posterior = GridPosterior(model)
        for trial in trials { posterior.update(trial.comparison.offset, isPositive: trial.isHigher) }
        let marginals = posterior.marginals
        let estimate = try #require(track.estimates.first)
        if let threshold = estimate.threshold { #expect(abs(threshold - marginals[0].mean) < 1e-9) }
        for (parameter, marginal) in marginals.enumerated() where marginal.values.count > 1 {
          ranks[parameter, default: RankHistogram()].add(
            Self.share(below: truth[parameter], marginal, random.unit()))
        }
      }
      for (parameter, histogram) in ranks {
        histogram.expectUniform("\(design.testDescription), parameter \(parameter), seed \(seed)")
      }
    }
  }

  private static func play(_ cell: Cell, _ random: inout RandomStream) throws -> (PlayedTrack, [CompletedComparison]) {
    let names = StreamNames(seed: random.next(), listener: cell.listener, strategy: cell.strategy)
    var streams = names.streams(replicate: 1)
    var answers = names.listener.stream(replicate: 1)
    var log = TrackLog()
    let track = try #require(cell.model).sit(try #require(cell.factory), using: &streams, random: &answers, log: &log)
    return (track, log.trials)
  }

  /// The share of values below one of them, of which a random part of its own mass counts.
  private static func share(below value: Double, _ marginal: Marginal, _ part: Double) -> Double {
    zip(marginal.values, marginal.masses).reduce(0) { sum, point in
      if abs(point.0 - value) <= 1e-12 * max(1, abs(value)) { return sum + part * point.1 }
      return point.0 < value ? sum + point.1 : sum
    } / marginal.masses.reduce(0, +)
  }

  /// The same of a value among those of a continuous number, the mass of each spread evenly to half the way to the next.
  private static func share(below value: Double, of values: [Double], _ masses: [Double]) -> Double {
    var sum = 0.0
    for index in values.indices {
      let before = index > 0 ? values[index - 1] : 2 * values[0] - values[1]
      let after = index + 1 < values.count ? values[index + 1] : 2 * values[index] - values[index - 1]
      let (low, high) = ((values[index] + before) / 2, (values[index] + after) / 2)
      sum += masses[index] * min(max((value - low) / (high - low), 0), 1)
    }
    return sum / masses.reduce(0, +)
  }

  /// The prior is uniform in bias and in the logarithm of the noise, and has no ends: listeners come from a part of it,
  /// far wider than what 240 trials leave.
  @Test func `ranks of listeners under a calibration are uniform`() throws {
    let lapses = [0.002, 0.01, 0.02, 0.035, 0.055]
    for seed in Expectations.seeds.prefix(2) {
      var random = RandomStream(seed: seed)
      let truths = (0..<Self.draws).map { _ in
        (
          middle: 60 * (random.unit() - 0.5), noise: 4 * pow(15, random.unit()),
          lapse: lapses[random.index(below: lapses.count)]
        )
      }
      let listeners = truths.enumerated().map { number, truth in
        "  - {name: l\(number), kind: gaussian, sigma: \(truth.noise), bias: \(-truth.middle), lapse: \(2 * truth.lapse)}"
      }
      let plan = try Experiment.parse(
        """
        name: ranks
        seed: \(seed)
        task: {kind: comparison}
        listeners:
        \(listeners.joined(separator: "\n"))
        strategies: [{name: strategy, kind: calibration, signed: true, stop: {trials: 240}}]
        replicates: 1
        """, file: "ranks.yaml"
      ).plan
      var ranks = [RankHistogram](repeating: RankHistogram(), count: 3)
      for (cell, truth) in zip(plan.cells, truths) {
        let (track, trials) = try Self.play(cell, &random)
        let posterior = ListenerPosterior(
          trials.map { (offset: $0.comparison.offset, isHigher: $0.isHigher) }, target: 0.75, in: cell.task)
        // The strategy's own estimate is made on a grid about its own track: nearly the same.
        if let own = track.estimates.first?.threshold, let threshold = posterior.estimate.threshold {
          #expect(abs(own / threshold - 1) < 0.02)
        }
        let marginals = posterior.marginals
        ranks[0].add(Self.share(below: truth.middle, of: marginals[0].values, marginals[0].masses))
        let slopes = marginals[1].values.map { log($0) }
        ranks[1].add(Self.share(below: -log(truth.noise), of: slopes, marginals[1].masses))
        ranks[2].add(Self.share(below: truth.lapse, marginals[3], random.unit()))
      }
      for (histogram, name) in zip(ranks, ["bias", "1/σ", "lapse rate"]) {
        histogram.expectUniform("calibration, \(name), seed \(seed)")
      }
    }
  }
}

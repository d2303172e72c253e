import Foundation
import Glibc
import PeachAnalysis
import PeachExperiments
import PeachListeners
import PeachSimulation
import PeachStorage
import PeachStrategies
import PeachTrials
import Testing

/// Twins are like whom they are twins of, and an audit says of a procedure what is true of the listeners themselves.
@Suite struct TwinTests {
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil

  private static func posterior(_ trials: [CompletedComparison], _ task: TrialTask) -> ListenerPosterior {
    ListenerPosterior(
      trials.map { (offset: $0.comparison.offset, isHigher: $0.isHigher) }, target: 0.75, in: task)
  }

  private static func threshold(_ listener: any Listener, _ task: TrialTask) throws -> Double {
    try #require(Truth(listener: listener, task: task).level(at: 0.75))
  }

  /// n = 1 000 draws. An end of their central 95 % has a standard error of 0.085 standard deviations of the logarithm, some
  /// 0.01: held to 0.05 for sampling (false-alarm rate 1e-6) and 0.03 for the normal shape. Errors that are a quarter off, or
  /// left out correlations: power above 0.99.
  @Test func `the spread of uncertain twins is the interval of the fit`() throws {
    let tracks = try Tracks(
      "kind: calibration, signed: true, stop: {trials: 240}", listener: "kind: gaussian, jnd: 12, lapse: 0.03, bias: 3",
      seed: 5)
    let task = try TrialTask(parsing: "{kind: comparison}")
    var found: ListenerPosterior?
    tracks.forEach(1...1) { _, trials in found = Self.posterior(trials, task) }
    let posterior = try #require(found)
    let parameters = Twins.parameters(of: posterior)
    var random = StreamFamily(seed: 5, path: ["twins"]).stream(replicate: 1)
    let thresholds = try (0..<1000).map { _ in
      try Self.threshold(TwinListener(parameters.drawn(using: &random), isUncertain: false), task)
    }.sorted()
    let low = try #require(posterior.estimate.low)
    let high = try #require(posterior.estimate.high)
    #expect(abs(log(thresholds[25] / low)) < 0.08, "\(thresholds[25]), \(low)")
    #expect(abs(log(thresholds[975] / high)) < 0.08, "\(thresholds[975]), \(high)")
  }

  /// n = 30 calibrations of the twin (200 with PEACH_TEST_LONG). Held to 4.892 standard errors, false-alarm rate 1e-6, and to
  /// 0.03 of ln threshold, 0.012 of λ and 0.1 cents of bias for what 240 trials are off by themselves: after so few the mean
  /// of a posterior of λ leans to its prior. A JND that is σ, a bias of the other sign: power above 0.999.
  @Test func `the twin measured again has the threshold, the lapse and the bias of the listener's calibration`() throws
  {
    let task = try TrialTask(parsing: "{kind: comparison}")
    let strategy = "kind: calibration, signed: true, stop: {trials: 240}"
    var found: ListenerPosterior?
    try Tracks(strategy, listener: "kind: gaussian, jnd: 9, lapse: 0.06, bias: -6", seed: 8).forEach(1...1) {
      _, trials in
      found = Self.posterior(trials, task)
    }
    let parameters = Twins.parameters(of: try #require(found))
    let truth = try Self.threshold(TwinListener(parameters, isUncertain: false), task)
    let again = try Tracks(
      strategy,
      listener: "kind: twin, jnd: \(parameters.jnd), lapse: \(parameters.lapse), bias: \(parameters.bias)", seed: 9)
    var (thresholds, lapses, biases) = ([Double](), [Double](), [Double]())
    again.forEach(1...(Self.isLong ? 200 : 30)) { played, _ in
      thresholds.append(log((played.estimates[0].threshold ?? .nan) / truth))
      lapses.append(played.estimates[0].lapse ?? .nan)
      biases.append(played.estimates[0].bias ?? .nan)
    }
    for (values, expected, stated, name) in [
      (thresholds, 0, 0.03, "ln threshold"), (lapses, parameters.lapse / 2, 0.012, "lapse"),
      (biases, parameters.bias, 0.1, "bias"),
    ] {
      let sample = Sample(values: values)
      Expectations.mean(
        sample.mean, standardError: sample.standardError, is: expected, stated: stated, name)
    }
  }

  /// A staircase of 60 trials on n = 20 listeners (200 with PEACH_TEST_LONG) with JNDs from 5 to 40 cents: what it makes of
  /// the listeners themselves, in 10 runs each, and what audits by twins from 240 trials of each say, 10 drawn twins each. Held to
  /// 4.892 standard errors of the difference over listeners, false-alarm rate 1e-6. With 200 listeners the standard errors are
  /// 0.01 octaves of bias and 0.7 % of coverage.
  @Test func `audits of simulated listeners agree with the true values`() async throws {
    let (listeners, runs) = (Self.isLong ? 200 : 20, 10)
    var random = StreamFamily(seed: 11, path: ["audited"]).stream(replicate: 1)
    var (biases, coverages) = ([Double](), [Double]())
    for index in 1...listeners {
      let (jnd, lapse, bias) = (5 * exp(random.unit() * log(8)), 0.05 * random.unit(), 6 * random.normal())
      let plan = try Experiment.parse(
        """
        name: audited
        seed: \(index)
        task: {kind: comparison}
        listeners: [{name: one, kind: gaussian, jnd: \(jnd), lapse: \(lapse), bias: \(bias)}]
        strategies:
          - {name: stairs, kind: transformed-up-down, start: 100, down: 2, step: {factor: 1.5}, stop: {trials: 60}}
          - {name: calibration, kind: calibration, signed: true, stop: {trials: 240}}
        estimator-lapse: free
        replicates: 1
        """, file: "audited.yaml"
      ).plan
      var trials: [CompletedComparison] = []
      let names = StreamNames(seed: UInt64(index), listener: "one", strategy: "calibration")
      var (streams, answers, log) = (names.streams(replicate: 1), names.listener.stream(replicate: 1), TrackLog())
      _ = try #require(plan.cells[1].model).sit(
        try #require(plan.cells[1].factory), using: &streams, random: &answers, log: &log)
      trials = log.trials
      let twin = Twins.parameters(of: Self.posterior(trials, plan.cells[1].task))
      let audited = try #require(
        try await Audit(of: plan, plan.cells[0], twin: twin).rows(
          twins: runs, jobs: 2, isCancelled: { false }, progress: { _, _, _ in }))
      let itself = try #require(
        try await Audit(of: plan, plan.cells[0], twin: TwinParameters(jnd: jnd, lapse: lapse, bias: bias)).rows(
          twins: runs, jobs: 2, isCancelled: { false }, progress: { _, _, _ in }))
      let drawn = try #require(audited.first { $0.isUncertain && $0.estimator.name == "fit" })
      let own = try #require(itself.first { !$0.isUncertain && $0.estimator.name == "fit" })
      if let a = drawn.bias.value, let b = own.bias.value { biases.append(a - b) }
      if let a = drawn.coverage.value, let b = own.coverage.value { coverages.append(a - b) }
    }
    #expect(biases.count > listeners * 9 / 10)
    for (values, name) in [(biases, "bias"), (coverages, "coverage")] {
      let sample = Sample(values: values)
      Expectations.mean(sample.mean, standardError: sample.standardError, is: 0, stated: 0, name)
    }
  }
}

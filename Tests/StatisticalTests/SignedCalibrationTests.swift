import Glibc
import PeachExperiments
import PeachSimulation
import PeachTrials
import Testing

/// Signed QUEST+ recovers bias, noise and lapse of simulated listeners.
@Suite struct SignedCalibrationTests {
  private static let means = (-5...5).map(Double.init)
  private static let deviations = (1...10).map(Double.init)
  private static let lapses = [0, 0.01, 0.02, 0.03, 0.04]

  /// What is believed after 100 trials less what is true, of a listener drawn from the prior; the truth beside it.
  private static func track(_ random: inout RandomStream, seed: UInt64) throws -> (errors: [Double], truth: [Double]) {
    let mean = means[random.index(below: means.count)]
    let deviation = deviations[random.index(below: deviations.count)]
    let lapse = lapses[random.index(below: lapses.count)]
    let cell = try Experiment.parse(
      """
      name: calibration
      seed: \(seed)
      task: {kind: comparison}
      listeners: [{name: listener, kind: gaussian, sigma: \(deviation), bias: \(-mean), lapse: \(2 * lapse)}]
      strategies: [{name: strategy, kind: quest-plus, signed: true, guess: lapse,
        levels: {from: -10, to: 10, count: 21}, threshold: \(means), slope: \(deviations.map { 1 / $0 }),
        lapse: \(lapses), stop: {trials: 101}}]
      replicates: 1
      """, file: "calibration.yaml"
    ).plan.cells[0]
    let names = StreamNames(seed: random.next(), listener: cell.listener, strategy: cell.strategy)
    var streams = names.streams(replicate: 1)
    var answers = names.listener.stream(replicate: 1)
    var log = TrackLog()
    log.beliefs = []
    _ = try #require(cell.model).sit(try #require(cell.factory), using: &streams, random: &answers, log: &log)
    let belief = try #require(log.beliefs?[99].estimate)
    let believed = try #require(belief.lapse)
    // dψ/dx at μ is (1 − 2λ)·φ(0)/σ.
    let slope = try #require(belief.slope) / (1 - 2 * believed) * (2 * Double.pi).squareRoot()
    let model = try #require(cell.model)
    let threshold = try #require(Truth(listener: model, task: cell.task).level(at: 0.75))
    let truth = [-mean, threshold, 1 / deviation, lapse]
    let found = [try #require(belief.bias), try #require(belief.threshold), slope, believed]
    return (zip(found, truth).map { $0 - $1 }, truth)
  }

  /// n = 600 tracks of 100 trials, each of a listener drawn from the prior: then the errors of posterior means are on
  /// average 0, and so are the errors times the estimates, whatever was asked. Held to 4.892 standard errors, false-alarm
  /// rate 1e-6: 0.17 cents of bias, 0.13 of threshold, 0.0027 of lapse. Bias, threshold or 1/σ that are a tenth too large,
  /// a bias of the other sign, ℓ in the place of λ: power above 0.999.
  @Test func `bias, threshold, noise and lapse are recovered`() throws {
    for seed in Expectations.seeds {
      var random = RandomStream(seed: seed)
      let tracks = try (0..<600).map { _ in try Self.track(&random, seed: seed) }
      for (part, name) in ["bias", "threshold", "1/σ", "lapse"].enumerated() {
        let errors = Sample(values: tracks.map { $0.errors[part] })
        let products = Sample(values: tracks.map { $0.errors[part] * ($0.errors[part] + $0.truth[part]) })
        for (sample, comment) in [(errors, "error"), (products, "error times estimate")] {
          Expectations.mean(
            sample.mean, standardError: sample.standardError, is: 0, stated: 0, "\(name), \(comment), seed \(seed)")
        }
      }
    }
  }
}

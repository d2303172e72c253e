import Foundation
import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// Truths that Peach finds by simulation, for listeners whose numbers are known: tones whose levels differ, with normal noise.
@Suite struct SimulatedTruthTests {
  private func plan(
    _ listener: String, task: String = "kind: forced-choice, alternatives: 2", strategy: String = Self.staircase
  ) throws -> Plan {
    try Experiment.parse(
      """
      name: heard
      seed: 42
      task: {\(task), unit: dB, sounds: {standard: {tone: 1000, duration: 0.005, ramp: 1, level: -30}, target: {level: +x}}}
      listeners: [{name: ann, \(listener)}]
      strategies: [{name: s, \(strategy)}]
      stop: {trials: 60}
      replicates: 20
      """, file: "heard.yaml"
    ).plan
  }

  private static let staircase = "kind: transformed-up-down, start: 6, limits: [-10, 20], down: 2, step: {linear: 1}"

  private func phi(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }

  /// A truth within 4.4 of its own standard errors (false-alarm rate 1e-5). The error is about 0.11 dB with 4 000 trials, so that a truth
  /// that is off by 0.8 dB is found with a power above 0.99.
  private func expect(_ estimator: EstimatorRecord, _ expected: Double) throws {
    let (truth, error) = (try #require(estimator.truth), try #require(estimator.truthError))
    #expect(error > 0.03 && error < 0.2, "\(error)")
    #expect(abs(truth - expected) < 4.4 * error, "\(truth) ± \(error) for \(expected)")
  }

  /// The level of each interval has noise of 2 dB: P = Φ(x ∕ (2√2)). Φ⁻¹ by scipy 1.17.1.
  @Test func `the truth of a forced choice is that of the closed form`() throws {
    let records = try plan("kind: energy, noise: 2, lapse: 0.02, truth: {from: -1, to: 9, trials: 4000}").cellRecords
    for estimator in records[0].estimators {
      let target = try #require(estimator.target)
      // With a lapse of 0.02, half of which are correct.
      let listening = (target - 0.01) / 0.98
      var (low, high) = (0.0, 20.0)
      for _ in 0..<60 {
        if phi((low + high) / 2 / 8.0.squareRoot()) < listening {
          low = (low + high) / 2
        } else {
          high = (low + high) / 2
        }
      }
      try expect(estimator, low)
      #expect(estimator.trueLapse == 0.01 && !estimator.isTruthUnknown && estimator.idealSweat != nil)
    }
  }

  /// Yes at Φ((x − 2) ∕ 2), to noise at Φ(−1), with half of the trials noise.
  @Test func `the truth over signal and noise is that of the closed form`() throws {
    let records = try plan(
      "kind: energy, noise: 2, criterion: 2, truth: {from: -4, to: 8, trials: 4000}", task: "kind: yes-no",
      strategy: "kind: siam, start: 6, limits: [-10, 20], reduced-hit-rate: 0.5, step: {linear: 1}"
    ).cellRecords
    let own = try #require(records[0].estimators.first)
    let target = try #require(own.target)
    var (low, high) = (-20.0, 30.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if (phi((middle - 2) / 2) + 1 - phi(-1)) / 2 < target { low = middle } else { high = middle }
    }
    let (truth, error) = (try #require(own.truth), try #require(own.truthError))
    #expect(abs(truth - low) < 4.4 * error && error < 0.5, "\(truth) ± \(error) for \(low)")
  }

  @Test func `a truth by simulation is the same again, and estimates have errors`() throws {
    let plan = try plan("kind: energy, noise: 2, truth: {from: -1, to: 9, trials: 400}")
    let records = plan.cellRecords
    #expect(records == plan.cellRecords)
    let batch = try #require(plan.batch(of: 0, records[0], 1...20))
    let rows = Summary.rows(of: batch, records[0], plan.cells[0].task.axis)
    #expect(rows.allSatisfy { $0.rootMeanSquareError.value != nil && $0.meanThreshold.value == nil })
  }

  @Test func `the error of a bias includes that of the truth`() throws {
    let plan = try plan("kind: energy, noise: 2, truth: {from: -1, to: 9, trials: 400}")
    let record = plan.cellRecords[0]
    var exact = record
    for place in exact.estimators.indices { exact.estimators[place].truthError = nil }
    let batch = try #require(plan.batch(of: 0, record, 1...20))
    let axis = plan.cells[0].task.axis
    for (row, other) in zip(Summary.rows(of: batch, record, axis), Summary.rows(of: batch, exact, axis)) {
      let truth = try #require(row.estimator.truthError)
      for (whole, own) in [(row.bias, other.bias), (row.medianBias, other.medianBias)] {
        let (error, rest) = (try #require(whole.standardError), try #require(own.standardError))
        #expect(whole.value == own.value && agree(error * error, truth * truth + rest * rest, within: 1e-12))
      }
      #expect(row.rootMeanSquareError == other.rootMeanSquareError)
    }
  }

  /// A louder target makes this listener wrong.
  @Test func `answers without a threshold leave the truth unknown, and the mean is shown`() throws {
    let plan = try plan("kind: energy, noise: 2, picks: smallest, truth: {from: -1, to: 9, trials: 400}")
    #expect(plan.cellRecords[0].estimators.allSatisfy { $0.isTruthUnknown })
    let unknown = try self.plan("kind: energy, noise: 2")
    let record = unknown.cellRecords[0]
    let batch = try #require(unknown.batch(of: 0, record, 1...20))
    for (place, row) in Summary.rows(of: batch, record, unknown.cells[0].task.axis).enumerated() {
      let thresholds = batch.estimates.filter { $0.estimator == place && $0.status.hasThreshold }.compactMap(
        \.threshold)
      let mean = thresholds.reduce(0, +) / Double(thresholds.count)
      let squares = thresholds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      #expect(thresholds.count > 10)
      #expect(agree(row.meanThreshold.value, mean, within: 1e-12))
      #expect(agree(row.standardDeviation.value, (squares / Double(thresholds.count - 1)).squareRoot(), within: 1e-12))
      #expect(row.bias.value == nil && row.rootMeanSquareError.value == nil)
    }
  }

  @Test(arguments: [
    ("truth: {from: 3, to: 3}", "expected from < to, got from: 3 and to: 3"),
    ("truth: {from: 3}", "missing; expected a number (dB)"),
    ("truth: {from: 3, to: 9, trials: 10}", "expected a whole number from 200 to"),
  ])
  func `ends and trials are checked`(truth: String, reason: String) throws {
    let error = #expect(throws: (any Error).self) { try plan("kind: energy, \(truth)") }
    let text = String(describing: try #require(error))
    #expect(text.contains(reason), "\(text)")
  }
}

import Foundation
import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// The intervals of what pitch matchings say hold the truth as often as they say.
@Suite struct MatchingCoverageTests {
  /// n = 4000 sessions of each, so that the Monte Carlo standard error of a coverage of 95 % is 0.34 %: a coverage is accepted
  /// within 95 ± 1.7 %, five of them, with a false-alarm rate of 5e-6 for all nine; one of 92 % is found more than
  /// 99 times in a hundred.
  ///
  /// The second listener's control is at its end in a tenth or more of the matchings, the third has few.
  @Test(arguments: [
    ("constant: 4, spread: 8, under-adjustment: 0.1", 40), ("constant: 25, spread: 30, under-adjustment: 0.3", 40),
    ("constant: -3, spread: 15", 12),
  ])
  func `constant error, variable error and under-adjustment are covered`(listener: String, trials: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = try Experiment.parse(
      """
      name: coverage
      seed: 20260211
      task: {kind: matching}
      listeners: [{name: ear, kind: tuner, \(listener)}]
      stop: {trials: \(trials)}
      replicates: 4000
      keep-trials: 0
      """, file: "coverage.yaml"
    ).plan
    let file = try ResultsFile.create(
      at: folder.appending(path: "results.sqlite").path, plan.record(version: "0", build: "0"), cells: plan.cellRecords)
    _ = try await Simulator(plan, jobs: 2, isCancelled: { false }).run(into: file) { _ in }
    for row in try Summary.rows(of: file) {
      let coverage = try #require(row.coverage.value)
      #expect(row.failed.value == 0)
      #expect(abs(coverage - 0.95) <= 0.017, "\(row.estimator.name): \(coverage)")
    }
  }

  /// The same of 200 sessions, as they are counted in a laboratory: the Monte Carlo standard error is 1.5 %, so that each is
  /// within 95 ± 3 % in 96.7 of a hundred seeds, of which this is one.
  @Test func `two hundred sessions recover constant and variable error`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = try Experiment.parse(
      """
      name: sessions
      seed: 20260211
      task: {kind: matching}
      listeners: [{name: ear, kind: tuner, constant: 4, spread: 8, under-adjustment: 0.1}]
      stop: {trials: 40}
      replicates: 200
      """, file: "sessions.yaml"
    ).plan
    let file = try ResultsFile.create(
      at: folder.appending(path: "results.sqlite").path, plan.record(version: "0", build: "0"), cells: plan.cellRecords)
    _ = try await Simulator(plan, jobs: 2, isCancelled: { false }).run(into: file) { _ in }
    for row in try Summary.rows(of: file).prefix(2) {
      let coverage = try #require(row.coverage.value)
      #expect(abs(coverage - 0.95) <= 0.03, "\(row.estimator.name): \(coverage)")
    }
  }
}

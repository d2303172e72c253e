import Foundation
import PeachAnalysis
import PeachExperiments
import PeachFitting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// Results and fits to draw, small and real.
enum Making {
  /// Runs an experiment file's text.
  static func results(_ text: String, in folder: URL) async throws -> ResultsFile {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let plan = try Experiment.parse(text, file: "figures.yaml").plan
    let file = try ResultsFile.create(
      at: folder.appending(path: "figures.sqlite").path, plan.record(version: "0", build: "0"), cells: plan.cellRecords)
    _ = try await Simulator(plan, jobs: 1, isCancelled: { false }).run(into: file) { _ in }
    return file
  }

  static let comparison = """
    name: comparison
    seed: 11
    task: {kind: comparison, notes: [C4, C5]}
    listeners: [{name: keen, kind: gaussian, jnd: 6}, {name: coarse, kind: gaussian, jnd: 30, lapse: 0.04}]
    strategies:
      - {name: kazez, kind: kazez}
      - {name: weighted, kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.5, after-reversals: {2: 1.2}}}
      - {name: zest, kind: zest, function: weibull, threshold: {from: 1, to: 200, count: 41, spacing: log}, slope: 1.3}
    stop: {trials: 30}
    replicates: 12
    keep-trials: 6
    """

  static let sweep = """
    name: sweep
    seed: 12
    task: {kind: forced-choice, unit: dB, scale: linear, alternatives: 2}
    sweeps: {trials: [20, 40, 200], lapse: [0, 0.05]}
    listeners: [{name: ear, kind: psychometric, function: logistic, threshold: 20, slope: 0.3, lapse: {sweep: lapse}}]
    strategies:
      - {name: fixed, kind: constant-stimuli, levels: [8, 14, 20, 26, 32], repetitions: 40}
      - {name: down, kind: transformed-up-down, start: 30, down: 2, step: {linear: 3}}
    stop: {trials: {sweep: trials}}
    replicates: 10
    """

  /// The fits of a CSV file's text.
  static func report(_ text: String, _ request: FitRequest, by: [String] = [], in folder: URL) async throws -> FitReport
  {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "data.csv").path
    try Data(text.utf8).write(to: URL(filePath: path))
    let observations = try Observations.read(FitData.read(path).table, reading: request.reading, by: by)
    var report = try FitReport(observations, source: "data.csv", by: by, request: request, seed: 3)
    await report.fit(observations.groups, jobs: 1) { _ in }
    return report
  }

  static let counts = "level_cents,n,k\n2,20,11\n4,20,10\n6,21,15\n9,20,17\n14,22,21\n22,20,20\n"
}

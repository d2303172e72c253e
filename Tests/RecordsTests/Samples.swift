import Foundation
import PeachStorage
import PeachTrials

/// A directory of a test's own, gone with it.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  /// The names of all files, sorted.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

/// Records in which every field differs from every other.
enum Samples {
  static let simulation = SimulationRecord(
    name: "sample", question: "Which, \"now\"?", digest: "00112233445566778899aabbccddeeff", seed: "000000000135ce1b",
    version: "0.1.0", build: "ffeeddccbbaa99887766554433221100", experiment: "{\"name\": \"sample\"}",
    task: "comparison", unit: "cents", scale: .log, alternatives: 2,
    varied: ["listeners.ear.jnd", "strategies.down.start"], replicates: 40)

  static let cells = [
    CellRecord(
      id: 0, strategy: "down", listener: "ear", varied: ["5", "100"],
      heard: Presentation(tuning: "equal-temperament", referencePitch: 442.5, noteDuration: 0.75, gap: 0.125),
      estimators: [
        EstimatorRecord(name: "own", target: 0.7071, truth: 4.04, truthError: 0.21, trueLapse: 0.01, idealSweat: 3.42),
        EstimatorRecord(name: "fit", target: 0.75, truth: nil, trueLapse: 0.02, idealSweat: nil),
      ]),
    CellRecord(
      id: 1, strategy: "kazez", listener: "ear", varied: ["20", ""],
      estimators: [EstimatorRecord(name: "fit", target: nil, truth: 20, trueLapse: 0, idealSweat: 3)]),
  ]

  /// Two replicates of the first cell, the second stopped by an error.
  static var batch: BatchRecord {
    var batch = BatchRecord(cell: 0, replicates: 3...4, seconds: 0.25)
    batch.runs = [
      RunRecord(replicate: 3, trials: 1, reversals: 14, correct: 45, judged: 59, stopReason: "trials", failure: nil),
      RunRecord(
        replicate: 4, trials: 1, reversals: 0, correct: 3, judged: 7, stopReason: "error", failure: "no finite level"),
    ]
    var full = EstimateRecord(replicate: 3, estimator: 0, status: .ok)
    full.threshold = 4.25
    full.low = 3.5
    full.high = 5.75
    full.slope = 0.0625
    full.lapse = 0.03
    full.bias = -1.5
    batch.estimates = [
      full, EstimateRecord(replicate: 3, estimator: 1, status: .step),
      EstimateRecord(replicate: 4, estimator: 0, status: .error),
      EstimateRecord(replicate: 4, estimator: 1, status: .error),
    ]
    batch.trials = [
      RunTrial(replicate: 3, trial: trial),
      RunTrial(replicate: 4, trial: unjudged),
    ]
    return batch
  }

  static var trial: TrialRecord {
    var trial = TrialRecord(trial: 1, track: "left", level: 12.5, isReversal: true, heard: cells[0].heard)
    trial.reference = 60
    trial.target = 67
    trial.interval = "perfect-fifth-up"
    trial.offset = -12.5
    trial.answer = "lower"
    trial.isCorrect = true
    trial.estimate = 8
    trial.low = 4
    trial.high = 16
    return trial
  }

  /// Neither correct nor wrong, and without an estimate.
  private static var unjudged: TrialRecord {
    var trial = TrialRecord(trial: 1, kind: .catch, level: 99, heard: cells[0].heard)
    (trial.reference, trial.target, trial.interval) = (61, 54, "perfect-fifth-down")
    trial.offset = 0
    trial.answer = "higher"
    return trial
  }

  /// A file with both cells and no runs.
  static func file(in folder: Folder, named name: String = "results.sqlite") throws -> ResultsFile {
    try ResultsFile.create(at: folder.path(name), simulation, cells: cells)
  }
}

import Foundation
import Glibc
import PeachReporting

/// How the built program scales: with cores, and with replicates.
enum Scaling {
  static func measure() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-scaling-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, strategy, replicates) in [
      ("2-down-1-up", staircase, 400_000),
      ("QUEST+, 61 levels, 61 × 21 × 5 parameters", questPlus, 8000),
    ] {
      try measureCores(name, strategy, replicates, in: folder)
    }
    try measureReplicates(in: folder)
  }

  private static let staircase = "{name: s, kind: transformed-up-down, start: 100, down: 2, step: {factor: 1.414}}"
  private static let questPlus = """
    {name: s, kind: quest-plus, function: weibull, levels: {from: 0.5, to: 200, count: 61, spacing: log},
      threshold: {from: 0.5, to: 200, count: 61, spacing: log}, slope: {from: 0.5, to: 8, count: 21, spacing: log},
      lapse: {from: 0, to: 0.08, count: 5}}
    """

  private static func write(_ strategy: String, in folder: URL) throws -> String {
    let file = folder.appendingPathComponent("scaling.yaml")
    let text = """
      name: scaling
      seed: 20260211
      task: {kind: comparison, notes: [C2, C6]}
      listeners: [{name: ear, kind: gaussian, jnd: 10, lapse: 0.02}]
      strategies: [\(strategy)]
      stop: {trials: 60}
      replicates: 1000
      keep-trials: 0
      """
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  /// The better of three of each, in turn.
  private static func measureCores(_ name: String, _ strategy: String, _ replicates: Int, in folder: URL) throws {
    let experiment = try write(strategy, in: folder)
    var best = [1: Double.infinity, 2: Double.infinity]
    for _ in 0..<3 {
      for jobs in [1, 2] {
        guard let run = try run(experiment, replicates, jobs: jobs, in: folder) else { return }
        best[jobs] = min(best[jobs] ?? .infinity, run.seconds)
      }
    }
    guard let one = best[1], let two = best[2] else { return }
    print(
      "  \(name), \(TextTable.grouped(replicates)) runs of 60 trials: 1 core \(TextTable.fixed(one, 2)) s, "
        + "2 cores \(TextTable.fixed(two, 2)) s, \(TextTable.fixed(one / two, 2)) times as fast")
  }

  private static func measureReplicates(in folder: URL) throws {
    let experiment = try write(staircase, in: folder)
    for replicates in [1000, 10_000, 100_000, 1_000_000] {
      guard let run = try run(experiment, replicates, jobs: 2, in: folder) else { return }
      print(
        "  2-down-1-up, \(TextTable.grouped(replicates)) replicates: \(TextTable.fixed(run.seconds, 2)) s, "
          + "\(TextTable.fixed(1e6 * run.seconds / Double(replicates), 1)) µs a run, peak \(run.megabytes) MB resident")
    }
  }

  /// One run of `peach simulate`; nil where it fails, which is said.
  private static func run(
    _ experiment: String, _ replicates: Int, jobs: Int, in folder: URL
  ) throws -> (seconds: Double, megabytes: Int)? {
    let results = folder.appendingPathComponent("results.sqlite").path
    let peach = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("peach").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // One job leaves the writing of rows to another core, were there one.
    process.arguments =
      (jobs == 1 ? ["taskset", "-c", "0"] : []) + [
        peach, "simulate", experiment, "--replicates", "\(replicates)", "--jobs", "\(jobs)", "-o", results, "--force",
      ]
    process.standardOutput = FileHandle.nullDevice
    try? FileManager.default.removeItem(atPath: results)
    let clock = ContinuousClock()
    var peak = 0
    let time = try clock.measure {
      try process.run()
      while process.isRunning {
        peak = max(peak, residentPeak(of: process.processIdentifier) ?? 0)
        usleep(2000)
      }
    }
    guard process.terminationStatus == 0 else {
      print("  peach simulate ended with \(process.terminationStatus): swift build -c release first")
      return nil
    }
    return (time / .seconds(1), peak / 1024)
  }

  /// In kilobytes, while the process lives.
  private static func residentPeak(of process: Int32) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(separator: " ").compactMap { Int($0) }.first
  }
}

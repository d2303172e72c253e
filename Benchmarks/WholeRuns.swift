import Foundation
import Glibc
import PeachReporting

/// Whole runs as a user makes them: the built program on the experiment of the README, and a million runs for memory.
enum WholeRuns {
  static func measure() throws {
    let experiment = "experiments/strategy-comparison.yaml"
    for (replicates, cells) in [(10_000, 10), (100_000, 10)] {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-bench-\(getpid())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let results = folder.appendingPathComponent("results.sqlite").path
      let before = usage()
      let status = try run(["simulate", experiment, "--replicates", "\(replicates)", "--jobs", "1", "-o", results])
      let after = usage()
      guard status == 0 else {
        print("  peach simulate ended with \(status); run this from the top folder of the project")
        return
      }
      let runs = replicates * cells
      let seconds = after.seconds - before.seconds
      print(
        "  \(TextTable.grouped(runs)) runs: \(TextTable.grouped(Int(Double(runs) / seconds))) runs per second per core, "
          + "\(TextTable.fixed(seconds, 1)) s of CPU, peak \(after.peakMegabytes) MB resident")
    }
  }

  private static func run(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("peach")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// What finished children used; the peak is the largest of them.
  private static func usage() -> (seconds: Double, peakMegabytes: Int) {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return (seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss / 1024)
  }
}

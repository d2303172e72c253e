import ArgumentParser
import Foundation
import PeachExperiments

/// How much work commands do, and how much of it at once.
enum WorkCounts {
  /// - Throws: `ValidationError` where `--jobs` is no number of pieces of work at once.
  static func check(jobs: Int?) throws { try check(jobs, in: 1...1024, of: "--jobs") }

  /// - Throws: `ValidationError` where `--replicates` is no number of runs of a cell.
  static func check(replicates: Int?) throws {
    try check(replicates, in: 1...Experiment.greatestReplicates, of: "--replicates")
  }

  /// The requested number of jobs, by default one for each core.
  static func jobs(_ asked: Int?) -> Int { asked ?? ProcessInfo.processInfo.activeProcessorCount }

  private static func check(_ count: Int?, in range: ClosedRange<Int>, of option: String) throws {
    if let count, !range.contains(count) {
      throw ValidationError(
        "\(option): expected a whole number from \(range.lowerBound) to \(range.upperBound), got \(count)")
    }
  }
}

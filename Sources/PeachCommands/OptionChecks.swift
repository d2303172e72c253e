import ArgumentParser
import Foundation
import PeachExperiments
import PeachSessions
import PeachSupport

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

/// A share as 5% or 0.05, above 0 and below 1.
enum PercentOption {
  /// - Returns: Of 1.
  /// - Throws: Advice on what to write, if the word is not a share.
  static func share(_ word: String) throws -> Double {
    guard let share = NumberGrammar.share(word) else {
      throw ValidationError("expected a share such as 5% or 0.05, between 0 and 100 %")
    }
    return share
  }
}

/// Checks the options that describe a device.
enum DeviceOptions {
  static func check(_ option: String, _ value: Double, unit: String, in bounds: Bounds) throws {
    guard bounds.contains(value) else {
      throw ValidationError("\(option): expected a number (\(unit)) \(bounds), got \(value.shortest)")
    }
  }

  static var now: String { Timestamp.now() }
}

import ArgumentParser
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport

/// How a command ends whose results have runs that an error stopped.
enum FailedRuns {
  private static let mostReasons = 3

  /// - Throws: `ExitCode` where there are some.
  static func tell(of results: ResultsFile) throws {
    let count = try results.failedRuns()
    guard count > 0 else { return }
    try tell(
      count, try results.failures(most: mostReasons + 1),
      remedy: "To see these runs (status error):\n"
        + "  peach export \(SafeText.forShell(results.path)) --table runs\n")
  }

  /// - Parameters:
  ///   - reasons: In the order of the first run of each.
  ///   - remedy: How to see the runs.
  static func tell(_ count: Int, _ reasons: [RunFailure], remedy: String) throws {
    guard count > 0 else { return }
    let lines = reasons.prefix(mostReasons).map {
      "  \(SafeText.line($0.strategy)) with \(SafeText.line($0.listener)), replicate \($0.replicate): "
        + "\(SafeText.line($0.reason)) (\(TextTable.counted($0.runs, "run")))\n"
    }
    Standard.error(
      "errors stopped \(count) of the runs:\n" + lines.joined()
        + (reasons.count > mostReasons ? "  and other errors\n" : "") + remedy)
    throw ExitCode(ExitStatus.runFailed)
  }
}

extension StoppedRuns {
  /// - Parameters:
  ///   - strategy: The strategy of the cell.
  ///   - listener: The listener of the cell.
  func failure(of strategy: String, with listener: String) -> Failure {
    Failure(
      status: ExitStatus.runFailed,
      message: "\(SafeText.line(strategy)) with \(SafeText.line(listener)): errors stopped every run: "
        + SafeText.line(reason))
  }
}

import ArgumentParser
import Configuration
import Records

/// How a command ends whose results have runs that an error stopped.
enum FailedRuns {
  /// - Throws: `ExitCode` where there are some.
  static func tell(_ count: Int, of path: String) throws {
    guard count > 0 else { return }
    Standard.error(
      "\(count) of the runs were stopped by an error; see status error in:\n"
        + "  peach export \(Shown.forShell(path)) --table runs\n")
    throw ExitCode(ExitStatus.runFailed)
  }
}

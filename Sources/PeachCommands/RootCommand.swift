import ArgumentParser
import CBuild
import PeachSessions

/// `peach` itself: its subcommands and its help.
struct RootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peach",
    abstract: "Simulate, run and fit psychoacoustic experiments.",
    discussion: """
      First steps:
        peach simulate experiments/strategy-comparison.yaml
        peach report strategy-comparison.sqlite
        peach fit experiments/data/psignifit-demo.csv
        peach list strategies
        peach help simulate
      """,
    version: version,
    subcommands: [
      NewCommand.self, SimulateCommand.self, MergeCommand.self, StatusCommand.self, ReproduceCommand.self,
      CheckCommand.self, PlanCommand.self,
      TraceCommand.self, RenderCommand.self,
      LiveCommand.self, ServeCommand.self, StudyCommand.self, CalibrateCommand.self, AuditCommand.self, FitCommand.self,
      ReportCommand.self, CiteCommand.self, VerifyCommand.self, ExportCommand.self, ImportCommand.self,
      DPrimeCommand.self, ProfileCommand.self, SettingsCommand.self, ListenerCommand.self,
      BackupCommand.self, RestoreCommand.self, ListCommand.self,
      ManualCommand.self,
    ])

  /// The line of `--version`. The build is a hash of the whole program, so other commands do not compute it.
  private static var version: String {
    let name = "peach \(Peach.version)"
    guard CommandLine.arguments.contains("--version"), let build = try? BuildInfo.build() else { return name }
    let commit = String(cString: peach_commit())
    return "\(name) (commit \(commit.isEmpty ? "unknown" : commit), build \(build))"
  }
}

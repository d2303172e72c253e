import ArgumentParser
import Glibc

@main
struct Peach: AsyncParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "peach",
    abstract: "Psychoacoustic experiments on pitch: simulate a strategy, compare, fit and report.",
    discussion: """
      First steps:
        peach simulate experiments/strategy-comparison.yaml
        peach fit experiments/data/psignifit-demo.csv
        peach list strategies
        peach help simulate
      """,
    version: "peach \(version)",
    subcommands: [
      SimulateCommand.self, CheckCommand.self, TraceCommand.self, LiveCommand.self, FitCommand.self, ExportCommand.self,
      DPrimeCommand.self, SettingsCommand.self, ListenerCommand.self, ListCommand.self,
    ])

  static func main() async {
    // A standard stream that is closed would lend its number to the first file opened.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
    // A closed pipe is noticed when writing, and is success.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that may grow no further noticed, and an error.
    signal(SIGXFSZ, SIG_IGN)
    // Whoever started us may not want to hear of their children; we want to hear of ours.
    signal(SIGCHLD, SIG_DFL)
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      Failure.exit(error)
    }
  }
}

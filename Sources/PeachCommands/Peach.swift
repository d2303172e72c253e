import ArgumentParser
import PeachExperiments
public import PeachListeners
import PeachSessions
public import PeachStrategies
import PeachSupport

/// The program: every command, with the strategies and listeners that its files can name.
///
/// A package of one's own gets the whole of it with its own kinds: `await Peach.main(strategies: [Mine.self])`.
public enum Peach {
  public static let version = BuildInfo.version

  /// The kinds that experiment files can name in this run of the program.
  @TaskLocal static var kinds = Experiment.Kinds.builtIn

  /// Runs the command that the arguments of the process state, and ends the process with its exit code. Live sessions
  /// run on the main thread, with which their player ends.
  ///
  /// - Parameters:
  ///   - strategies: Kinds beside the built-in ones.
  ///   - listeners: Likewise, that answer.
  ///   - matchingListeners: Likewise, that tune.
  /// - Precondition: No kind has the name of another.
  @MainActor
  public static func main(
    strategies: [any StrategyDeclaration.Type] = [], listeners: [any ListenerDeclaration.Type] = [],
    matchingListeners: [any MatchingListenerDeclaration.Type] = []
  ) async {
    prepareProcess()
    let kinds = Experiment.Kinds(
      strategies: strategies.reduce(BuiltInStrategies.registry) { $0.adding($1) },
      listeners: listeners.reduce(BuiltInListeners.registry) { $0.adding($1) },
      matchingListeners: matchingListeners.reduce(BuiltInListeners.matching) { $0.adding($1) })
    await $kinds.withValue(kinds) {
      do {
        try CommandNames.check(Array(CommandLine.arguments.dropFirst()))
        var command = try RootCommand.parseAsRoot()
        do {
          if var command = command as? any AsyncParsableCommand {
            try await command.run()
          } else {
            try command.run()
          }
        } catch let error as ValidationError {
          throw CommandNames.usage(of: type(of: command), error.message)
        }
      } catch {
        Failure.exit(error)
      }
    }
  }

  private static func prepareProcess() {
    // A closed pipe is noticed when writing, and is success.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that may grow no further noticed, and an error.
    signal(SIGXFSZ, SIG_IGN)
    // Whoever started us may not want to hear of their children; we want to hear of ours.
    signal(SIGCHLD, SIG_DFL)
  }
}

import ArgumentParser
import PeachExperiments
public import PeachListeners
import PeachSessions
public import PeachStrategies
import PeachSupport

/// The program: every command, with the strategies and listeners that its files can name.
///
/// A package of your own gets all of it, together with its own kinds.
///
/// ```swift
/// await Peach.main(strategies: [OwnStrategy.self], listeners: [OwnListener.self])
/// ```
public enum Peach {
  /// The version of Peach, such as `0.1.0`.
  public static let version = BuildInfo.version

  /// The kinds that experiment files can name in this run of the program.
  @TaskLocal static var kinds = Experiment.Kinds.builtIn

  /// Runs the command that the arguments of the process name. It returns after success; after help or a failure it ends
  /// the process with its exit code. Call it on the main thread: the program that plays the sounds of a live session
  /// ends with the thread that started it.
  ///
  /// - Parameters:
  ///   - strategies: Strategies in addition to the built-in ones.
  ///   - listeners: Listeners who answer, in addition to the built-in ones.
  ///   - matchingListeners: Listeners who tune, in addition to the built-in ones.
  /// - Precondition: The names in each of the three lists differ from each other and from the built-in ones.
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

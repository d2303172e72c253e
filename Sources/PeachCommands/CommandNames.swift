import ArgumentParser
import PeachSupport

/// The names of commands on a command line, looked at before anything is parsed: the parser knows no better than that a
/// wrong one is unexpected, and shows help of no command as that of all.
enum CommandNames {
  /// - Throws: `Failure` if the first word, the first after help, or a word instead of a subcommand is not
  ///   a command.
  static func check(_ words: [String]) throws {
    var command: any ParsableCommand.Type = RootCommand.self
    for (place, word) in words.enumerated() {
      if place == 0, word == "help" { continue }
      let inner = command.configuration.subcommands
      guard !inner.isEmpty, !word.hasPrefix("-") else { return }
      guard let next = inner.first(where: { $0._commandName == word }) else {
        // What it does without a subcommand takes the word.
        if words.first != "help", command.configuration.defaultSubcommand != nil { return }
        let listed = inner.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        let hint = NearestName.hint(for: word, among: listed, listing: "commands")
        throw usage(of: command, "there is no command \(SafeText.quoted(word))\(hint.map { "; \($0)" } ?? "")")
      }
      command = next
    }
  }

  /// An error of the command line, with the usage text of the command.
  static func usage(of command: any ParsableCommand.Type, _ message: String) -> Failure {
    let usage = RootCommand.usageString(for: command)
    let name = usage.split(separator: " ").prefix { $0.first?.isLetter == true }.joined(separator: " ")
    return Failure(
      status: ExitStatus.commandLine,
      message: "Error: \(message)\nUsage: \(usage)\n  See '\(name) --help' for more information.")
  }
}

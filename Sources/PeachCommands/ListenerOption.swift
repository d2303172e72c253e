import ArgumentParser
import PeachSupport

/// The option that names the listener.
struct ListenerOption: ParsableArguments {
  @Option(
    name: .customLong("listener"), help: ArgumentHelp("The listener's ID.", valueName: "ID"),
    completion: Completions.listeners)
  var id = "me"

  func validate() throws { try ListenerOption.check(id, of: "--listener") }

  static func check(_ id: String, of argument: String) throws {
    guard !Reader.isName(id) else { return }
    throw ValidationError(
      "\(argument): expected a name, got \(SafeText.quoted(id))\n  hint: a name starts with a letter or digit and continues with "
        + "letters, digits, '+', '.', '_', '-'")
  }
}

import ArgumentParser
import PeachReporting
import PeachSupport

/// Options of all commands that print a table.
struct PageOptions: ParsableArguments {
  @Flag(help: "Show every column of the table, without cutting any text.")
  var wide = false

  var page: PageWidth { PageWidth(columns: Standard.outputWidth, isWide: wide) }
}

/// Options of commands that take a stored session in place of an experiment file.
struct SessionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("ID of the listener whose live session to use, instead of an experiment file.", valueName: "ID"),
    completion: Completions.listeners)
  var listener: String?

  @Option(help: ArgumentHelp("The number of the session.", valueName: "N"))
  var session: Int?

  var isGiven: Bool { listener != nil || session != nil }

  /// - Throws: `ValidationError` if one of them is missing.
  func requireBoth() throws {
    if listener == nil { throw ValidationError("--session: needs --listener ID") }
    if session == nil { throw ValidationError("--listener: needs --session N") }
  }
}

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

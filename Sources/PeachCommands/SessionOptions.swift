import ArgumentParser

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

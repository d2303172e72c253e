import ArgumentParser
import Configuration
import Foundation
import Records

/// Who listens.
struct ListenerOption: ParsableArguments {
  @Option(name: .customLong("listener"), help: ArgumentHelp("Who listens.", valueName: "ID"))
  var id = "me"

  func validate() throws { try ListenerOption.check(id, of: "--listener") }

  static func check(_ id: String, of argument: String) throws {
    guard !Reader.isName(id) else { return }
    throw ValidationError(
      "\(argument): expected a name, got '\(id)'\n  hint: a name starts with a letter or digit and goes on with "
        + "letters, digits, '+', '.', '_', '-'")
  }
}

/// The database of live listeners, where the environment says it is.
enum LiveRecords {
  private static func path() throws(RecordsError) -> String {
    try LiveDatabase.defaultPath(environment: ProcessInfo.processInfo.environment)
  }

  /// Opens it, and makes it where there is none.
  static func open() throws(RecordsError) -> LiveDatabase { try LiveDatabase.open(at: path()) }

  /// Opens it where there is one.
  static func existing() throws(RecordsError) -> LiveDatabase? { try LiveDatabase.existing(at: path()) }

  /// Opens it to read what it has of listeners.
  ///
  /// - Throws: `Failure` where one of them is unknown, or `RecordsError`.
  static func opened(for ids: [String]) throws -> LiveDatabase {
    let live = try existing()
    let known = try live?.listeners().map(\.id) ?? []
    for id in ids where !known.contains(id) {
      let hint = NearestName.hint(for: id, among: known, listing: "listeners") ?? "there are no listeners yet"
      throw Failure(status: ExitStatus.commandLine, message: "no listener '\(id)'\n  hint: \(hint)")
    }
    guard let live else { throw Failure(status: ExitStatus.commandLine, message: "there are no listeners yet") }
    return live
  }
}

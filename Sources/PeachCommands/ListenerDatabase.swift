import Foundation
import PeachStorage
import PeachSupport
import PeachTerminal

/// The database of live listeners, where the environment says it is.
enum ListenerDatabase {
  private static func path() throws(RecordsError) -> String {
    try LiveDatabase.defaultPath(environment: ProcessInfo.processInfo.environment)
  }

  private static let patience = LockTimeout(
    say: { Standard.note($0 + "\n") }, isInterrupted: { Signals.ending != nil || Interruption.isRequested })

  /// Opens it, and makes it where there is none.
  static func open() throws(RecordsError) -> LiveDatabase { try LiveDatabase.open(at: path(), patience) }

  /// Opens it where there is one.
  static func existing() throws(RecordsError) -> LiveDatabase? {
    try LiveDatabase.existing(at: path(), patience)
  }

  /// Puts a copy in its place.
  static func restore(
    _ copy: String, force: Bool, stamp: String
  ) throws(RecordsError) -> (path: String, result: Restoration) {
    let path = try path()
    return (path, try LiveDatabase.restore(copy, to: path, force: force, stamp: stamp, patience))
  }

  /// Whether a file is a database of listeners.
  static func isRecords(_ path: String) throws(RecordsError) -> Bool {
    try LiveDatabase.isDatabase(path)
  }

  /// Adds the records of another database.
  static func merge(_ other: String) throws(RecordsError) -> MergedRecords { try open().merge(other, patience) }

  /// Opens it to read what it has of listeners.
  ///
  /// - Throws: `Failure` where one of them is unknown, or `RecordsError`.
  static func opened(for ids: [String]) throws -> LiveDatabase {
    let live = try existing()
    let known = try live?.listeners().map(\.id) ?? []
    for id in ids where !known.contains(id) {
      let hint = NearestName.hint(for: id, among: known, listing: "listeners") ?? "no listener has any records yet"
      throw Failure(status: ExitStatus.commandLine, message: "no listener \(SafeText.quoted(id))\n  hint: \(hint)")
    }
    guard let live else { throw Failure(status: ExitStatus.commandLine, message: "no listener has any records yet") }
    return live
  }
}

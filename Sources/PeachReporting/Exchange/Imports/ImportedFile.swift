package import PeachAnalysis
package import PeachStorage
package import PeachSupport

/// Files of sessions from elsewhere, read whole: what they hold is known before anything is stored.
package struct ImportedFiles: Sendable {
  /// The unit that levels are written in, where a file does not say it.
  package enum Unit: String, CaseIterable, Sendable {
    case cents, semitones, percent
  }

  /// Options for reading files of other programs.
  package struct Ways: Sendable {
    package var reading = Observations.Ways()
    package var separator: DelimitedFormat.Separator?
    package var unit: Unit?
    package var alternatives: Int?

    package init() {}
  }

  package var sessions: [ImportedSession]
  /// Notes on what was left out, and on how columns were read.
  package var notes: [String]

  /// - Parameters:
  ///   - paths: CSV files; tables that peach exported of the same sessions are put together.
  ///   - listener: Whose the sessions are; `nil` if the files say it, `usual` where they do not.
  /// - Throws: `ConfigurationError` with what cannot be mapped, by line and column; `InputError`.
  package static func read(
    _ paths: [String], as listener: String?, usual: String, _ ways: Ways
  ) throws -> ImportedFiles {
    var own = OwnSessions(listener: listener)
    var sessions: [ImportedSession] = []
    var notes: [String] = []
    for path in paths {
      let data = try FitData.read(path, separator: ways.separator)
      guard data.simulation == nil else { throw resultsFile(path) }
      switch FileShape(data.table.columns) {
      case .trials: try own.readTrials(data.table)
      case .matching: try own.readMatchings(data.table)
      case .sessions: try own.readSessions(data.table)
      case .people:
        notes.append(
          "\(SafeText.line(path)): not imported; answers, consents and places can only be imported with complete "
            + "records: peach import RECORDS.sqlite")
      case .fits:
        notes.append(
          "\(SafeText.line(path)): the fits in it are not imported; fit the imported trials again with peach fit")
      case .app: sessions += try AppExport.read(data.table, as: listener ?? usual)
      case .other:
        let found = try ForeignTrials.read(data.table, as: listener ?? usual, ways)
        sessions += found.sessions
        notes += found.notes
      }
    }
    let owned = try own.finish()
    return ImportedFiles(sessions: owned + sessions, notes: notes + own.notes)
  }

  private static func resultsFile(_ path: String) -> ConfigurationError {
    ConfigurationError([
      Problem(
        place: Place(file: path, line: 1, column: 1), path: "",
        message: "expected a table (CSV), got a results file of peach",
        hint: "simulated runs cannot be imported as a listener's records; fit them with peach fit")
    ])
  }
}

/// The kind of a table, recognised by the names of its columns.
enum FileShape {
  case trials, matching, sessions, people, fits, app, other

  init(_ columns: [String]) {
    func has(_ names: String...) -> Bool { names.allSatisfy(columns.contains) }
    self =
      if has("trainingType", "timestamp") {
        .app
      } else if has("run", "session", "listener", "started_at", "in_profile") {
        .sessions
      } else if has("run", "session", "listener", "initial_offset_cents", "error_cents") {
        .matching
      } else if has("run", "session", "listener", "trial", "trial_kind") {
        .trials
      } else if PeopleTables.all.contains(where: { table in
        table.declared.allSatisfy { $0 == .question || columns.contains($0.name) }
      }) {
        .people
      } else if has("function", "reading", "log_likelihood", "threshold") {
        .fits
      } else {
        .other
      }
  }
}

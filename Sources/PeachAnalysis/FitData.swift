import PeachExperiments
package import PeachStorage
package import PeachSupport

/// The data of a fit: a table of trials or counts from a file, a results file or a listener.
package struct FitData: Sendable {
  package var table: any ObservationSource
  /// The simulation of the results file; `nil` for other data.
  package var simulation: SimulationRecord?

  /// Reads a CSV file, standard input (`-`), or the stored trials of a results file, told apart by what they hold.
  ///
  /// - Parameter separator: The separator of a CSV file's columns, if it was stated.
  /// - Throws: `InputError`, `RecordsError` or `ConfigurationError`.
  package static func read(_ path: String, separator: DelimitedFormat.Separator? = nil) throws -> FitData {
    let kind = path == "-" ? .unknown : FileKind(InputFile.firstBytes(of: path))
    if kind == .results || kind == .database { return try stored(in: ResultsFile.open(path)) }
    return FitData(table: try DelimitedData(path, separator: separator))
  }

  /// The comparisons of a live listener.
  ///
  /// - Parameter numbers: Those of the sessions; `nil` for all.
  /// - Throws: `RecordsError`, `refused` where there are none.
  package static func read(_ listener: String, in live: LiveDatabase, sessions numbers: Set<Int>? = nil)
    throws(RecordsError) -> FitData
  {
    let sessions = try live.sessions(of: listener).filter { numbers?.contains($0.number) ?? true }
    let data = try read(sessions, of: "listener \(listener)", in: live)
    guard let data else {
      throw RecordsError(
        .refused, path: live.path, reason: "listener '\(listener)' has not answered any comparison yet")
    }
    return data
  }

  /// The comparisons of sessions.
  ///
  /// - Parameters:
  ///   - source: The name of the sessions, for messages: "listener P07".
  ///   - further: Columns in addition to those of exported trials.
  /// - Returns: `nil` if there is no answered comparison.
  package static func read(
    _ sessions: [SessionRecord], of source: String, in live: LiveDatabase, further: [TableColumn<TrialRow>] = []
  ) throws(RecordsError) -> FitData? {
    var table = TrialTable(source: source, TrialRow.liveColumns + further)
    for session in sessions { try live.forEachTrial(of: session) { table.append($0) } }
    return table.count > 0 ? FitData(table: table) : nil
  }

  private static func stored(in results: ResultsFile) throws -> FitData {
    try results.requireLevels(
      for: "a fit",
      hint: "peach export \(SafeText.forShell(results.path)) --table runs writes the estimates from all runs")
    let context = try TableContext(results)
    var table = TrialTable(source: results.path, context.trialColumns)
    try context.forEachTrial(in: results) { table.append($0) }
    guard table.count > 0 else {
      throw RecordsError(
        .wrongContent, path: results.path, reason: "stores no single trials",
        hint: "set keep-trials in the experiment file to the number of runs whose trials are stored, and simulate again"
      )
    }
    return FitData(table: table, simulation: context.simulation)
  }
}

import Configuration
import Experiments
import Glibc
public import Observations
public import Records

/// What is given to be fitted: a table of trials or counts, wherever it comes from.
public struct FitData: Sendable {
  public var table: any ObservationSource
  /// What the results file says of itself; nil of other data.
  public var simulation: SimulationRecord?

  /// Reads a CSV file, standard input (`-`), or the stored trials of a results file, told apart by what they hold.
  ///
  /// - Throws: `InputError`, `RecordsError` or `ConfigurationError`.
  public static func read(_ path: String) throws -> FitData {
    if path != "-", ResultsFile.isDatabase(try firstBytes(of: path)) { return try stored(in: ResultsFile.open(path)) }
    return FitData(table: try DelimitedData(path))
  }

  /// The comparisons of a live listener.
  ///
  /// - Throws: `RecordsError`, `refused` where there are none.
  public static func read(_ listener: String, in live: LiveDatabase) throws(RecordsError) -> FitData {
    var table = TrialTable(source: "listener \(listener)", TrialRow.liveColumns)
    for session in try live.sessions(of: listener) { try live.forEachTrial(of: session) { table.append($0) } }
    guard table.count > 0 else {
      throw RecordsError(.refused, path: live.path, reason: "listener '\(listener)' has answered no comparison yet")
    }
    return FitData(table: table)
  }

  /// The first bytes of a file; none of what can be read only once.
  private static func firstBytes(of path: String) throws -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
  }

  private static func stored(in results: ResultsFile) throws -> FitData {
    let context = try TableContext(results)
    var table = TrialTable(source: results.path, context.trialColumns)
    try context.forEachTrial(in: results) { table.append($0) }
    guard table.count > 0 else {
      throw RecordsError(
        .wrongContent, path: results.path, reason: "holds no trials",
        hint: "keep-trials in the experiment file says of how many runs they are stored")
    }
    return FitData(table: table, simulation: context.simulation)
  }
}

import Configuration
public import Fitting

/// What a table of trials or counts holds for a fit.
///
/// Counts are `level, n, k`: k of n answers at a level were correct, or higher in the direction reading. Trials, one to
/// a row, are `level` or `offset` (signed) with `correct` or `answer`. Levels and offsets may carry their unit,
/// `level_dB`. In the accuracy reading the level is the size of the offset where there is one. Only test trials are
/// read: those whose `trial_kind` is `test` or empty. An empty field, `NA` and `n/a` are missing.
public struct Observations: Sendable {
  public var reading: Reading
  /// The unit of levels, as the name of their column has it; nil where it has none.
  public var unit: String?
  /// In order of their first rows.
  public var groups: [ObservationGroup]
  /// What was left out or put together, in words, for the one who gave the data.
  public var notes: [String]

  /// - Parameters:
  ///   - by: The columns whose texts tell groups apart.
  ///   - positiveLevelsFor: What the fit has that needs levels above 0, in words; nil where levels may be any.
  /// - Throws: `ConfigurationError` with the problems of the columns, else with those of the rows; and what the source
  ///   throws.
  public static func read(
    _ source: any ObservationSource, reading: Reading = .accuracy, by: [String] = [], positiveLevelsFor: String? = nil
  ) throws -> Observations {
    let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)
    let roles = ColumnRoles(source, reading: reading, by: by, diagnostics)
    try diagnostics.check()
    let none = FieldTable(source: source.source, columns: source.columns)
    let fields = FieldReader(table: none, diagnostics: diagnostics)
    var rows = RowReader(fields, roles, reading, positiveLevelsFor: positiveLevelsFor)
    var gathering = Gathering(source, roles)
    var leftOut = LeftOut.Tally()
    try source.forEachPart { part in
      rows.turn(to: part)
      for row in 0..<part.count {
        switch rows.read(row) {
        case .observed(let bin): gathering.add(bin, from: row, of: part)
        case .leftOut(let reason): leftOut.add(reason)
        case .wrong: break
        }
      }
    }
    try diagnostics.check()
    let left = leftOut.notes(unit: roles.isCounts ? "row" : "trial")
    guard !gathering.groups.isEmpty else {
      throw ConfigurationError([
        Problem(
          place: Place(file: source.source, line: source.headerLine, column: 1), path: "",
          message: "nothing to fit: " + left.joined(separator: ", "))
      ])
    }
    return Observations(
      reading: reading, unit: roles.unit, groups: gathering.observed,
      notes: left + rows.notes + gathering.notes)
  }
}

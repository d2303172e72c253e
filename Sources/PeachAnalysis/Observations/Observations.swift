package import PeachFitting
package import PeachSupport

/// The data for a fit, from a table of trials or counts.
///
/// Counts are `level, n, k`: k of n answers at a level were correct, or higher in the direction reading. Trials, one to
/// a row, are `level` or `offset` (signed) with `correct` or `answer`. Levels and offsets may carry their unit,
/// `level_dB`. In the accuracy reading the level is the size of the offset where there is one. Names of others are known
/// (`KnownNames`), and columns may be named. Only test trials are read: those whose `trial_kind` is `test` or empty. An
/// empty field, `NA`, `NaN` and the like are missing; a row with neither level nor answer is left out.
package struct Observations: Sendable {
  package var reading: Reading
  /// The unit of levels, as the name of their column has it; `nil` if it has none.
  package var unit: String?
  /// In order of their first rows.
  package var groups: [ObservationGroup]
  /// Omissions and combinations, in words, for the user.
  package var notes: [String]
  /// The interpretation of names, separators and decimals of other programs.
  package var taken: String?
  /// Incomplete data that were left out, and values that differ from the written ones, in words for every reader of
  /// the fits.
  package var warnings: [String] = []
  /// Whether answers are yes and no.
  package var areYesNo = false
  /// The trials of each group in their order, where `Ways.keepsTrials` and there are not too many; else empty.
  package var trials: [[ObservedTrial]] = []
  /// `nil` if there are none, or nobody asked.
  package var catchTrials: CatchTrials?

  /// Trials put in between to see whether the listener attends.
  package struct CatchTrials: Hashable, Sendable {
    package var trials: Int
    package var wrong: Int

    package init(trials: Int = 0, wrong: Int = 0) {
      self.trials = trials
      self.wrong = wrong
    }
  }

  /// The options for reading a table.
  package struct Ways: Sendable {
    package var naming = NamedColumns()
    /// The stated decimal mark.
    package var mark: DecimalMark?
    /// Whether it matters how many alternatives trials have.
    package var needsAlternatives = true
    /// The property of the fit that needs levels above 0, in words; `nil` if any level is allowed.
    package var positiveLevelsFor: String?
    /// Whether trials are kept in their order, as pictures of tracks need them.
    package var keepsTrials = false
    /// Whether catch trials inform the lapse rate.
    package var usesCatches = false
    /// Whether trials that were excluded are read as any other.
    package var takesExcluded = false
    /// Values that stand for missing ones.
    package var missing: [MissingValue] = []
    /// Whether a row that lacks level or answer is a problem; otherwise it is left out.
    package var refusesMissing = false
    /// How a table with a column for each level is read.
    package var wide = WideTable.Ways()

    package init() {}
  }

  /// - Parameters:
  ///   - by: The columns whose texts define the groups.
  ///   - positiveLevelsFor: The same as in `Ways`.
  /// - Throws: `ConfigurationError` with the problems of the columns, or otherwise of the rows; and the errors of the
  ///   source.
  package static func read(
    _ source: any ObservationSource, reading: Reading = .accuracy, by: [String] = [], positiveLevelsFor: String? = nil
  ) throws -> Observations {
    var ways = Ways()
    ways.positiveLevelsFor = positiveLevelsFor
    return try read(source, reading: reading, by: by, ways)
  }

  package static func read(
    _ source: any ObservationSource, reading: Reading, by: [String], _ ways: Ways
  ) throws -> Observations {
    let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)
    let source = WideTable.unfolded(source, ways, reading, diagnostics)
    try diagnostics.check()
    let roles = ColumnRoles(
      source, reading: reading, by: by, naming: ways.naming, mark: ways.mark, takesExcluded: ways.takesExcluded,
      missing: ways.missing, diagnostics)
    try diagnostics.check()
    let fields = FieldReader(source, roles, ways, diagnostics)
    var rows = RowReader(
      fields, roles, reading, positiveLevelsFor: ways.positiveLevelsFor, refusesMissing: ways.refusesMissing)
    var gathering = RowGrouping(source, roles)
    var leftOut = ExcludedRow.Tally()
    let hasAlternatives = ways.needsAlternatives && reading == .accuracy && roles.alternatives != nil
    var hasTold = false
    var hasToldOfUnits = false
    var log = ways.keepsTrials ? TrialLog(source, roles) : nil
    try source.forEachPart { part in
      rows.turn(to: part)
      for row in 0..<part.count {
        switch rows.read(row) {
        case .observed(let bin):
          gathering.add(bin, from: row, of: part)
          log?.add(bin, from: row, of: part, to: gathering.last)
          if let unit = rows.unit(row), let other = gathering.take(unit: unit, line: part.line(of: row)),
            !hasToldOfUnits
          {
            hasToldOfUnits = true
            rows.reportUnit(unit, row, after: other)
          }
          guard hasAlternatives, let number = rows.alternatives(row) else { continue }
          let other = gathering.take(alternatives: number, line: part.line(of: row))
          if let other, !hasTold {
            hasTold = true
            rows.reportAlternatives(number, row, after: other)
          }
        case .leftOut(let reason):
          if reason != .catch || !ways.usesCatches { leftOut.add(reason) }
          guard reason == .catch else { continue }
          log?.addCatch(row, of: part)
          if ways.usesCatches, let isCorrect = rows.isCorrect(row) {
            gathering.addCatch(isCorrect: isCorrect, from: row, of: part)
          }
        case .wrong: break
        }
      }
    }
    try diagnostics.check()
    let taken = taken(source, roles, skipped: leftOut.count(.noData))
    let left = leftOut.notes(unit: roles.isCounts ? "row" : "trial", but: taken == nil ? nil : .noData)
    guard !gathering.groups.isEmpty else {
      throw ConfigurationError([
        Problem(
          place: Place(file: source.source, line: source.headerLine, column: 1), path: "",
          message: "nothing to fit: " + (left + [leftOut.incomplete].compactMap(\.self)).joined(separator: ", "))
      ])
    }
    let notes = left + rows.notes + gathering.notes + (ways.usesCatches ? [gathering.catchNote] : [])
    return Observations(
      reading: reading, unit: roles.unit ?? gathering.unit, groups: gathering.takeObserved(), notes: notes,
      taken: taken,
      warnings: [leftOut.incomplete, rows.roundingNote].compactMap(\.self),
      areYesNo: rows.areYesNo,
      trials: log.map { $0.isWhole ? $0.groups : [] } ?? [], catchTrials: log?.catchTrials)
  }

  static func taken(_ source: any ObservationSource, _ roles: ColumnRoles, skipped: Int) -> String? {
    var parts = source.taken
    if let separator = source.format?.separator, separator != .comma {
      parts.append("columns between \(separator.words)")
    }
    if roles.style == NumberStyle(.comma) { parts.append("decimals with a comma") }
    if let names = roles.taken { parts.append(names) }
    guard !parts.isEmpty else { return nil }
    let rows =
      skipped == 1
      ? "1 row with neither a level nor an answer is" : "\(skipped) rows with neither a level nor an answer are"
    return parts.joined(separator: ", ") + (skipped > 0 ? "; \(rows) skipped" : "")
  }
}

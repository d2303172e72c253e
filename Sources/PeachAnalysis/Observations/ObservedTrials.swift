import PeachFitting
import PeachSupport

/// Trials of someone else's file, one by one and in their order, read as a fit by accuracy reads them.
package struct ObservedTrials: Sendable {
  package struct Trial: Sendable {
    package var line: Int
    /// The fitted level: the size of the offset, if there is one.
    package var level: Double
    /// Signed; `nil` if the file has none.
    package var offset: Double?
    package var isCorrect: Bool
    /// The values that identify its session in the file.
    package var session: [String]
  }

  package var trials: [Trial] = []
  /// The unit of levels, as the name of their column has it; `nil` if it has none.
  package var unit: String?
  /// The column of levels, for messages.
  package var levelColumn = ""
  /// How many alternatives trials have, where the file says it of all alike.
  package var alternatives: Int?
  /// Omissions, in words.
  package var notes: [String] = []
  /// The interpretation of names of other programs.
  package var taken: String?

  /// - Throws: `ConfigurationError` with the problems of the columns, else with those of the rows: counts of answers, which
  ///   are no trials, and rows of several people among them; and what the source throws.
  package static func read(_ source: any ObservationSource, _ ways: Observations.Ways) throws -> ObservedTrials {
    let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)
    let source = WideTable.unfolded(source, ways, .accuracy, diagnostics)
    try diagnostics.check()
    let roles = ColumnRoles(
      source, reading: .accuracy, by: [], naming: ways.naming, mark: ways.mark, missing: ways.missing, diagnostics)
    try diagnostics.check()
    func problem(_ message: String, column: Int?, hint: String?) -> ConfigurationError {
      ConfigurationError([
        Problem(
          place: Place(file: source.source, line: source.headerLine, column: 1),
          path: column.map { source.columns[$0] } ?? "", message: message, hint: hint)
      ])
    }
    if roles.isCounts {
      throw problem(
        "expected single trials, got counts of answers", column: roles.trials,
        hint: "counts do not state the order of the trials; only peach fit accepts them")
    }
    var pass = Pass(roles, source, ways, diagnostics)
    try source.forEachPart { pass.take($0) }
    try diagnostics.check()
    if let (column, first, other) = pass.people {
      throw problem(
        "expected the trials of one person, got \(SafeText.quoted(first)) and \(SafeText.quoted(other))",
        column: column,
        hint: "split the file, and import each part with its own --listener ID")
    }
    guard !pass.found.trials.isEmpty else { throw problem("expected trials, got none", column: nil, hint: nil) }
    return pass.finish(source)
  }

  private struct Pass {
    let roles: ColumnRoles
    let sessions: [Int]
    let persons: [Int]
    let diagnostics: Diagnostics
    var rows: RowReader
    var fields: FieldReader
    var found = ObservedTrials()
    var leftOut = ExcludedRow.Tally()
    var people: (column: Int, first: String, other: String)?
    private var firstPerson: [Int: String] = [:]
    private var alternatives: Set<Int> = []

    init(_ roles: ColumnRoles, _ source: any ObservationSource, _ ways: Observations.Ways, _ diagnostics: Diagnostics) {
      self.roles = roles
      self.diagnostics = diagnostics
      let names = source.columns.map(KnownNames.folded)
      sessions = names.indices.filter { names[$0].contains { ["session", "block"].contains($0) } }
      persons = names.indices.filter { names[$0].contains { KnownNames.people[$0] != nil } }
      fields = FieldReader(source, roles, ways, diagnostics)
      rows = RowReader(fields, roles, .accuracy, positiveLevelsFor: nil, refusesMissing: ways.refusesMissing)
    }

    mutating func take(_ part: any ObservationTable) {
      rows.turn(to: part)
      fields.table = part
      for row in 0..<part.count {
        switch rows.read(row) {
        case .observed(let bin):
          note(row, part)
          var offset: Double?
          if case .value(let value) = fields.number(row, roles.offset) { offset = value }
          found.trials.append(
            Trial(
              line: part.line(of: row), level: bin.level, offset: offset, isCorrect: bin.positives > 0,
              session: sessions.map { part.trimmed(row, $0) }))
        case .leftOut(let reason): leftOut.add(reason)
        case .wrong: break
        }
      }
    }

    private mutating func note(_ row: Int, _ part: any ObservationTable) {
      if let number = rows.alternatives(row) { alternatives.insert(number) }
      for column in persons where people == nil {
        let person = part.trimmed(row, column)
        if person.isEmpty { continue }
        if let first = firstPerson[column], first != person { people = (column, first, person) }
        firstPerson[column] = person
      }
    }

    func finish(_ source: any ObservationSource) -> ObservedTrials {
      var found = found
      found.unit = roles.unit
      found.levelColumn = (roles.level ?? roles.offset).map { source.columns[$0] } ?? ""
      found.alternatives = alternatives.count == 1 ? alternatives.first : nil
      found.notes = leftOut.notes(unit: "trial", but: nil) + [leftOut.incomplete].compactMap(\.self)
      found.taken = Observations.taken(source, roles, skipped: 0)
      return found
    }
  }
}

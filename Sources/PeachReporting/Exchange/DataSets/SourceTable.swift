import PeachAnalysis
import PeachSimulation
import PeachStorage
package import PeachSupport

/// A table that goes into a data set: its columns as they are named there, and its rows as they are handed out.
package struct SourceTable {
  /// One word: `runs`.
  package var name: String
  package var summary: String
  package var columns: [Column]
  /// The columns that tell one row from all others.
  package var key: [String]
  let forEachRow: (_ body: ([Value?]) -> Void) throws -> Void

  /// Hands out its rows.
  package func rows(_ body: ([Value?]) -> Void) throws { try forEachRow(body) }

  /// The place of a column.
  func place(of column: String) -> Int? { columns.firstIndex { $0.name == column } }

  /// A table of a results file.
  static func results(
    _ kind: any ResultsTable.Type, key: [String], _ results: ResultsFile
  ) throws(RecordsError) -> SourceTable {
    let context = try TableContext(results)
    let table = try kind.init(results)
    let columns = context.columns(kind.declared.map { declared in TableColumn<Void>(declared) { _ in nil } }) { _ in []
    }
    let paths = context.simulation.varied.map { VariedColumn.name(of: $0) }
    return SourceTable(
      name: kind.name, summary: kind.summary, columns: columns.map(\.column),
      key: key.flatMap { $0 == "vary" ? paths : [$0] }
    ) {
      try table.forEachRow($0)
    }
  }

  /// A table of live listeners.
  static func listeners(
    _ kind: any ListenerTable.Type, key: [String], _ ids: [String], _ live: LiveDatabase,
    where isIncluded: @escaping (SessionRecord) -> Bool
  ) -> SourceTable {
    let columns = kind.declared.map { TableColumn<Void>($0) { _ in nil }.named(unit: "cents", error: "log2").column }
    return SourceTable(name: kind.name, summary: kind.summary, columns: columns, key: key) { body in
      for id in ids { try kind.forEachRow(of: id, in: live, where: isIncluded, body) }
    }
  }

  /// A table of the people of studies.
  static func people(_ kind: any PeopleTable.Type, _ studies: [StudyPeople]) -> SourceTable {
    SourceTable(name: kind.name, summary: kind.summary, columns: kind.columns(of: studies), key: kind.key) { body in
      for row in kind.rows(of: studies) { body(row) }
    }
  }
}

import PeachReporting
import PeachSupport

/// The tables whose columns are scripted against, and what each column holds.
enum ColumnPage {
  static func list() -> Catalogue.List {
    Catalogue.List(
      columns: ["name", "summary"], rows: DeclaredTables.all.map { [$0.name, $0.summary] })
  }

  /// nil for an unknown table.
  static func page(_ name: String) -> Page? {
    guard let table = DeclaredTables.all.first(where: { $0.name == name }) else { return nil }
    func mentions(_ word: String) -> Bool {
      table.columns.contains { $0.name.contains("_" + word) || $0.unit.contains(word) }
    }
    var facts = [(key: "summary", text: table.summary)]
    if mentions("PATH") { facts.append(("PATH", "the path of a varied value, joined by _, or the name of its sweep")) }
    if mentions("UNIT") { facts.append(("UNIT", "the unit of levels; cents where notes are compared")) }
    if mentions("ERROR") { facts.append(("ERROR", "log2 on a log axis of levels, their unit on a linear one")) }
    return Page(name: name, facts: facts, parameters: [], columns: table.columns)
  }
}

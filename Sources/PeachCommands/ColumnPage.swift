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
    if mentions("PATH") {
      facts.append(
        ("PATH", "stands for the varied key: its path in the experiment file, joined by _, or the name of its sweep"))
    }
    if mentions("UNIT") { facts.append(("UNIT", "stands for the unit of levels; cents if notes are compared")) }
    if mentions("ERROR") {
      facts.append(
        ("ERROR", "stands for the unit of errors: log2 on a log axis of levels, the unit of levels on a linear one"))
    }
    return Page(name: name, facts: facts, parameters: [], columns: table.columns)
  }
}

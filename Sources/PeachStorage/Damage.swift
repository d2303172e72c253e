/// A file that says what it cannot say.
struct Damage: Error {
  /// The damage and its place: the table, the row by its key, the column.
  var reason: String
}

/// The role of a file, and the remedy if it is damaged.
struct FileRole: Sendable {
  var name: String
  var remedy: String

  static let results = FileRole(
    name: "a results file",
    remedy: "restore a copy, or simulate it again: peach simulate EXPERIMENT.yaml -o RESULTS.sqlite --force")
  static let live = FileRole(
    name: "a database of live listeners",
    remedy: "restore a copy with peach restore, or save what is readable: sqlite3 peach.sqlite .recover")
}

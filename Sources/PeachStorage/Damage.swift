/// A file that says what it cannot say.
struct Damage: Error {
  /// What is wrong, and where: the table, the row by its key, the column.
  var reason: String
}

/// What a file was to be, and what to do where it is that no more.
struct FileRole: Sendable {
  var name: String
  var remedy: String

  static let results = FileRole(
    name: "a results file",
    remedy: "restore a copy, or simulate it again: peach simulate EXPERIMENT.yaml -o RESULTS.sqlite --force")
  static let live = FileRole(
    name: "a database of live listeners",
    remedy: "restore a copy, or save what is readable: sqlite3 peach.sqlite .recover")
}

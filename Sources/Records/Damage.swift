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
    remedy: "put a copy of it back, or make it again: peach simulate EXPERIMENT.yaml -o RESULTS.sqlite --force")
  static let live = FileRole(
    name: "a database of live listeners",
    remedy: "put a copy of it back; sqlite3 peach.sqlite .recover writes down what can still be read")
}

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
    remedy: "put a copy of it back, or make it anew: peach simulate EXPERIMENT.yaml -o RESULTS.sqlite --force")
  static let live = FileRole(
    name: "a database of live listeners",
    remedy: "put a copy of it back; sqlite3 peach.sqlite .recover writes down what can still be read")
}

/// What stands in a damaged file, as messages show it: never raw, never long.
enum Found {
  private static let longest = 40

  static func text(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(longest) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.dropFirst(longest).isEmpty ? shown : shown + "…"
  }
}

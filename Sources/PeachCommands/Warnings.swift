import PeachSupport

/// Prints warnings about valid but hopeless designs on stderr.
enum Warnings {
  /// Prints each warning with its hint, up to `Diagnostics.tableLimit` of them, and counts the rest.
  static func tell(_ warnings: [Problem]) {
    for warning in inOrder(warnings).prefix(Diagnostics.tableLimit) { Standard.error("warning: \(warning)\n") }
    let rest = warnings.count - Diagnostics.tableLimit
    if rest > 0 { Standard.error("warning: and \(rest) more\n") }
  }

  /// The first on one line, and where the others are seen.
  static func tellShort(_ warnings: [Problem], of file: String) {
    guard var first = inOrder(warnings).first else { return }
    first.hint = nil
    let more = warnings.count == 1 ? "what to do" : "\(warnings.count - 1) more"
    Standard.error("warning: \(first); \(more): peach check \(file)\n")
  }

  private static func inOrder(_ warnings: [Problem]) -> [Problem] {
    warnings.enumerated().sorted {
      ($0.element.place.line, $0.element.place.column, $0.offset)
        < ($1.element.place.line, $1.element.place.column, $1.offset)
    }.map(\.element)
  }
}

import PeachSupport

/// Names in a list that must differ.
enum UniqueNames {
  /// Reports every name that comes a second time.
  ///
  /// - Parameter path: The path of the list.
  static func check(_ names: [(name: String, place: Place)], at path: String, _ diagnostics: Diagnostics) {
    var seen: Set<String> = []
    for (name, place) in names where !name.isEmpty && !seen.insert(name).inserted {
      diagnostics.report(
        Problem(
          place: place, path: "\(path).\(name)",
          message: "expected each name once, got \(SafeText.quoted(name)) twice"))
    }
  }
}

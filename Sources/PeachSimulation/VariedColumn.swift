/// How varied values are named.
package enum VariedColumn {
  /// `vary_` and the dotted path, every character that is no letter or digit an underscore.
  package static func name(of path: String) -> String {
    "vary_" + String(path.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Whether a path is the name of a sweep, which many parts may use: only those of places in a file have dots.
  package static func isName(_ path: String) -> Bool { !path.contains(".") }

  /// Whether a varied value is a setting of a strategy. All others belong to the condition under which strategies meet.
  package static func isOfStrategy(_ path: String) -> Bool { path.hasPrefix("strategies.") }

  /// The paths as short as they tell each other apart: the last of their parts, or as many as are needed.
  package static func short(_ paths: [String]) -> [String] {
    let parts = paths.map { $0.split(separator: ".") }
    return parts.indices.map { place in
      let count = (1...max(1, parts[place].count)).first { count in
        !parts.indices.contains { $0 != place && parts[$0].suffix(count) == parts[place].suffix(count) }
      }
      return parts[place].suffix(count ?? parts[place].count).joined(separator: ".")
    }
  }
}

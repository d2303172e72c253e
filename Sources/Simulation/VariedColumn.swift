/// How varied values are named.
public enum VariedColumn {
  /// `vary_` and the dotted path, every character that is no letter or digit an underscore.
  public static func name(of path: String) -> String {
    "vary_" + String(path.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Whether a path is the name of a sweep, which many parts may use: only those of places in a file have dots.
  public static func isName(_ path: String) -> Bool { !path.contains(".") }

  /// The values that one part of a file varies, for people: ` (start = 50)`; empty where it varies none. Named sweeps are
  /// the task's, as all parts may use them, and the file's stop is a strategy's.
  ///
  /// - Parameters:
  ///   - paths: The dotted paths of all varied values, each with its value, empty where a cell does not vary it.
  ///   - owner: The dotted path of the part.
  public static func text(_ paths: [String], _ values: [String], of owner: String) -> String {
    let own = zip(paths, values).compactMap { path, value -> String? in
      if value.isEmpty { return nil }
      if path.hasPrefix(owner + ".") { return "\(path.dropFirst(owner.count + 1)) = \(value)" }
      let isOwn = isName(path) ? owner == "task" : path.hasPrefix("stop.") && owner.hasPrefix("strategies.")
      return isOwn ? "\(path) = \(value)" : nil
    }
    return own.isEmpty ? "" : " (" + own.joined(separator: ", ") + ")"
  }
}

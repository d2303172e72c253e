/// How varied values are named.
public enum VariedColumn {
  /// `vary_` and the dotted path, every character that is no letter or digit an underscore.
  public static func name(of path: String) -> String {
    "vary_" + String(path.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// The values that one part of a file varies, for people: ` (start = 50)`; empty where it varies none.
  ///
  /// - Parameters:
  ///   - paths: The dotted paths of all varied values, each with its value, empty where a cell does not vary it.
  ///   - owner: The dotted path of the part.
  public static func text(_ paths: [String], _ values: [String], of owner: String) -> String {
    let own = zip(paths, values).filter { $0.hasPrefix(owner + ".") && !$1.isEmpty }
    guard !own.isEmpty else { return "" }
    return " (" + own.map { "\($0.dropFirst(owner.count + 1)) = \($1)" }.joined(separator: ", ") + ")"
  }
}

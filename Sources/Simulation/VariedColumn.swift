/// The column of a varied value.
public enum VariedColumn {
  /// `vary_` and the dotted path, every character that is no letter or digit an underscore.
  public static func name(of path: String) -> String {
    "vary_" + String(path.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}

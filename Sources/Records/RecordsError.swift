import Configuration

/// Why a records file could not be used.
public struct RecordsError: Error, Sendable, CustomStringConvertible {
  public enum Code: Sendable {
    /// The file cannot be opened, read or written.
    case inaccessible
    /// The file is something else, damaged, or of a newer Peach; or what was to be stored is no such record.
    case wrongContent
    /// What was asked goes against what is stored: the file is sound.
    case refused
  }

  public var code: Code
  public var path: String
  public var reason: String
  public var hint: String?

  public init(_ code: Code, path: String, reason: String, hint: String? = nil) {
    self.code = code
    self.path = path
    self.reason = reason
    self.hint = hint
  }

  public var description: String {
    (code == .refused ? "" : "\(Shown.line(path)): ") + reason + (hint.map { "\n  hint: \($0)" } ?? "")
  }
}

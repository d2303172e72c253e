import PeachSupport

/// Why a records file could not be used.
public struct RecordsError: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The file cannot be opened, read or written.
    case inaccessible
    /// The file is something else, damaged, or of another version of Peach; or what was to be stored is no such record.
    case wrongContent
    /// The request contradicts the stored records. The file is intact.
    case refused
  }

  package var code: Code
  package var path: String
  package var reason: String
  package var hint: String?

  package init(_ code: Code, path: String, reason: String, hint: String? = nil) {
    self.code = code
    self.path = path
    self.reason = reason
    self.hint = hint
  }

  public var description: String {
    (code == .refused ? "" : "\(SafeText.line(path)): ") + reason + (hint.map { "\n  hint: \($0)" } ?? "")
  }
}

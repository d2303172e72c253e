import Configuration

/// A file that cannot be read at all.
public struct InputError: Error, Sendable, CustomStringConvertible {
  public var path: String
  public var reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var description: String { "\(Shown.line(path)): cannot be read: \(reason)" }
}

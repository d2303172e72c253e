/// Why a sitting cannot begin or go on, told to whoever asked for it: a command, a page.
public struct SittingError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Cause: Hashable, Sendable {
    /// What was asked for: an unknown strategy, a responder that is none.
    case request
    /// The content of a file or of the records.
    case content
    /// Something cannot be read or written, or no sound be played.
    case inaccessible
    /// A strategy that asks for what no trial can be.
    case strategy
  }

  /// What was asked for and cannot be had.
  public enum Subject: String, Hashable, Sendable {
    case strategy, session
  }

  public var cause: Cause
  /// Nil where nothing that was asked for is to blame.
  public var subject: Subject?
  /// With a hint where there is one, on a line of its own.
  public var description: String

  public init(_ cause: Cause, of subject: Subject? = nil, _ description: String) {
    self.cause = cause
    self.subject = subject
    self.description = description
  }
}

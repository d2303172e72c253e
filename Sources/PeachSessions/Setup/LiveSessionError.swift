/// Why a sitting cannot begin or go on, told to whoever asked for it: a command, a page.
package struct LiveSessionError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Cause: Hashable, Sendable {
    /// The request is invalid, for example an unknown strategy or responder.
    case request
    /// The content of a file or of the records.
    case content
    /// Something cannot be read or written, or no sound be played.
    case inaccessible
    /// A strategy that asks for what no trial can be.
    case strategy
  }

  /// The requested thing that cannot be had.
  package enum Subject: String, Hashable, Sendable {
    case strategy, session, group
  }

  package var cause: Cause
  /// `nil` if nothing that was asked for is to blame.
  package var subject: Subject?
  /// With a hint where there is one, on a line of its own.
  package var description: String

  package init(_ cause: Cause, of subject: Subject? = nil, _ description: String) {
    self.cause = cause
    self.subject = subject
    self.description = description
  }
}

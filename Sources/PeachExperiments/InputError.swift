import PeachSupport

/// A file that cannot be read at all.
package struct InputError: Error, Sendable, CustomStringConvertible {
  package var path: String
  package var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package var description: String { "\(SafeText.line(path)): cannot be read: \(reason)" }
}

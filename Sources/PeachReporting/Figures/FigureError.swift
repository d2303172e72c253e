/// A picture that cannot be drawn, with the reason and a remedy. Tables of the same data are not affected.
package struct FigureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason in one line.
  package let reason: String
  package let hint: String?

  package init(_ reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }

  /// The reason, and the hint on a line of its own.
  package var description: String { hint.map { "\(reason)\n  hint: \($0)" } ?? reason }
}

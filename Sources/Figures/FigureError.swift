/// A picture that cannot be drawn, with the reason and a remedy. Tables of the same data are not affected.
public struct FigureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason in one line.
  public let reason: String
  public let hint: String?

  public init(_ reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }

  /// The reason, and the hint on a line of its own.
  public var description: String { hint.map { "\(reason)\n  hint: \($0)" } ?? reason }
}

/// Why there is no picture, with what to do about it. Tables of the same data can be had all the same.
public struct FigureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// In one line.
  public let reason: String
  public let hint: String?

  public init(_ reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }

  /// The reason, and the hint on a line of its own.
  public var description: String { hint.map { "\(reason)\n  hint: \($0)" } ?? reason }
}

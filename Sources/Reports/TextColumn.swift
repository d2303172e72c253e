/// A column of a table for people.
public struct TextColumn: Sendable {
  public enum Content: Sendable {
    /// To the left, and whole as long as that is possible.
    case name
    /// To the left, broken at spaces where there is not room for all of it.
    case words
    /// To the right, and whole.
    case number
  }

  var heading: String
  var content: Content
  /// 0 stays whatever the width; of the others the highest gives way first.
  var rank: Int

  public init(_ heading: String, _ content: Content = .name, rank: Int = 0) {
    self.heading = heading
    self.content = content
    self.rank = rank
  }
}

/// A column of a table for people.
package struct TextColumn: Sendable {
  package enum Content: Sendable {
    /// Text at the left, which is kept whole if possible.
    case name
    /// Text at the left, which is broken at spaces if there is too little room.
    case words
    /// Text at the right, which is kept whole.
    case number
  }

  var heading: String
  var content: Content
  /// A column of rank 0 always stays. Of the others the highest rank is hidden first.
  var rank: Int

  package init(_ heading: String, _ content: Content = .name, rank: Int = 0) {
    self.heading = heading
    self.content = content
    self.rank = rank
  }
}

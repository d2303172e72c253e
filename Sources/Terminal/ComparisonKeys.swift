public import Sessions

/// What a person does to answer a comparison.
extension ComparisonAnswer {
  /// The up arrow or h, the down arrow or l, and the letters of the other language.
  public init?(_ key: Key) {
    switch key {
    case .up: self = .higher
    case .down: self = .lower
    case .character(let letter): self.init(word: String(letter))
    case .left, .right, .pageUp, .pageDown, .end, .enter, .backspace, .escape: return nil
    }
  }

  /// A letter or word of an answer, in either language.
  public init?(word: some StringProtocol) {
    switch word.lowercased() {
    case "h", "higher", "höher", "u", "up": self = .higher
    case "l", "lower", "t", "tiefer", "d", "down": self = .lower
    default: return nil
    }
  }
}

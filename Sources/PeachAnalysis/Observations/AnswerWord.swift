/// The words of `answer`.
enum AnswerWord: String, CaseIterable {
  case higher, lower, yes, no

  init?(_ text: String) {
    guard let word = AnswerWord(rawValue: text) ?? AnswerWord(rawValue: text.lowercased()) else { return nil }
    self = word
  }

  var isOfDirection: Bool { self == .higher || self == .lower }
  var isPositive: Bool { self == .higher || self == .yes }

  /// Whether it is correct; `nil` if that is not known, as at offset 0.
  func isCorrect(at offset: Double?) -> Bool? {
    if !isOfDirection { return isPositive }
    guard let offset, offset != 0 else { return nil }
    return (offset > 0) == isPositive
  }
}

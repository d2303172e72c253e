/// The columns that hold what is fitted, where they are said; `nil` if they are found by their names.
public struct NamedColumns: Hashable, Sendable {
  public var level: String?
  /// 1 or 0.
  public var correct: String?
  /// higher or lower, yes or no, or 1 for the first of these and 0.
  public var answer: String?
  /// How many trials, and how many of them correct, or higher.
  public var trials: String?
  public var positives: String?

  public init(
    level: String? = nil, correct: String? = nil, answer: String? = nil, trials: String? = nil,
    positives: String? = nil
  ) {
    self.level = level
    self.correct = correct
    self.answer = answer
    self.trials = trials
    self.positives = positives
  }
}

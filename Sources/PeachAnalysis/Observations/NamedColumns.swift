/// The columns that hold what is fitted, where they are said; `nil` if they are found by their names.
package struct NamedColumns: Hashable, Sendable {
  package var level: String?
  /// 1 or 0.
  package var correct: String?
  /// higher or lower, yes or no, or 1 for the first of these and 0.
  package var answer: String?
  /// How many trials, and how many of them correct, or higher.
  package var trials: String?
  package var positives: String?

  package init(
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

extension TrialTask {
  /// The names of the answers of a comparison, and of the turns of a matching.
  static let pitchAnswers = ["higher", "lower"]
  private static let matchingTurns = ["sharper", "much-sharper", "done", "much-flatter", "flatter"]

  /// The names of a listener's answers, as `keys` in section `lab` uses them; in a matching those of the turns. The last
  /// is the opposite of the first, and so on.
  package var answerNames: [String] {
    switch kind {
    case .comparison: Self.pitchAnswers
    case .matching: Self.matchingTurns
    case .forcedChoice, .yesNo, .oddity, .axb, .sameDifferent: Array(form?.answers ?? [])
    }
  }

  /// The names of the answers to all tasks, each once.
  package static let allAnswerNames: [String] = pitchAnswers + ChoiceForm.allAnswers + matchingTurns

  /// How a strategy is told of a trial without an answer in time: as the wrong answer. At offset 0, where no answer is
  /// wrong, it is "lower".
  package func isHigher(missing comparison: Comparison) -> Bool {
    isCorrect(CompletedComparison(comparison, isHigher: true, seconds: 0)) == false
  }
}

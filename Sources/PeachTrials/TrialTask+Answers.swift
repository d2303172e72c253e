package import PeachSupport

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

  /// A trial without an answer in time reaches a strategy as a wrong answer. At offset 0, where no answer is
  /// wrong, it is "lower".
  package func isHigher(missing comparison: Comparison) -> Bool {
    isCorrect(CompletedComparison(comparison, isHigher: true, seconds: 0)) == false
  }
}

extension TrialTask {
  /// In a list of guess rates, how far the nearest may be from the task's. A fixed one may only be rounded: 0.33 for 1/3.
  private static let tolerance = (list: 0.05, fixed: 0.005)

  /// Warns of guess rates in a file that the task does not have: thresholds would be biased, and nothing would show it.
  ///
  /// - Parameters:
  ///   - rates: The values under `guess`.
  ///   - reader: Reads the strategy or the listener that states them.
  package func warn(ofGuess rates: [Double], _ reader: Reader) {
    guard let nearest = rates.min(by: { abs($0 - guessRate) < abs($1 - guessRate) }) else { return }
    if axis.isSigned {
      guard let least = rates.min(), least >= 0.25 else { return }
      reader.warn(
        "with signed levels the guess rate is the proportion \"higher\" far below the standard; a rate of "
          + "\(least.brief) biases thresholds", at: "guess", hint: "write guess: lapse")
    } else if kind == .yesNo {
      guard nearest >= 0.5 else { return }
      reader.warn(
        "in yes/no the guess rate is the false-alarm rate; a rate of \(nearest.brief) biases thresholds", at: "guess",
        hint: "write guess: 0 (or the false-alarm rate, below 0.5)")
    } else {
      let isFixed = rates.count == 1
      guard abs(nearest - guessRate) > (isFixed ? TrialTask.tolerance.fixed : TrialTask.tolerance.list) else { return }
      let own = "\(alternatives) alternatives, \(((guessRate * 10_000).rounded() / 10_000).shortest)"
      reader.warn(
        isFixed
          ? "a guess rate of \(nearest.brief) biases thresholds; expected the rate of \(own)"
          : "the listed guess rates do not contain that of \(own), which biases thresholds", at: "guess",
        hint:
          "write guess: \(((guessRate * 10_000).rounded() / 10_000).shortest) (or leave guess out: this is the default)"
      )
    }
  }
}

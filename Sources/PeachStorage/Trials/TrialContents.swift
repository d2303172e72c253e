import PeachTrials

/// The columns that the kept trials of a cell must have, by its task. A missing value would silently drop
/// out of a fit.
struct TrialContents {
  let task: TrialTask.Kind
  /// Whether the cell states a tuning, as it does for notes.
  let hasTuning: Bool

  private var hasNotes: Bool {
    switch task {
    case .comparison, .matching: true
    case .forcedChoice, .yesNo: false
    case .oddity, .axb, .sameDifferent: hasTuning
    }
  }

  /// The first column that is missing, or is there for nothing; `nil` if all is as it should be.
  func fault(in trial: TrialRecord) -> String? {
    fault("reference", trial.reference != nil, hasNotes)
      ?? fault("target", trial.target != nil, hasNotes)
      ?? fault("interval", trial.interval != nil, hasNotes)
      ?? fault("offset", trial.offset != nil, hasNotes)
      ?? fault("answer", trial.answer != nil, hasAnswer)
      ?? fault("correct", trial.isCorrect != nil, isJudged(trial))
  }

  /// Whether trials store an answer. In some tasks only right or wrong is known.
  private var hasAnswer: Bool { task == .comparison || task == .yesNo }

  /// Whether `TrialTask.isCorrect` judges the trial.
  private func isJudged(_ trial: TrialRecord) -> Bool {
    switch task {
    case .comparison: trial.offset != 0
    case .yesNo: trial.kind != .catch
    case .matching: false
    case .forcedChoice, .oddity, .axb, .sameDifferent: true
    }
  }

  private func fault(_ column: String, _ isThere: Bool, _ isExpected: Bool) -> String? {
    if isThere == isExpected { return nil }
    return isExpected ? "\(column): expected a value, got NULL" : "\(column): expected NULL, got a value"
  }
}

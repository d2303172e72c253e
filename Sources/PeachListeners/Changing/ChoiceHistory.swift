package import PeachSupport
package import PeachTrials

/// Earlier answers and stimuli shift the present percept by Σ answers[k]·r(t − k) + Σ stimuli[k]·s(t − k), in cents,
/// where r is +1 after "higher" and −1 after "lower", and s the sign of the offset; 0 before the first trial.
///
/// Source: Busse et al. (2011), J. Neurosci. 31:11351–11361, doi:10.1523/JNEUROSCI.6689-10.2011; Fründ, Wichmann & Macke
/// (2014), J. Vis. 14(7):9, doi:10.1167/14.7.9. Their weights are those of a logistic regression: cents are these over its slope.
package struct ChoiceHistory: ListenerChange {
  package static let kind = "history"
  package static let summary =
    "a listener whose last answers, and the signs of the last differences, influence the next answer"
  package static let behaviour =
    "Earlier trials shifted the heard difference by fixed weights."
  package static let source =
    "Busse et al. (2011), doi:10.1523/JNEUROSCI.6689-10.2011; Fründ et al. (2014), doi:10.1167/14.7.9"
  package static let truthConvention =
    "the threshold on the first trial, before any answer; a threshold measured over a run is higher"
  package static let example = "answers: [3, 1], stimuli: [-2], jnd: 12, lapse: 0.02"
  package static let isSameOnAllNotes = true

  static let greatestLag = 100

  private let answers: [Double]
  private let stimuli: [Double]
  /// The last first: +1 or −1.
  private var lastAnswers: [Double] = []
  private var lastStimuli: [Double] = []

  package static func read(_ reader: Reader, in task: TrialTask) -> ChoiceHistory {
    reader.requireComparison(task)
    let answers = weights(
      "answers", reader,
      "Weights of the last answers in cents, most recent first: each is added to the heard difference if that answer "
        + "was higher, and subtracted if it was lower")
    let stimuli = weights(
      "stimuli", reader,
      "Weights of the last presented differences in cents, most recent first: each is added to the heard difference "
        + "if that earlier difference was upward, and subtracted if it was downward")
    if !reader.isDescribing, !reader.has("answers"), !reader.has("stimuli") {
      reader.reportMissing("answers", expected: "a list of numbers (cents), here or as stimuli")
    }
    return ChoiceHistory(answers: answers, stimuli: stimuli)
  }

  private static func weights(_ name: String, _ reader: Reader, _ meaning: String) -> [Double] {
    let weights = reader.numbers(name, unit: "cents", meaning) ?? []
    if weights.count > greatestLag {
      reader.report("expected at most \(greatestLag) numbers, got \(weights.count)", at: name)
    }
    return weights
  }

  /// - Parameters:
  ///   - answers: The weights of earlier answers in cents, the last answer first.
  ///   - stimuli: The weights of earlier stimuli in cents, the last stimulus first.
  package init(answers: [Double], stimuli: [Double]) {
    self.answers = answers
    self.stimuli = stimuli
  }

  package func moment(for comparison: Comparison) -> ListenerMoment {
    var shift = 0.0
    for (weight, last) in zip(answers, lastAnswers) { shift += weight * last }
    for (weight, last) in zip(stimuli, lastStimuli) { shift += weight * last }
    return ListenerMoment(shift: shift)
  }

  package mutating func end(_ comparison: Comparison, isHigher: Bool) {
    Self.push(isHigher ? 1 : -1, onto: &lastAnswers, atMost: answers.count)
    Self.push(comparison.offset == 0 ? 0 : comparison.offset > 0 ? 1 : -1, onto: &lastStimuli, atMost: stimuli.count)
  }

  private static func push(_ value: Double, onto list: inout [Double], atMost count: Int) {
    if count == 0 { return }
    if list.count == count { list.removeLast() }
    list.insert(value, at: 0)
  }
}

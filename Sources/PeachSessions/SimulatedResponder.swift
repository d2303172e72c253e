import PeachTrials

/// A model with its random stream that answers trials of one kind instead of a person. It is a value: an interrupted
/// trial does not change it.
package protocol SimulatedAnswerer<Task> {
  associatedtype Task: SessionTask
  /// Answers a trial.
  ///
  /// - Returns: The listener's actions with their times. The last one ends the trial. Times are in seconds from the
  ///   onset of the
  ///   sound in question; 0 if the model has no response times.
  mutating func answer(_ trial: Task.Trial) -> [(input: Task.Input, seconds: Double)]
  /// How certain the model is of its answer to a trial, from 0, a guess, to 1; asked before `answer`. `nil` if the model
  /// does not say, as by default: its rating of confidence is then the middle of the scale.
  func certainty(of trial: Task.Trial) -> Double?
  /// Why it cannot answer any more, in words. By default nil.
  var fault: String? { get }
}

extension SimulatedAnswerer {
  package func certainty(of trial: Task.Trial) -> Double? { nil }
  package var fault: String? { nil }
}

/// A simulated listener in a person's place: it answers after the time that its model states, else 0.2 s after the end of
/// the sound.
package final class SimulatedResponder<Task: SessionTask>: Responder {
  /// Seconds after the end of the sound.
  package static var delay: Double { 0.2 }

  private var answerer: any SimulatedAnswerer<Task>
  /// The answer to the present trial.
  private struct Answered {
    /// The onset of the question, which distinguishes it from the next. An interrupted question is answered again.
    let onset: Double
    let inputs: [(input: Task.Input, seconds: Double)]
    /// After the last of them.
    let answerer: any SimulatedAnswerer<Task>
    var given = 0
  }

  private var answered: Answered?
  /// How certain the model was of its last answer.
  private var certainty: Double?
  package private(set) var fault: String?
  private let sleep: (Double) -> SessionInterruption?
  private let onSuspend: () -> Void

  /// - Parameters:
  ///   - answerer: The model.
  ///   - sleep: Waits until a moment of the session's clock and says what happened before it.
  ///   - onSuspend: Suspends the program.
  package init(
    _ answerer: any SimulatedAnswerer<Task>, sleep: @escaping (Double) -> SessionInterruption?,
    onSuspend: @escaping () -> Void = {}
  ) {
    self.answerer = answerer
    self.sleep = sleep
    self.onSuspend = onSuspend
  }

  package func wait(until moment: Double, for question: Question<Task>?) -> SessionEvent<Task.Input>? {
    guard let question else { return sleep(moment).map { .interruption($0) } }
    if case .confidence(let scale) = question.subject {
      let due = question.onset + Self.delay
      if let interruption = sleep(min(due, moment)) { return .interruption(interruption) }
      return due <= moment ? .confidence(scale.rating(ofCertainty: certainty ?? 0.5), at: due) : nil
    }
    var answered = answered.flatMap { $0.onset == question.onset ? $0 : nil } ?? answer(question)
    self.answered = answered
    let (input, seconds) = answered.inputs[answered.given]
    // A sound that is held is over as soon as it is answered.
    let untimed = question.soundEnd < .infinity ? question.soundEnd + Self.delay : question.onset
    let due = seconds > 0 ? question.onset + seconds : untimed
    if let interruption = sleep(min(due, moment)) {
      self.answered = nil
      return .interruption(interruption)
    }
    guard due <= moment else { return nil }
    answered.given += 1
    let isOver = answered.given == answered.inputs.count
    if isOver { answerer = answered.answerer }
    self.answered = isOver ? nil : answered
    return .input(input, at: due)
  }

  private func answer(_ question: Question<Task>) -> Answered {
    var answerer = answerer
    certainty = answerer.certainty(of: question.trial)
    let inputs = answerer.answer(question.trial)
    fault = answerer.fault
    return Answered(onset: question.onset, inputs: inputs, answerer: answerer)
  }

  package func suspend() { onSuspend() }
}

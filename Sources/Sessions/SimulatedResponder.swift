/// What answers trials of one kind in a person's place: a model with its random stream. A value: a trial that is cut
/// short leaves it as it was.
public protocol SimulatedAnswerer<Task> {
  associatedtype Task: SessionTask
  /// Answers a trial.
  ///
  /// - Returns: What the listener does, the last of which ends the trial, and when: in seconds from the onset that is asked
  ///   of; 0 where the model has no time.
  mutating func answer(_ trial: Task.Trial) -> [(input: Task.Input, seconds: Double)]
}

/// A simulated listener in a person's place: it answers after the time that its model states, else 0.2 s after the end of
/// the sound.
public final class SimulatedResponder<Task: SessionTask>: Responder {
  /// Seconds after the end of the sound.
  public static var delay: Double { 0.2 }

  private var answerer: any SimulatedAnswerer<Task>
  /// How much of the answer was given, and to which question by its onset: one that was cut short is answered anew.
  private var given = nothing
  private static var nothing: (count: Int, onset: Double) { (0, -.infinity) }
  private let sleep: (Double) -> SessionInterruption?
  private let onSuspend: () -> Void

  /// - Parameters:
  ///   - answerer: The model.
  ///   - sleep: Waits until a moment of the session's clock and says what happened before it.
  ///   - onSuspend: Suspends the program.
  public init(
    _ answerer: any SimulatedAnswerer<Task>, sleep: @escaping (Double) -> SessionInterruption?,
    onSuspend: @escaping () -> Void = {}
  ) {
    self.answerer = answerer
    self.sleep = sleep
    self.onSuspend = onSuspend
  }

  public func wait(until moment: Double, for question: Question<Task>?) -> SessionEvent<Task.Input>? {
    guard let question else { return sleep(moment).map { .interruption($0) } }
    var answerer = answerer
    let inputs = answerer.answer(question.trial)
    if given.onset != question.onset { given = (0, question.onset) }
    let (input, seconds) = inputs[given.count]
    // A sound that is held is over as soon as it is answered.
    let untimed = question.soundEnd < .infinity ? question.soundEnd + Self.delay : question.onset
    let answered = seconds > 0 ? question.onset + seconds : untimed
    if let interruption = sleep(min(answered, moment)) { return .interruption(interruption) }
    guard answered <= moment else { return nil }
    given.count += 1
    if given.count == inputs.count {
      self.answerer = answerer
      given = Self.nothing
    }
    return .input(input, at: answered)
  }

  public func suspend() { onSuspend() }
}

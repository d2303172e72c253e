public import Trials

/// A simulated listener in a person's place: it answers after the time that its model states, else 0.2 s after the
/// target's end.
public final class SimulatedResponder: Responder {
  public typealias Task = ComparisonTask

  /// Seconds after the target's end.
  public static let delay = 0.2

  private var listener: any Listener
  private var random: RandomStream
  private let sleep: (Double) -> SessionInterruption?
  private let onSuspend: () -> Void

  /// - Parameters:
  ///   - listener: The model.
  ///   - random: Its stream, that of a replicate in simulation.
  ///   - sleep: Waits until a moment of the session's clock and says what happened before it.
  ///   - onSuspend: Suspends the program.
  public init(
    _ listener: any Listener, random: RandomStream, sleep: @escaping (Double) -> SessionInterruption?,
    onSuspend: @escaping () -> Void = {}
  ) {
    self.listener = listener
    self.random = random
    self.sleep = sleep
    self.onSuspend = onSuspend
  }

  public func wait(
    until moment: Double, for question: Question<ComparisonTask>?
  ) -> SessionEvent<ComparisonAnswer>? {
    guard let question else { return sleep(moment).map { .interruption($0) } }
    // A trial that is cut short was not answered: it leaves listener and stream as they were.
    var (listener, random) = (listener, random)
    let answer = listener.answer(question.trial.comparison, using: &random)
    let answered = answer.seconds > 0 ? question.onset + answer.seconds : question.soundEnd + Self.delay
    if let interruption = sleep(min(answered, moment)) { return .interruption(interruption) }
    guard answered <= moment else { return nil }
    (self.listener, self.random) = (listener, random)
    return .input(answer.isHigher ? .higher : .lower, at: answered)
  }

  public func suspend() { onSuspend() }
}

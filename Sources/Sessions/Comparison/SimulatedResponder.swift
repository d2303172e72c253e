public import Trials

/// A simulated listener in a person's place: it answers 0.2 s after the target's end.
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
    guard let question, question.soundEnd + Self.delay <= moment else {
      return sleep(moment).map { .interruption($0) }
    }
    let answered = question.soundEnd + Self.delay
    if let interruption = sleep(answered) { return .interruption(interruption) }
    let isHigher = listener.answer(question.trial.comparison, using: &random)
    return .input(isHigher ? .higher : .lower, at: answered)
  }

  public func suspend() { onSuspend() }
}

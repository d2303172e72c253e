public import Trials

/// What a session waits for beside time.
public enum SessionEvent: Hashable, Sendable {
  /// The answer, and when it was given.
  case answer(isHigher: Bool, at: Double)
  /// The listener leaves: q, Ctrl-D, the end of input.
  case leave
  /// The listener wants the settings, which stops training.
  case settings
  /// A signal that ends the program: its number.
  case signal(Int32)
  /// The program is to be suspended (Ctrl-Z).
  case suspend
  /// The program was suspended and goes on.
  case resumed
}

/// The trial that is to be answered.
public struct Question: Hashable, Sendable {
  public var comparison: Comparison
  /// When the target begins and ends, by the session's clock.
  public var targetOnset: Double
  public var targetEnd: Double

  public init(_ comparison: Comparison, targetOnset: Double, targetEnd: Double) {
    self.comparison = comparison
    self.targetOnset = targetOnset
    self.targetEnd = targetEnd
  }
}

/// Who answers: a person at a terminal, a simulated listener.
public protocol Responder: AnyObject {
  /// Waits until a moment of the session's clock; earlier where something happens.
  ///
  /// - Parameter question: What may be answered now; nil while answers are refused.
  /// - Returns: What happened; nil when the moment came.
  func wait(until moment: Double, for question: Question?) -> SessionEvent?
  /// Suspends the program, its sound being silent, until it is continued.
  func suspend()
}

/// A simulated listener in a person's place: it answers after the time that its model states, else 0.2 s after the
/// target's end.
public final class SimulatedResponder: Responder {
  /// Seconds after the target's end.
  public static let delay = 0.2

  private var listener: any Listener
  private var random: RandomStream
  private let sleep: (Double) -> SessionEvent?
  private let onSuspend: () -> Void

  /// - Parameters:
  ///   - listener: The model.
  ///   - random: Its stream, that of a replicate in simulation.
  ///   - sleep: Waits until a moment of the session's clock and says what happened before it.
  ///   - onSuspend: Suspends the program.
  public init(
    _ listener: any Listener, random: RandomStream, sleep: @escaping (Double) -> SessionEvent?,
    onSuspend: @escaping () -> Void = {}
  ) {
    self.listener = listener
    self.random = random
    self.sleep = sleep
    self.onSuspend = onSuspend
  }

  public func wait(until moment: Double, for question: Question?) -> SessionEvent? {
    guard let question else { return sleep(moment) }
    // A trial that is cut short was not answered: it leaves listener and stream as they were.
    var (listener, random) = (listener, random)
    let answer = listener.answer(question.comparison, using: &random)
    let answered =
      answer.seconds > 0 ? question.targetOnset + answer.seconds : question.targetEnd + Self.delay
    guard answered <= moment else { return sleep(moment) }
    if let event = sleep(answered) { return event }
    (self.listener, self.random) = (listener, random)
    return .answer(isHigher: answer.isHigher, at: answered)
  }

  public func suspend() { onSuspend() }
}

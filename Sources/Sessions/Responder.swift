/// What a session waits for beside time.
public enum SessionEvent<Input: Sendable>: Sendable {
  /// What the listener did, and when.
  case input(Input, at: Double)
  case interruption(SessionInterruption)
}

extension SessionEvent: Equatable where Input: Equatable {}
extension SessionEvent: Hashable where Input: Hashable {}

/// What stops a trial, of whatever kind: its sound ends and it is discarded.
public enum SessionInterruption: Error, Hashable, Sendable {
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
public struct Question<Task: SessionTask> {
  public var trial: Task.Trial
  /// When what is asked of begins to sound, by the session's clock; response times count from there.
  public var onset: Double
  /// When it ends; infinity where it sounds until it is answered.
  public var soundEnd: Double

  public init(_ trial: Task.Trial, onset: Double, soundEnd: Double) {
    self.trial = trial
    self.onset = onset
    self.soundEnd = soundEnd
  }
}

/// Who answers: a person at a terminal or a page, a simulated listener.
public protocol Responder<Task>: AnyObject {
  associatedtype Task: SessionTask
  /// Waits until a moment of the session's clock; earlier where something happens.
  ///
  /// - Parameter question: What may be answered now; nil while input is refused, and none may be returned.
  /// - Returns: What happened; nil when the moment came.
  func wait(until moment: Double, for question: Question<Task>?) -> SessionEvent<Task.Input>?
  /// Suspends the program, its sound being silent, until it is continued.
  func suspend()
  /// Why it cannot answer any more, in words; what it answered last is of no use then. By default nil.
  var fault: String? { get }
}

extension Responder {
  public var fault: String? { nil }
}

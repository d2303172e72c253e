package import PeachTrials

/// An event for which a session waits, besides the passing of time.
package enum SessionEvent<Input: Sendable>: Sendable {
  /// The listener's action and its time.
  case input(Input, at: Double)
  /// The listener's rating of confidence and its time.
  case confidence(Int, at: Double)
  /// The listener wants to hear the sound again.
  case again
  case interruption(SessionInterruption)
}

extension SessionEvent: Equatable where Input: Equatable {}
extension SessionEvent: Hashable where Input: Hashable {}

/// The interruption of a trial of any kind: its sound ends, and the trial is discarded.
package enum SessionInterruption: Error, Hashable, Sendable {
  /// The listener leaves: q, Ctrl-D, the end of input.
  case leave
  /// The listener wants the settings, which stops training.
  case settings
  /// A signal that ends the program: its number.
  case signal(Int32)
  /// A request to suspend the program (Ctrl-Z).
  case suspend
  /// The program was suspended and goes on.
  case resumed
  /// The listener wants to know the keys, and sees them until a key is pressed.
  case help
}

/// The trial to answer.
package struct Question<Task: SessionTask> {
  /// The thing that is asked.
  package enum Subject: Hashable, Sendable {
    /// The answer to the trial. `mayRepeat` if the listener may hear the sound again.
    case answer(mayRepeat: Bool)
    /// The confidence in an answer that was given.
    case confidence(ConfidenceScale)
  }

  package var trial: Task.Trial
  /// When what is asked of begins to sound, by the session's clock; response times count from there.
  package var onset: Double
  /// When it ends; infinity if it sounds until it is answered.
  package var soundEnd: Double
  package var subject: Subject

  package init(
    _ trial: Task.Trial, onset: Double, soundEnd: Double, about subject: Subject = .answer(mayRepeat: false)
  ) {
    self.trial = trial
    self.onset = onset
    self.soundEnd = soundEnd
    self.subject = subject
  }
}

/// The source of answers: a person at a terminal or a page, or a simulated listener.
package protocol Responder<Task>: AnyObject {
  associatedtype Task: SessionTask
  /// Waits until a moment of the session's clock, or until something happens.
  ///
  /// - Parameter question: The present question; `nil` while input is rejected, and then no input may be returned.
  /// - Returns: The event; `nil` if the moment came first.
  func wait(until moment: Double, for question: Question<Task>?) -> SessionEvent<Task.Input>?
  /// Suspends the program, its sound being silent, until it is continued.
  func suspend()
  /// Explains the keys to a person until a key is pressed. By default it does nothing.
  func help() -> SessionInterruption?
  /// Why it cannot answer any more, in words; what it answered last is of no use then. By default nil.
  var fault: String? { get }
}

extension Responder {
  package var fault: String? { nil }
  package func help() -> SessionInterruption? { nil }
}

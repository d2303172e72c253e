package import PeachAudio
package import PeachTrials

/// One kind of trial in a session: its sounds, its answers, its records and its display.
///
/// Each kind of trial, such as comparisons or matchings, is one conformer in its own folder. `Session` does what
/// they share: waiting, interruptions, storing, informing the strategy, and feedback.
package protocol SessionTask {
  /// The question to the listener, with its sound.
  associatedtype Trial
  /// A listener's action: an answer, or a turn of a control.
  associatedtype Input: Sendable
  /// The answer that ends a trial.
  associatedtype Answer
  /// The displayed state of a trial.
  associatedtype State
  /// The stored record of a trial.
  associatedtype Record

  /// Nothing is heard and nothing asked.
  static var idle: State { get }
  /// The next trial; `nil` after the last one. It is called once for each trial: an interrupted trial comes again
  /// unchanged.
  ///
  /// - Throws: An error that ends the session, such as a sound that cannot be made or an invalid level.
  mutating func next() throws -> Trial?
  /// Makes a trial's sound ready, so that starting it takes next to no time; what is heard meanwhile goes on.
  func prepare(_ trial: Trial, for player: any TrialPlayer) throws(SoundError)
  /// Presents a trial and returns the answer that ends it.
  ///
  /// - Throws: The errors of the stage. Do not catch them.
  func present(_ trial: Trial, on stage: Stage<Self>) throws -> Answer
  /// The stand-in for the answer to a trial that was not answered in time; `nil` if such a trial has to be asked again. By
  /// default it is asked again.
  ///
  /// - Parameter isSkipped: Whether the strategy shall not learn of the trial.
  func answer(missing trial: Trial, isSkipped: Bool) -> Answer?
  /// Reports an answer to the strategy.
  ///
  /// - Parameter mark: The number of the trial in its session, and the time of the answer.
  /// - Returns: The record to store before the feedback, and the feedback.
  mutating func conclude(_ trial: Trial, _ answer: Answer, as mark: TrialMark) -> Conclusion<Self>
  /// The sounds that may come after a trial, one for each possible result. By default none are known.
  ///
  /// - Parameter mark: The number of the trial in its session, and the present time.
  func soundsAhead(after trial: Trial, as mark: TrialMark) -> [RenderedSound]
  /// Why there is no next trial, where the strategy has stopped.
  var status: Status { get }
  /// The sound after a wrong answer; `nil` for none.
  var tick: RenderedSound? { get }
  /// Seconds from the end of feedback to the next trial.
  var interTrialInterval: Double { get }
}

extension SessionTask {
  package func soundsAhead(after trial: Trial, as mark: TrialMark) -> [RenderedSound] { [] }
  package func answer(missing trial: Trial, isSkipped: Bool) -> Answer? { nil }
}

/// The number of a trial in its session, the time of its answer, and what was asked and allowed besides.
package struct TrialMark: Sendable {
  /// From 1.
  package var number: Int
  /// ISO 8601 UTC; nil on a clock that no time of day belongs to, where answers have no time either.
  package var timestamp: String?
  /// Whether the trial had to be answered in time.
  package var hasDeadline = false
  /// The rating of confidence and the seconds that it took; `nil` if none was asked for.
  package var confidence: (rating: Int, seconds: Double)?
  /// How often the sound was heard again; `nil` if that is not allowed.
  package var repeats: Int?

  package init(number: Int, timestamp: String?) {
    self.number = number
    self.timestamp = timestamp
  }
}

/// The result of a trial.
package struct Conclusion<Task: SessionTask> {
  package var record: Task.Record
  package var feedback: Task.State
  /// One tick reports a wrong answer, so that the listener need not look.
  package var isWrong: Bool

  package init(record: Task.Record, feedback: Task.State, isWrong: Bool) {
    self.record = record
    self.feedback = feedback
    self.isWrong = isWrong
  }
}

/// The store of answered trials. Each is stored before its feedback, and so before the next sound.
package protocol TrialStore<Task>: AnyObject {
  associatedtype Task: SessionTask
  /// A trial begins, the one of that number in its session. By default nothing happens.
  func beginTrial(_ number: Int)
  /// Returns once the trial is durable.
  func store(_ record: Task.Record) throws
  /// Counts a trial that was discarded because its sound stalled. By default nothing is counted.
  func countStall() throws
  /// Counts a trial that was discarded because no answer came in time. By default nothing is counted.
  func countTimeout() throws
}

extension TrialStore {
  package func beginTrial(_ number: Int) {}
  package func countStall() {}
  package func countTimeout() {}
}

/// The display of a session's progress for the listener.
package protocol SessionDisplay<Task>: AnyObject {
  associatedtype Task: SessionTask
  /// A trial begins, the one of that number in its session. By default nothing shows it.
  func begin(_ number: Int)
  /// A new state of a trial.
  func show(_ state: Task.State, of trial: Task.Trial)
  /// A wrong answer: one tick that needs no eyes.
  func tick()
  /// Asks how confident the listener is. By default nothing shows it.
  func askConfidence(_ scale: ConfidenceScale)
  /// No answer came in time. By default nothing shows it.
  func showTimeout()
}

extension SessionDisplay {
  package func begin(_ number: Int) {}
  package func askConfidence(_ scale: ConfidenceScale) {}
  package func showTimeout() {}
}

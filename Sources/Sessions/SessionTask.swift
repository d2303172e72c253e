public import Sound
public import Trials

/// What one kind of trial is to a session: its sounds, what answers it, what is stored, what is shown.
///
/// Comparisons, matchings, choices among several intervals, yes or no: each is one conformer in a folder of its own. What
/// they have in common (waiting, interruptions, storing, telling the strategy, feedback) is `Session`'s.
public protocol SessionTask {
  /// What is asked of the listener, with its sound.
  associatedtype Trial
  /// What a listener does in it: an answer, a turn of a control.
  associatedtype Input: Sendable
  /// What ends it.
  associatedtype Answer
  /// Where a trial stands, as it is shown.
  associatedtype State
  /// What is stored of it.
  associatedtype Record

  /// Nothing is heard and nothing asked.
  static var idle: State { get }
  /// The next trial; nil once there is none. Asked once for each: one that was interrupted comes again as it was.
  ///
  /// - Throws: What ends the session: a sound that cannot be made, a strategy that asks for what is none.
  mutating func next() throws -> Trial?
  /// Makes a trial's sound ready, so that starting it takes next to no time; what is heard meanwhile goes on.
  func prepare(_ trial: Trial, for player: any TrialPlayer) throws(SoundError)
  /// Presents a trial and takes what ends it.
  ///
  /// - Throws: What the stage throws: it is not to be caught.
  func present(_ trial: Trial, on stage: Stage<Self>) throws -> Answer
  /// Tells the strategy of an answer.
  ///
  /// - Parameter mark: The trial's number in its session, and when it was answered.
  /// - Returns: What is stored before feedback is shown, and that feedback.
  mutating func conclude(_ trial: Trial, _ answer: Answer, as mark: TrialMark) -> Conclusion<Self>
  /// Why there is no next trial, where the strategy has stopped.
  var status: Status { get }
  /// What is heard after a wrong answer; nil for nothing.
  var tick: RenderedSound? { get }
  /// Seconds from the end of feedback to the next trial.
  var interTrialInterval: Double { get }
}

/// Which trial of a session it is, and when it was answered.
public struct TrialMark: Hashable, Sendable {
  /// From 1.
  public var number: Int
  /// ISO 8601 UTC; nil on a clock that no time of day belongs to, where answers have no time either.
  public var timestamp: String?
}

/// What came of a trial.
public struct Conclusion<Task: SessionTask> {
  public var record: Task.Record
  public var feedback: Task.State
  /// A wrong answer is told by one tick that needs no eyes.
  public var isWrong: Bool

  public init(record: Task.Record, feedback: Task.State, isWrong: Bool) {
    self.record = record
    self.feedback = feedback
    self.isWrong = isWrong
  }
}

/// Where answered trials go, each before its feedback and so before the next sound.
public protocol TrialStore<Task>: AnyObject {
  associatedtype Task: SessionTask
  /// Returns once the trial is durable.
  func store(_ record: Task.Record) throws
}

/// What shows a listener where the session stands.
public protocol SessionDisplay<Task>: AnyObject {
  associatedtype Task: SessionTask
  /// A trial begins, the one of that number in its session. By default nothing shows it.
  func begin(_ number: Int)
  /// A new state of a trial.
  func show(_ state: Task.State, of trial: Task.Trial)
  /// A wrong answer: one tick that needs no eyes.
  func tick()
}

extension SessionDisplay {
  public func begin(_ number: Int) {}
}

import PeachAudio
import PeachSessions

/// A person at a page. Time stands still until the page sends the answer with its own response time.
final class PageResponder<Task: SessionTask>: Responder {
  private let room: PageRoom
  /// Seconds in which a trial must be answered; `nil` for no limit.
  private let deadline: Double?
  /// The trial as the page presents it.
  private let trial: (Question<Task>) -> PageTrial
  /// The actions of an answer, with their seconds from the onset.
  private let inputs: (PageAnswer, Task.Trial) -> [(input: Task.Input, seconds: Double)]
  /// Actions that were sent and not taken yet.
  private var waiting: [(input: Task.Input, seconds: Double)] = []
  /// The rating that came with the answer.
  private var rating: PageAnswer.Rating?

  init(
    _ room: PageRoom, deadline: Double?, trial: @escaping (Question<Task>) -> PageTrial,
    inputs: @escaping (PageAnswer, Task.Trial) -> [(input: Task.Input, seconds: Double)]
  ) {
    self.room = room
    self.deadline = deadline
    self.trial = trial
    self.inputs = inputs
  }

  func wait(until moment: Double, for question: Question<Task>?) -> SessionEvent<Task.Input>? {
    guard let question else {
      if let interruption = room.mailbox.interruption() { return .interruption(interruption) }
      room.pageClock.move(to: moment)
      return nil
    }
    if case .confidence = question.subject {
      // The page asks before it sends the answer, so that both are stored or neither.
      guard let rating = rating.take() else { return .interruption(.leave) }
      let at = question.onset + rating.seconds
      room.pageClock.move(to: at)
      return .confidence(rating.rating, at: at)
    }
    if waiting.isEmpty {
      switch room.ask(trial(question)) {
      case .failure(let interruption): return .interruption(interruption)
      case .success(.late):
        passDeadline(of: question)
        return nil
      case .success(.answer(let answer)) where answer.isMissed:
        passDeadline(of: question)
        return nil
      case .success(.answer(let answer)):
        waiting = inputs(answer, question.trial)
        rating = answer.confidence
      case .success(.again):
        room.noteGap()
        return nil
      case .success(.replay): return .again
      case .success(.turn), .success(.reply): return nil
      }
    }
    guard !waiting.isEmpty else { return nil }
    let (input, seconds) = waiting.removeFirst()
    let at = question.onset + seconds
    room.pageClock.move(to: at)
    return .input(input, at: at)
  }

  /// The session notices by its clock that the deadline has passed.
  private func passDeadline(of question: Question<Task>) {
    if let deadline { room.pageClock.move(to: question.onset + deadline) }
    room.noteEvent()
  }

  func suspend() {}
}

/// Keeps the feedback of a trial for its page.
final class PageDisplay<Task: SessionTask>: SessionDisplay {
  private let room: PageRoom
  private let feedback: (Task.State) -> PageOutcome.Feedback?

  init(_ room: PageRoom, _ feedback: @escaping (Task.State) -> PageOutcome.Feedback?) {
    self.room = room
    self.feedback = feedback
  }

  func begin(_ number: Int) { room.begin(number) }
  func show(_ state: Task.State, of trial: Task.Trial) { if let shown = feedback(state) { room.feedback = shown } }
  func tick() { room.isWrong = true }
}

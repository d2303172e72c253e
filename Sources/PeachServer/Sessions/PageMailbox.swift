import Dispatch
import PeachSessions
import PeachSupport
import PeachTrials
import Synchronization

/// A message of a page to the thread of its session.
enum PageInput: Sendable {
  case answer(PageAnswer)
  /// The trial could not be heard as it should: it comes again.
  case again
  /// The deadline passed, and the trial comes again.
  case late
  /// The listener wants to hear the sound again.
  case replay
  case turn(PageTurn)
  /// The answer to a question of a study, as it was written.
  case reply(String)
}

/// Connects the thread of a session with the requests of its page.
///
/// The thread shows one situation after another and waits in between. Requests read the situation, act on it, and wait for
/// the next one. Each answer is kept, so that a request that is repeated changes nothing.
final class PageMailbox: Sendable {
  private struct Key: Hashable {
    var session: Int
    var trial: Int
  }

  private struct State {
    var situation: PageSituation?
    var sequence = 0
    var input: PageInput?
    var interruption: SessionInterruption?
    var waiters: [(after: Int, continuation: CheckedContinuation<PageSituation, Never>)] = []
    var sounds: [String: [UInt8]] = [:]
    /// The names of the sounds that may come next; `nil` until they are made.
    var ahead: [String]?
    var answers: [Key: PageAnswer] = [:]
    var stored: Set<Key> = []
    var outcome: PageOutcome?
    var presentation: PagePresentation?
    /// The monotonic time of the page's last request, in seconds.
    var lastSeen = 0.0
  }

  /// Distinguishes its trials from those of other pages.
  let key = PageLinks.token()
  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)
  /// Seconds without a request after which the session ends.
  private let patience: Double

  init(patience: Double = 1800) {
    self.patience = patience
    state.withLock { $0.lastSeen = MonotonicTime.now }
  }

  // MARK: The session's thread

  /// Shows a situation and waits for the page.
  ///
  /// - Parameters:
  ///   - sounds: The samples that the page may request, by name.
  ///   - ahead: Makes the sounds that may come next, after the page has the situation.
  /// - Returns: The page's action, or an interruption.
  func ask(
    _ new: PageSituation, sounds: [String: [UInt8]] = [:], ahead: () -> [(id: String, bytes: [UInt8])] = { [] }
  ) -> Result<PageInput, SessionInterruption> {
    show(new, sounds: sounds, ahead: nil)
    let more = ahead()
    state.withLock { state in
      for (id, bytes) in more { state.sounds[id] = bytes }
      state.ahead = more.map(\.id)
    }
    while true {
      // An answer that was given counts, even if the listener leaves at the same moment.
      if let input = state.withLock({ $0.input.take() }) { return .success(input) }
      if let interruption = interruption() { return .failure(interruption) }
      let rest = state.withLock { $0.lastSeen } + patience - MonotonicTime.now
      // A listener who went away without a word has left.
      if rest <= 0 { return .failure(.leave) }
      _ = arrival.wait(timeout: .now() + rest)
    }
  }

  /// Shows a situation without waiting.
  ///
  /// - Parameter ahead: The names of the sounds that may come next; `nil` if they are still to be made.
  func show(_ new: PageSituation, sounds: [String: [UInt8]] = [:], ahead: [String]? = []) {
    let (situation, continuations) = state.withLock { state in
      state.sequence += 1
      var situation = new
      situation.sequence = state.sequence
      state.situation = situation
      state.sounds = sounds
      state.ahead = ahead
      state.input = nil
      let continuations = state.waiters.map(\.continuation)
      state.waiters = []
      return (situation, continuations)
    }
    for continuation in continuations { continuation.resume(returning: situation) }
  }

  /// Takes an interruption; `nil` if there is none.
  func interruption() -> SessionInterruption? { state.withLock { $0.interruption.take() } }

  /// Keeps the result of a trial that is stored. Pages see it with the next situation.
  func keep(_ outcome: PageOutcome) {
    state.withLock {
      $0.stored.insert(Key(session: outcome.session, trial: outcome.trial))
      $0.outcome = outcome
    }
  }

  /// How the page presented the trial that it answered last.
  var presentation: PagePresentation? { state.withLock { $0.presentation } }

  // MARK: Requests

  /// The present situation; `nil` before the first.
  var situation: PageSituation? { state.withLock { $0.situation } }

  var isOver: Bool { state.withLock { $0.situation?.end != nil } }

  /// Notes that the page is still there.
  func touch() { state.withLock { $0.lastSeen = MonotonicTime.now } }

  /// Waits for the situation after one.
  func situation(after sequence: Int) async -> PageSituation {
    await withCheckedContinuation { continuation in
      let known = state.withLock { state -> PageSituation? in
        if let situation = state.situation, situation.sequence > sequence || situation.end != nil { return situation }
        state.waiters.append((sequence, continuation))
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// The samples of a sound of the present situation; `nil` if there are none of that number.
  func sound(_ id: String) -> [UInt8]? { state.withLock { $0.sounds[id] } }

  /// Waits for the names of the sounds that may come after a situation; empty if it is past.
  func soundsAhead(of sequence: Int) async -> [String] {
    while true {
      let (isPresent, ahead) = state.withLock { ($0.situation?.sequence == sequence, $0.ahead) }
      guard isPresent else { return [] }
      if let ahead { return ahead }
      guard (try? await Task.sleep(for: .milliseconds(30))) != nil else { return [] }
    }
  }

  private enum Step {
    case wait(after: Int)
    case refuse(PageError)
    case unknown
  }

  /// Hands an answer to the session and waits until it is stored.
  ///
  /// - Returns: The result and the next situation; `nil` if this session of a page does not know the trial.
  /// - Throws: `PageError` if the trial has another answer, is not open, or could not be stored.
  func answer(
    session: Int, trial: Int, _ answer: PageAnswer
  ) async throws(PageError) -> (outcome: PageOutcome?, next: PageSituation)? {
    guard answer.key == self.key else { return nil }
    let key = Key(session: session, trial: trial)
    let step = state.withLock { state -> Step in
      let open = state.situation?.trial
      let isOpen = open?.session == session && open?.number == trial
      if let known = state.answers[key] {
        guard known.isSame(as: answer) else {
          return .refuse(
            PageError(
              .conflict, "trial \(trial) already has a different answer",
              remedy: "load the page again to see the next trial"))
        }
        return .wait(after: state.stored.contains(key) ? 0 : state.sequence)
      }
      guard let open, isOpen, state.input == nil else { return .unknown }
      if let problem = answer.problem(with: open) {
        return .refuse(PageError(.body, problem, remedy: "load the page again"))
      }
      state.answers[key] = answer
      state.presentation = answer.presentation
      state.input = .answer(answer)
      return .wait(after: state.sequence)
    }
    switch step {
    case .unknown: return nil
    case .refuse(let error): throw error
    case .wait(let after):
      arrival.signal()
      let next = await situation(after: after)
      let (isStored, outcome) = state.withLock { ($0.stored.contains(key), $0.outcome) }
      guard isStored else {
        throw PageError(
          .failed, "trial \(trial) could not be stored: \(next.end?.message ?? "the session is over")",
          remedy: "begin again; the answers before it are stored")
      }
      return (outcome?.trial == trial && outcome?.session == session ? outcome : nil, next)
    }
  }

  /// Acts on a situation, unless it is past.
  ///
  /// - Returns: The next situation, or the present one if the page was late.
  func act(_ input: PageInput, on sequence: Int) async throws(PageError) -> PageSituation {
    let isPresent = state.withLock { state in
      guard let situation = state.situation, situation.sequence == sequence, state.input == nil else { return false }
      switch input {
      case .turn(let turn): guard situation.page?.offers(turn) == true else { return false }
      case .reply: guard situation.page?.question != nil else { return false }
      case .again: guard situation.trial != nil else { return false }
      case .late: guard situation.trial?.deadline?.isStored == false else { return false }
      case .replay: guard situation.trial?.again?.isPossible == true else { return false }
      case .answer: return false
      }
      state.input = input
      return true
    }
    if isPresent { arrival.signal() }
    return await situation(after: isPresent ? sequence : state.withLock { $0.sequence } - 1)
  }

  /// Interrupts the session, and waits for its end.
  func interrupt(_ interruption: SessionInterruption) async {
    state.withLock { if $0.situation?.end == nil { $0.interruption = interruption } }
    arrival.signal()
    while !isOver { _ = await situation(after: state.withLock { $0.sequence }) }
  }
}

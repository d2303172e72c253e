import PeachAnalysis
import PeachExperiments
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// Reads the state of a study again and again. A block is fitted again only if its session has changed.
struct StudyMonitor {
  let study: String
  private let estimand: Double
  private let lapse: Double?
  private var known: [SessionRecord: BlockResult] = [:]

  init(_ experiment: Experiment) {
    study = experiment.plan.name
    estimand = experiment.plan.estimand
    lapse = experiment.plan.estimatorLapse
  }

  /// Seconds without an answer after which a session that did not end counts as left.
  private static let patience = 300

  /// The blocks of all listeners, by their places and orders; empty before the first listener.
  mutating func blocks() async throws -> [StudyBlock] {
    guard let live = try ListenerDatabase.existing() else { return [] }
    var blocks: [StudyBlock] = []
    var results: [SessionRecord: BlockResult] = [:]
    for listener in try StudyProgress.all(in: study, live, kinds: Peach.kinds) {
      for (step, part) in listener.progress.steps.flatMap({ step in step.parts.map { (step, $0) } }) {
        let session = listener.sessions[part]
        var block = StudyBlock(
          study: study, listener: listener.participant.listener, place: listener.participant.place,
          group: listener.progress.group, part: part, position: step.number, status: .left, session: session)
        if let session {
          block.lastAnswerAt = try live.lastAnswer(of: session)
          if !session.isPractice, session.trials > 0 {
            let result: BlockResult
            if let old = known[session] {
              result = old
            } else {
              result = try await BlockResult(of: session, in: live, estimand: estimand, lapse: lapse)
            }
            results[session] = result
            block.result = result
          }
        }
        block.isScreenedOut = listener.isScreenedOut
        block.status = StudyMonitor.status(listener.state(of: part), session, lastAnswer: block.lastAnswerAt)
        blocks.append(block)
      }
    }
    known = results
    return blocks
  }

  /// Refusals, and what is known about the listeners; `nil` before the records exist.
  func people() throws -> StudyPeople? {
    try ListenerDatabase.existing().map { try StudyPeople(of: study, in: $0, kinds: Peach.kinds) }
  }

  private static func status(
    _ state: DayProgress.State, _ session: SessionRecord?, lastAnswer: String?
  ) -> StudyBlock.Status {
    if state.isSkipped { return .skipped }
    guard let session else { return .left }
    if session.note != nil { return .excluded }
    if state.isDone { return .done }
    let limit = Timestamp.text(seconds: Int(time(nil)) - patience, nanoseconds: 0)
    let isRecent = [lastAnswer, session.startedAt].contains { $0.map { $0 >= limit } ?? false }
    return session.endReason == nil && isRecent ? .running : .unfinished
  }
}

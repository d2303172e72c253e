import PeachAudio
import PeachSessions
import PeachTrials
import Testing

/// A session whose conditions take turns: each has its own track, numbers and store.
@Suite struct ConditionSessionTests {
  @Test func `conditions take turns, and each stores its own trials`() throws {
    let (first, second) = (try ScriptedSession(most: nil, answers(100)), try ScriptedSession(most: nil, answers(100)))
    var seen: [[Int]] = []
    let session = Session(
      [first, second].map { $0.condition(shownBy: first) }, most: 7
    ) { open, trials in
      seen.append(trials)
      return open[(trials[0] + trials[1]) % 3 == 2 ? 1 : 0]
    }
    #expect(try session.run() == .finished)
    #expect(session.trials == 7)
    #expect(session.conditions.map(\.trials) == [5, 2])
    #expect(first.stored.map(\.trial) == [1, 2, 3, 4, 5])
    #expect(second.stored.map(\.trial) == [1, 2])
    #expect(seen == [[0, 0], [1, 0], [2, 0], [2, 1], [3, 1], [4, 1], [4, 2]])
    // Every trial is what the condition asks for by itself.
    let alone = try ScriptedSession(most: 5, answers(100))
    _ = try alone.session.run()
    #expect(first.stored.map(\.reference) == alone.stored.map(\.reference))
  }

  @Test func `a stalled trial of a condition comes again in the same condition`() throws {
    let (first, second) = (try ScriptedSession(most: nil, answers(100)), try ScriptedSession(most: nil, answers(100)))
    // The second trial sounds from 2.9 s on.
    first.stallMoments = [3.5]
    let session = Session([first, second].map { $0.condition(shownBy: first) }, most: 3) { open, trials in
      open[trials[0] > trials[1] ? 1 : 0]
    }
    #expect(try session.run() == .finished)
    #expect(first.stored.map(\.trial) == [1, 2] && second.stored.map(\.trial) == [1])
    #expect(second.stalls == 1 && first.stalls == 0)
  }

  /// A right answer after each target note.
  private func answers(_ count: Int) -> [ScriptedSession.Script] {
    (1...count).map { .init(state: .awaitingAnswer, occurrence: $0, after: 0.2, event: .input(.higher, at: 0)) }
  }
}

extension ScriptedSession {
  /// Its trials as one condition of a session, on the clock and with the answers of another.
  fileprivate func condition(shownBy other: ScriptedSession) -> Session<ComparisonTask>.Condition {
    Session.Condition(
      session.conditions[0].task,
      Session.Parts(clock: other.clock, player: other, responder: other, store: self, display: other))
  }
}

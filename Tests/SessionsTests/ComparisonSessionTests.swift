import PeachAudio
import PeachPitch
import PeachSessions
import PeachTrials
import Testing

@Suite struct ComparisonSessionTests {
  private typealias Script = ScriptedSession.Script

  @Test func `a trial goes from reference to target to answer to feedback, and the next is ready meanwhile`() throws {
    let scripted = try ScriptedSession(
      most: 2,
      [
        Script(state: .awaitingAnswer, after: 0.3, event: .input(.higher, at: 0)),
        Script(state: .awaitingAnswer, occurrence: 2, after: 0.3, event: .input(.higher, at: 0)),
      ])
    #expect(try scripted.session.run() == .finished)
    let answers = scripted.stored.map { $0.isCorrect == true }
    // The sound begins 12 or 12.5 ms after it was started, as the look at it falls; the device adds 5 ms.
    let first = scripted.journal.prefix(9)
    #expect(
      first == [
        "0 prepare", "0 playingReferenceNote", "0 start", "1267 playingTargetNote", "2267 awaitingAnswer", "2567 store",
        "2567 showingFeedback(isCorrect: Optional(\(answers[0])))", "2567 prepare",
        answers[0] ? "2967 playingReferenceNote" : "2567 tick",
      ])
    #expect(scripted.stored.map(\.trial) == [1, 2])
    #expect(scripted.journal.last?.hasSuffix("silence") == true)
  }

  @Test func `without feedback there is no message and no tick after an answer`() throws {
    let scripted = try ScriptedSession(
      most: 6, givesFeedback: false,
      (1...6).map { Script(state: .awaitingAnswer, occurrence: $0, after: 0.3, event: .input(.higher, at: 0)) })
    #expect(try scripted.session.run() == .finished)
    #expect(Set(scripted.stored.map(\.isCorrect)) == [true, false])
    #expect(!scripted.journal.contains { $0.contains("Feedback") || $0.contains("tick") })
    // The next sound comes as late as with feedback.
    #expect(scripted.journal.contains("2567 idle") && scripted.journal.contains("2967 playingReferenceNote"))
  }

  @Test func `an answer during the target ends it by its ramp and is timed from its onset`() throws {
    let scripted = try ScriptedSession(
      most: 1, [Script(state: .playingTargetNote, after: 0.4, event: .input(.lower, at: 0))])
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.journal.contains("1667 release"))
    #expect(!scripted.journal.contains { $0.hasSuffix("awaitingAnswer") })
    #expect(abs(scripted.stored[0].offset ?? 0) == 10)
    #expect(scripted.stored[0].answer == "lower")
  }

  @Test func `an answer before the target is refused`() throws {
    let scripted = try ScriptedSession(
      most: 1,
      [
        Script(state: .playingReferenceNote, after: 0.5, event: .input(.higher, at: 0)),
        Script(state: .playingReferenceNote, after: 1.2, event: .input(.higher, at: 0)),
        Script(state: .playingTargetNote, after: 0.25, event: .input(.lower, at: 0)),
      ])
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.stored.map(\.answer) == ["lower"])
  }

  @Test(
    arguments: [
      (SessionInterruption.suspend, 1), (.resumed, 0),
    ] as [(SessionInterruption, Int)])
  func `an interrupted trial is discarded and the same comparison comes again`(
    _ event: SessionInterruption, _ suspensions: Int
  ) throws {
    let plain = try ScriptedSession(
      most: 2,
      (1...2).map { Script(state: .awaitingAnswer, occurrence: $0, after: 0.1, event: .input(.higher, at: 0)) })
    _ = try plain.session.run()
    for state in [ComparisonState.playingReferenceNote, .playingTargetNote, .awaitingAnswer] {
      let scripted = try ScriptedSession(
        most: 2,
        [Script(state: state, after: 0.05, event: .interruption(event))]
          + (1...3).map {
            Script(state: .awaitingAnswer, occurrence: $0, after: 0.1, event: .input(.higher, at: 0))
          })
      #expect(try scripted.session.run() == .finished)
      #expect(scripted.suspensions == suspensions)
      #expect(scripted.stored.map(\.done?.comparison) == plain.stored.map(\.done?.comparison))
      let place = try #require(scripted.journal.firstIndex { $0.hasSuffix("silence") })
      #expect(scripted.journal[..<place].allSatisfy { !$0.hasSuffix("store") })
    }
  }

  @Test func `leaving and signals discard the unfinished trial and keep the answered ones`() throws {
    for (event, end) in [(SessionInterruption.leave, SessionEnd.left), (.signal(2), .signal(2))] {
      let scripted = try ScriptedSession(
        most: nil,
        [
          Script(state: .awaitingAnswer, after: 0.1, event: .input(.higher, at: 0)),
          Script(state: .playingTargetNote, occurrence: 2, after: 0.1, event: .interruption(event)),
        ])
      #expect(try scripted.session.run() == end)
      #expect(scripted.stored.count == 1)
    }
  }

  @Test func `after a look at the settings the same comparison comes again`() throws {
    let scripted = try ScriptedSession(
      most: 1,
      [
        Script(state: .playingReferenceNote, after: 0.1, event: .interruption(.settings)),
        Script(state: .awaitingAnswer, after: 0.1, event: .input(.higher, at: 0)),
      ])
    let asked = scripted.session.conditions[0].task.strategy.next
    #expect(try scripted.session.run() == .settings)
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.stored.map(\.done?.comparison) == [asked])
  }

  @Test func `a player that dies ends the session, and answered trials stay`() throws {
    let scripted = try ScriptedSession(
      most: nil, [Script(state: .awaitingAnswer, after: 0.1, event: .input(.higher, at: 0))])
    scripted.death = (5, SoundError("the player died"))
    #expect(throws: SoundError("the player died")) { try scripted.session.run() }
    #expect(scripted.stored.count == 1)
    #expect(scripted.journal.suffix(2).map { $0.split(separator: " ")[1] } == ["silence", "idle"])
  }

  @Test func `a trial that cannot be stored ends the session before its feedback`() throws {
    let scripted = try ScriptedSession(
      most: nil, [Script(state: .awaitingAnswer, after: 0.1, event: .input(.higher, at: 0))])
    scripted.storeError = SoundError("the disk is full")
    #expect(throws: SoundError("the disk is full")) { try scripted.session.run() }
    #expect(!scripted.journal.contains { $0.contains("showingFeedback") })
  }

  @Test func `interval and unison are one path`() throws {
    let fifth = DirectedInterval(.perfectFifth, .up)
    let scripted = try ScriptedSession(
      intervals: [fifth], most: 1, [Script(state: .awaitingAnswer, after: 0.1, event: .input(.higher, at: 0))])
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.stored[0].interval == fifth.name)
    #expect(scripted.stored[0].heard.tuning == "equal-temperament")
    #expect(scripted.stored[0].heard.gap == 0.25)
    #expect(scripted.stored[0].heard.device == "test")
  }

  @Test func `the target's level varies on request, and the presented level is stored`() throws {
    let answers = (1...20).map {
      Script(state: .awaitingAnswer, occurrence: $0, after: 0.1, event: .input(.higher, at: 0))
    }
    let varied = try ScriptedSession(most: 20, loudness: 1, answers)
    _ = try varied.session.run()
    let same = try ScriptedSession(most: 20, answers)
    _ = try same.session.run()
    let levels = varied.stored.compactMap { $0.heard.targetLevel }
    #expect(Set(levels).count == 20)
    #expect(levels.allSatisfy { (-14 ... -10).contains($0) })
    #expect(same.stored.allSatisfy { $0.heard.targetLevel == $0.heard.referenceLevel })
    #expect(varied.stored.map(\.done?.comparison) == same.stored.map(\.done?.comparison))
  }
}

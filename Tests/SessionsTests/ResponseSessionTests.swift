import PeachAudio
import PeachPitch
import PeachSessions
import PeachTrials
import Testing

/// Deadlines, ratings of confidence and repeats of the sound in a session.
@Suite struct ResponseSessionTests {
  private typealias Script = ScriptedSession.Script

  /// The target begins 1.262 s after the start of a trial and ends at 2.262 s.
  private func answers(
    after seconds: Double = 0.2, _ occurrences: ClosedRange<Int> = 1...9
  ) -> [Script] {
    occurrences.map { Script(state: .playingTargetNote, occurrence: $0, after: seconds, event: .input(.higher, at: 0)) }
  }

  private func session(
    _ change: (inout SessionResponses) -> Void, form: ChoiceForm? = nil, trials: Int = 2, _ script: [Script]
  ) throws -> ScriptedSession {
    var responses = SessionResponses()
    change(&responses)
    return try ScriptedSession(form: form, most: trials, responses: responses, script)
  }

  @Test(arguments: [0.5, 1.7]) func `a trial without an answer in time is stored as wrong, without an answer`(
    seconds: Double
  ) throws {
    // The second trial is answered.
    let scripted = try session({ $0.deadline = ResponseDeadline(seconds: seconds, then: .wrong) }, answers(2...9))
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.stored.map(\.isTimedOut) == [true, false])
    #expect(scripted.stored[0].answer == nil)
    #expect(scripted.stored[0].isCorrect == false)
    #expect(scripted.stored[0].heard.responseTime == nil)
    #expect(scripted.stored[1].answer == "higher")
    #expect(scripted.timeouts == 0)
    // The deadline counts from the onset of the target, which is 5 ms later because of the device.
    let late = try #require(scripted.journal.first { $0.hasSuffix("too late") })
    let moment = try #require(late.split(separator: " ").first.flatMap { Int($0) })
    #expect(moment == Int((12 + 5 + 1250 + 1000 * seconds).rounded()), "\(late)")
  }

  @Test func `the strategy is told the wrong answer, and a replay says the same`() throws {
    let scripted = try session({ $0.deadline = ResponseDeadline(seconds: 1.2, then: .wrong) }, trials: 6, [])
    #expect(try scripted.session.run() == .finished)
    for record in scripted.stored {
      let done = try #require(record.done)
      #expect(done.isCorrect == false)
      #expect(done.isHigher == (done.comparison.offset < 0))
    }
    #expect(Set(scripted.stored.map { $0.offset ?? 0 }) == [10, -10])
  }

  @Test(arguments: [nil, ChoiceForm.oddity])
  func `a skipped trial is stored without an answer, and the strategy is not told`(form: ChoiceForm?) throws {
    let scripted = try session(
      { $0.deadline = ResponseDeadline(seconds: 1.2, then: .skip) }, form: form, trials: 3, [])
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.stored.map(\.isTimedOut) == [true, true, true])
    #expect(scripted.stored.allSatisfy { $0.answer == nil && $0.isCorrect == nil && $0.heard.responseTime == nil })
    #expect(scripted.timeouts == 0 && scripted.updates == 0 && scripted.passes == 3)
    #expect(!scripted.journal.contains { $0.hasSuffix(" tick") })
    let wrong = try session({ $0.deadline = ResponseDeadline(seconds: 1.2, then: .wrong) }, form: form, trials: 3, [])
    #expect(try wrong.session.run() == .finished)
    #expect(wrong.updates == 3 && wrong.passes == 0)
    guard form == nil else { return }
    #expect(scripted.stored.allSatisfy { $0.completed(skipsMissing: true)?.isSkipped == true })
    #expect(wrong.stored.allSatisfy { $0.done?.isSkipped == false })
  }

  @Test func `a choice without an answer in time keeps its order`() throws {
    let scripted = try session(
      { $0.deadline = ResponseDeadline(seconds: 1.2, then: .wrong) }, form: .oddity, trials: 1, [])
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.stored[0].order?.count == 3)
    #expect(scripted.stored[0].answer == nil && scripted.stored[0].isCorrect == false)
  }

  @Test func `a trial without an answer in time is counted and asked again`() throws {
    let scripted = try session({ $0.deadline = ResponseDeadline(seconds: 0.5, then: .again) }, answers(3...9))
    let plain = try ScriptedSession(most: 2, answers())
    #expect(try scripted.session.run() == .finished)
    #expect(try plain.session.run() == .finished)
    #expect(scripted.timeouts == 2)
    #expect(scripted.stored.map(\.done?.comparison) == plain.stored.map(\.done?.comparison))
    #expect(scripted.stored.map(\.isTimedOut) == [false, false])
    #expect(scripted.prepared.count == plain.prepared.count + 2)
    // The pause that follows an answer follows a missing one, too.
    let moments = scripted.journal.filter { $0.hasSuffix("too late") || $0.hasSuffix(" start") }
      .compactMap { Int($0.prefix { $0 != " " }) }
    #expect(moments[2] - moments[1] == 400)
  }

  @Test(arguments: [ResponseDeadline.Consequence.wrong, .again, .skip])
  func `a listener can leave right after the deadline`(then: ResponseDeadline.Consequence) throws {
    let scripted = try session(
      { $0.deadline = ResponseDeadline(seconds: 0.5, then: then) },
      [Script(state: .idle, after: 0.1, event: .interruption(.leave))])
    #expect(try scripted.session.run() == .left)
    #expect(scripted.stored.count == (then == .again ? 0 : 1))
  }

  @Test func `an answer after the deadline does not count`() throws {
    let scripted = try session(
      { $0.deadline = ResponseDeadline(seconds: 0.5, then: .wrong) }, trials: 1, answers(after: 0.501))
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.stored[0].isTimedOut == true)
    let early = try session(
      { $0.deadline = ResponseDeadline(seconds: 0.5, then: .wrong) }, trials: 1, answers(after: 0.499))
    #expect(try early.session.run() == .finished)
    #expect(early.stored[0].isTimedOut == false)
  }

  @Test func `confidence is asked for after each answer and stored with its time`() throws {
    let scripted = try session({ $0.confidence = ConfidenceScale(from: 1, to: 4) }, answers())
    scripted.ratings = [3, 1]
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.stored.map(\.heard.confidence) == [3, 1])
    let asked = try #require(scripted.journal.firstIndex { $0.hasSuffix("confidence?") })
    let stored = try #require(scripted.journal.firstIndex { $0.hasSuffix("store") })
    #expect(asked < stored)
  }

  @Test func `a listener who leaves at the question of confidence leaves no trial`() throws {
    let scripted = try session({ $0.confidence = ConfidenceScale(from: 1, to: 4) }, answers())
    #expect(try scripted.session.run() == .left)
    #expect(scripted.stored.isEmpty)
  }

  @Test func `the sound comes again as often as it may, and the times are counted`() throws {
    let again = (1...3).map { Script(state: .playingTargetNote, occurrence: $0, after: 0.1, event: .again) }
    let scripted = try session({ $0.repeats = RepeatRule(most: 2) }, trials: 2, again + answers(3...9))
    #expect(try scripted.session.run() == .finished)
    // The third wish is one too many: the trial goes on.
    #expect(scripted.stored.map(\.heard.repeats) == [2, 0])
    #expect(scripted.prepared[0].samples == scripted.prepared[1].samples)
    #expect(scripted.prepared[0].samples == scripted.prepared[2].samples)
    #expect(scripted.prepared.count == 4)
  }

  @Test func `columns are empty if nothing was asked or allowed`() throws {
    let scripted = try ScriptedSession(most: 1, answers())
    #expect(try scripted.session.run() == .finished)
    let record = scripted.stored[0]
    #expect(record.isTimedOut == nil && record.heard.confidence == nil && record.heard.repeats == nil)
  }

  @Test func `a simulated listener rates by the distance from a guess`() {
    let scale = ConfidenceScale(from: 1, to: 4)
    #expect([0, 0.2, 0.5, 0.9, 1].map(scale.rating(ofCertainty:)) == [1, 2, 3, 4, 4])
  }
}

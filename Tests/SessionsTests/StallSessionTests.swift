import PeachAudio
import PeachSessions
import PeachTrials
import Testing

/// Sounds with a gap: the trial is discarded, counted and asked again, and the strategy hears nothing of it.
@Suite struct StallSessionTests {
  private typealias Script = ScriptedSession.Script

  private func session(_ stalls: [Double], trials: Int = 2, during state: ComparisonState = .awaitingAnswer) throws
    -> ScriptedSession
  {
    let scripted = try ScriptedSession(
      most: trials,
      (1...9).map { Script(state: state, occurrence: $0, after: 0.2, event: .input(.higher, at: 0)) })
    scripted.stallMoments = stalls
    return scripted
  }

  /// The reference lasts from 0.02 to 1.02 s, the gap to 1.27 s, the target to 2.27 s.
  @Test(arguments: [0.03, 0.5, 1.0, 1.1, 1.26, 1.3, 1.8, 2.2])
  func `a stall anywhere in the sound discards the trial, and the same one comes again`(moment: Double) throws {
    let plain = try session([])
    #expect(try plain.session.run() == .finished)
    #expect(plain.stalls == 0)
    let scripted = try session([moment])
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.stalls == 1)
    #expect(scripted.stored.map(\.trial) == [1, 2])
    #expect(scripted.stored.map(\.done?.comparison) == plain.stored.map(\.done?.comparison))
    #expect(scripted.stored.map(\.answer) == plain.stored.map(\.answer))
    // The sound ends at once, the pause after an answer follows, and then the same sound begins.
    #expect(scripted.prepared.count == plain.prepared.count + 1)
    #expect(scripted.prepared[0].samples == scripted.prepared[1].samples)
    let silence = try #require(scripted.journal.firstIndex { $0.hasSuffix("silence") })
    #expect(scripted.journal[..<silence].allSatisfy { !$0.hasSuffix("store") })
    let starts = scripted.journal.filter { $0.hasSuffix(" start") }.compactMap { Int($0.prefix { $0 != " " }) }
    #expect(starts[1] >= Int(1000 * moment) + 400 && starts[1] <= Int(1000 * moment) + 425, "\(starts)")
  }

  @Test func `an answer that comes with the stall is discarded with the trial`() throws {
    // The target begins 1.267 s after the start; the first answer and the stall both come 0.2 s later.
    let scripted = try session([1.46], trials: 1, during: .playingTargetNote)
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.stalls == 1)
    #expect(scripted.stored.count == 1)
    #expect(scripted.journal.count { $0.hasSuffix(" start") } == 2)
  }

  @Test func `a sound that is late at its end is still watched`() throws {
    let scripted = try session([2.4], trials: 1)
    scripted.readingUntil = 2.5
    #expect(try scripted.session.run() == .finished)
    #expect(scripted.stalls == 1)
    #expect(scripted.stored.count == 1)
  }

  @Test func `the session ends if the sound of a trial stalls again and again`() throws {
    let scripted = try session((0..<50).map { 0.1 + Double($0) })
    let error = #expect(throws: SoundError.self) { try scripted.session.run() }
    #expect(error?.reason == "the sound of trial 1 stalled 5 times")
    #expect(scripted.stalls == 5)
    #expect(scripted.stored.isEmpty)
    // Stalls of other trials do not add up.
    let spread = try session([0.1, 1.0, 2.0, 3.0, 8.0, 9.0, 10.0, 11.0], trials: 2)
    #expect(try spread.session.run() == .finished)
    #expect(spread.stored.count == 2)
  }

  @Test func `the listener can leave in the pause after a stall`() throws {
    let scripted = try ScriptedSession(
      most: 2, [Script(state: .idle, after: 0.1, event: .interruption(.leave))])
    scripted.stallMoments = [0.5]
    #expect(try scripted.session.run() == .left)
    #expect(scripted.stored.isEmpty)
  }
}

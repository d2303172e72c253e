import PeachConformance
import PeachListeners
import PeachSupport
import PeachTrials
import Testing

@Suite struct ReplayListenerTests {
  private func listener(_ settings: Setting) throws -> any Listener {
    try settings.listener(of: ReplayListener.self, in: try Listening.task())
  }

  @Test func `answers are drawn at the nearest level, or at both of two equally near levels`() throws {
    let replay = try listener(["answers": "-10- -10+ 0- 10+ 10+ 10- 40+"])
    for (offset, expected) in [(-1e300, 0.5), (-6, 0.5), (-4, 0), (5, 0.5), (5.1, 2 / 3.0), (25, 0.75), (26, 1)] {
      #expect(abs(replay.probability(of: try Listening.comparison(offset)) - expected) <= 1e-15, "\(offset)")
    }
    #expect(!replay.isConditional && replay.lapse == 0.25)
  }

  @Test func `answers one after the other end in an error`() throws {
    var replay = try listener(["answers": "12.5+ -3- 4-", "order": "recorded"])
    var random = RandomStream(seed: 5)
    let given = try (0..<3).map { _ in replay.answer(try Listening.comparison(7), using: &random).isHigher }
    #expect(given == [true, false, false])
    #expect(replay.fault == nil)
    #expect(replay.answer(try Listening.comparison(7), using: &random).seconds.isNaN)
    #expect(
      replay.fault
        == "the recording has only 3 answers, and the track is longer; shorten it with stop: {trials: 3}")
  }

  @Test func `anything but a recording is rejected`() throws {
    func problems(_ settings: Setting) throws -> [String] {
      Listening.problems(ReplayListener.self, settings, in: try Listening.task())
    }
    #expect(
      try problems([:])
        == ["file: missing; expected a file of trials, or the trials themselves in the key answers"])
    #expect(
      try problems(["answers": "3+ x-"])
        == ["answers: expected levels with + or - after each, such as 12.5+ -3-, got 'x-'"])
    #expect(
      Listening.problems(ReplayListener.self, ["answers": "3+"], in: try Listening.level(alternatives: 1))
        == ["kind: expected a task without noise trials, because the recording has none"])
  }
}

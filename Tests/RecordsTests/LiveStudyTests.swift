import GRDB
import PeachStorage
import Testing

/// Studies: who takes part at which place, blocks that go on, and sessions that are excluded.
@Suite struct LiveStudyTests {
  private let folder: Folder
  private let live: LiveDatabase

  init() throws {
    folder = try Folder()
    live = try LiveDatabase.open(at: folder.path("peach.sqlite"))
  }

  private let study = StudyRecord(name: "fifths", digest: "d1", experiment: "{}")

  private func block(_ name: String, of listener: String = "P07", responder: String? = nil) -> SessionRecord {
    var session = LiveSamples.session(of: listener, responder: responder)
    session.block = name
    return session
  }

  @Test func `places follow the order of arrival, a returning listener keeps the place, and a free one is used next`()
    throws
  {
    for (listener, place) in [("P09", 1), ("P02", 2), ("P05", 3), ("P02", 2)] {
      #expect(try live.join(study, listener).place == place)
    }
    try live.delete("P02")
    #expect(try live.join(study, "P01").place == 2)
    #expect(try live.join(study, "P11").place == 4)
    #expect(try live.participants(in: "fifths").map(\.listener) == ["P01", "P05", "P09", "P11"])
    #expect(try live.participations(of: "P05").map(\.place) == [3])
  }

  @Test func `a study of that name and another digest is refused, and gone with its last listener`() throws {
    _ = try live.join(study, "P01")
    let other = StudyRecord(name: "fifths", digest: "d2", experiment: "{}")
    let error = #expect(throws: RecordsError.self) { try live.join(other, "P02") }
    #expect(error?.reason == "the study 'fifths' was begun with a different experiment")
    #expect(try live.listeners().map(\.id) == ["P01"])
    try live.delete("P01")
    #expect(try live.study("fifths") == nil)
    #expect(try live.join(other, "P02").place == 1)
  }

  @Test func `a block that was begun is the session that it was`() throws {
    let first = try live.beginSession(block("one"))
    try live.append(LiveSamples.comparison(1), to: first)
    try live.endSession(first, reason: "quit", at: "2026-11-21T08:10:00Z")
    let other = try live.beginSession(block("two"))
    #expect(other.number == 2 && other.trials == 0)
    let again = try live.beginSession(block("one"))
    #expect(again.id == first.id && again.number == 1 && again.trials == 1)
    let stored = try #require(try live.session(1, of: "P07"))
    #expect(stored.endReason == nil && stored.endedAt == nil && stored.block == "one")
    #expect(try live.sessions(of: "P07").count == 2)
  }

  @Test func `a block continues only with the same sound`() throws {
    let first = try live.beginSession(block("one"))
    try live.append(LiveSamples.comparison(1), to: first)
    for (change, said) in [
      ({ $0.device = "hw:9" }, "the device hw:1, but now it is hw:9"),
      ({ $0.levelOffset = 91.5 }, "a calibration of none, but now it is 91.5 dB SPL at 0 dB FS"),
      ({ $0.sampleRate = 96_000 }, "the sample rate 48000, but now it is 96000"),
    ] as [((inout SessionRecord) -> Void, String)] {
      var other = block("one")
      change(&other)
      let error = #expect(throws: RecordsError.self) { try live.beginSession(other) }
      #expect(error?.code == .refused)
      #expect(error?.reason == "block 'one' of listener 'P07' was begun with \(said)")
    }
    #expect(try live.beginSession(block("one")).id == first.id)
  }

  @Test func `practice and excluded sessions enter no profile`() throws {
    var practice = block("practice")
    practice.isPractice = true
    for new in [practice, block("one")] {
      try live.append(LiveSamples.comparison(1, offset: new.isPractice ? 3 : -5), to: live.beginSession(new))
    }
    let sessions = try live.sessions(of: "P07")
    #expect(sessions.map(\.excluded) == ["practice", nil])
    #expect(try live.profiledOffsets(of: "P07") == [-5])
    try live.exclude(sessions[1], because: "fell asleep")
    #expect(try live.sessions(of: "P07").map(\.excluded) == ["practice", "fell asleep"])
    #expect(try live.profiledOffsets(of: "P07") == [])
    try live.exclude(sessions[1], because: nil)
    #expect(try live.profiledOffsets(of: "P07") == [-5])
  }

  @Test func `the last answer of a session is known`() throws {
    let session = try live.beginSession(block("one"))
    #expect(try live.lastAnswer(of: session) == nil)
    try live.append(LiveSamples.comparison(1), to: session)
    #expect(try live.lastAnswer(of: session) == "2026-11-21T08:00:03.125Z")
  }
}

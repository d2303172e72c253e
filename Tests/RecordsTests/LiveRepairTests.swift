import GRDB
import PeachStorage
import Testing

/// Blocks that are skipped and restarted, changes of a study, and sessions that go on under another experiment.
@Suite struct LiveRepairTests {
  private let folder: Folder
  private let live: LiveDatabase
  private let study = StudyRecord(name: "fifths", digest: "d1", experiment: "{\"a\": 1}")
  private let time = "2026-11-24T10:00:00.000Z"

  init() throws {
    folder = try Folder()
    live = try LiveDatabase.open(at: folder.path("peach.sqlite"))
  }

  private func begin(_ block: String) throws -> SessionRecord {
    var session = LiveSamples.session(of: "P07")
    session.block = block
    return try live.beginSession(session)
  }

  @Test func `a repaired block keeps its session, excluded, and begins again under the next number`() throws {
    let participant = try live.join(study, "P07")
    let first = try begin("one")
    try live.append(LiveSamples.comparison(1), to: first)
    try live.exclude(first, because: "cough")
    let repair = try live.repair("one", of: participant, .restarted, because: "phone", at: time)
    #expect(repair.session == 1 && repair.trials == 1)
    #expect(try live.session(1, of: "P07")?.note == "restarted: phone; before: cough")
    #expect(try begin("one").number == 2)
    // What is set aside stays so.
    #expect(try live.repair("one", of: participant, .skipped, because: "ill", at: time).session == 2)
    #expect(try live.repair("two", of: participant, .skipped, because: "ill", at: time).session == nil)
    let repairs = try live.repairs(of: participant)
    #expect(repairs.map(\.action) == [.restarted, .skipped, .skipped])
    #expect(repairs.map(\.session) == [1, 2, nil] && repairs.map(\.trials) == [1, 0, 0])
    #expect(repairs.map(\.note) == ["phone", "ill", "ill"] && repairs.allSatisfy { $0.time == time })
    #expect(try begin("one").number == 3)
    try live.delete("P07")
    #expect(try live.repairs(of: participant) == [])
  }

  @Test func `a changed study is stored with the change, from the state that was seen`() throws {
    _ = try live.join(study, "P07")
    let other = StudyRecord(name: "fifths", digest: "d2", experiment: "{\"a\": 2}")
    try live.change(other, from: study, [StudyChange(path: "stop", old: "1", new: nil)], at: time)
    #expect(try live.study("fifths") == other)
    #expect(try live.changes(of: "fifths").map(\.text) == ["stop was 1; it is no longer stated"])
    #expect(try live.changes(of: "fifths").map(\.time) == [time])
    let error = #expect(throws: RecordsError.self) { try live.change(other, from: study, [], at: nil) }
    #expect(error?.reason == "the study 'fifths' changed meanwhile")
    try live.delete("P07")
    #expect(try live.changes(of: "fifths") == [])
  }

  @Test func `a session keeps the experiment of its first trials and those it went on under`() throws {
    _ = try live.join(study, "P07")
    try live.goOn(begin("one"), under: "{\"b\": 1}")
    let empty = try #require(try live.session(1, of: "P07"))
    #expect(empty.experiment == "{\"b\": 1}")
    #expect(try live.continuations(of: empty) == [])
    try live.append(LiveSamples.comparison(1), to: empty)
    for text in ["{\"c\": 1}", "{\"d\": 1}"] { try live.goOn(begin("one"), under: text) }
    let session = try #require(try live.session(1, of: "P07"))
    #expect(session.experiment == "{\"b\": 1}")
    #expect(try live.continuations(of: session).map(\.firstTrial) == [2])
    #expect(try live.continuations(of: session).map(\.experiment) == ["{\"d\": 1}"])
  }
}

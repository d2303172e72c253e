import GRDB
import PeachStorage
import PeachTrials
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
    let one = LabPart(block: "one")
    let repair = try #require(try live.repair(one, of: participant, .restarted, because: "phone", at: time).first)
    #expect(repair.session == 1 && repair.trials == 1)
    #expect(try live.session(1, of: "P07")?.note == "restarted: phone; before: cough")
    #expect(try begin("one").number == 2)
    // What is set aside stays so.
    #expect(try live.repair(one, of: participant, .skipped, because: "ill", at: time).map(\.session) == [2])
    #expect(
      try live.repair(LabPart(block: "two"), of: participant, .skipped, because: "ill", at: time).map(\.session) == [
        nil
      ])
    let repairs = try live.repairs(of: participant)
    #expect(repairs.map(\.action) == [.restarted, .skipped, .skipped])
    #expect(repairs.map(\.session) == [1, 2, nil] && repairs.map(\.trials) == [1, 0, 0])
    #expect(repairs.map(\.note) == ["phone", "ill", "ill"] && repairs.allSatisfy { $0.time == time })
    #expect(try begin("one").number == 3)
    try live.delete("P07")
    #expect(try live.repairs(of: participant) == [])
  }

  @Test func `a repair covers all conditions of the block on its day, and no other day`() throws {
    let participant = try live.join(study, "P07")
    for (day, condition) in [("before", "low"), ("before", "high"), ("after", "low")] {
      var session = LiveSamples.session(of: "P07")
      session.name = "fifths"
      (session.block, session.day, session.condition) = ("mixed", day, condition)
      let begun = try live.beginSession(session)
      #expect(try live.beginSession(session).number == begun.number)
    }
    let part = LabPart(block: "mixed", day: "before")
    let repairs = try live.repair(part, of: participant, .restarted, because: "phone", at: time)
    #expect(repairs.map(\.session) == [1, 2] && repairs.allSatisfy { $0.day == "before" })
    #expect(try live.sessions(of: "P07").map(\.note) == ["restarted: phone", "restarted: phone", nil])
    #expect(try live.repairs(of: participant) == repairs)
    #expect(
      try live.sessions(of: "P07").map(\.part?.text) == [
        "before, mixed, low", "before, mixed, high", "after, mixed, low",
      ])
  }

  @Test func `a changed study is stored with the change, from the state that was seen`() throws {
    _ = try live.join(study, "P07")
    let other = StudyRecord(name: "fifths", digest: "d2", experiment: "{\"a\": 2}")
    try live.change(other, from: study, [StudyChange(path: "stop", old: "1", new: nil)], at: time)
    #expect(try live.study("fifths") == other)
    #expect(try live.changes(of: "fifths").map(\.text) == ["stop was 1; the file no longer states it"])
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

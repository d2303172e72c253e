import GRDB
import PeachStorage
import PeachTrials
import Testing

/// Answers, consents and refusals of studies in the records, and the records of two computers in one database.
@Suite struct AnswerTests {
  private let folder: Folder
  private let live: LiveDatabase
  private let study = StudyRecord(name: "fifths", digest: "abc", experiment: "{}")
  private let consent = ConsentRecord(
    ConsentVersion(digest: "0123456789abcdef", language: .german), time: "2026-11-21T07:59:00.000Z")

  init() throws {
    folder = try Folder()
    live = try LiveDatabase.open(at: folder.path("peach.sqlite"))
  }

  private func answer(
    _ question: String, _ value: String?, after session: SessionRecord? = nil, _ source: AnswerRecord.Source = .listener
  ) -> AnswerRecord {
    AnswerRecord(
      question, session: session, value.map(LabAnswer.value) ?? .refused, source: source,
      language: source == .experimenter ? nil : .german, time: "2026-11-21T08:10:00.500Z")
  }

  /// A listener with a block of three trials and four answers.
  @discardableResult
  private func listen(_ id: String, at place: Int? = nil, in live: LiveDatabase) throws -> ParticipantRecord {
    let participant = try live.join(study, id, at: place, consent)
    try live.store(answer("age", "34"), of: participant)
    try live.store(answer("aids", nil), of: participant)
    var new = LiveSamples.session(of: id)
    new.block = "one"
    let session = try live.beginSession(new)
    for trial in 1...3 { try live.append(LiveSamples.comparison(trial), to: session) }
    try live.endSession(session, reason: "trials", at: "2026-11-21T09:00:00Z")
    let stored = try #require(try live.session(1, of: id))
    try live.store(answer("effort", "5", after: stored), of: participant)
    try live.store(answer("effort", "3"), of: participant)
    return participant
  }

  // MARK: Answers

  @Test func `answers come back in order, with refusals and the block that they follow`() throws {
    let participant = try listen("P07", in: live)
    let answers = try live.answers(of: participant)
    #expect(answers.map(\.question) == ["age", "aids", "effort", "effort"])
    #expect(answers.map(\.answer) == [.value("34"), .refused, .value("5"), .value("3")])
    #expect(answers.map { $0.session?.block } == [nil, nil, "one", nil])
    #expect(answers.allSatisfy { $0.language == .german && $0.source == .listener && $0.earlier == nil })
    #expect(answers.allSatisfy { $0.time == "2026-11-21T08:10:00.500Z" })
  }

  @Test func `an answered question keeps its first answer`() throws {
    let participant = try listen("P07", in: live)
    try live.store(answer("age", "35"), of: participant)
    try live.store(answer("effort", "1", after: live.session(1, of: "P07")), of: participant)
    #expect(try live.answers(of: participant).map(\.answer) == [.value("34"), .refused, .value("5"), .value("3")])
  }

  @Test func `the experimenter replaces answers, and the earlier ones stay readable`() throws {
    let participant = try listen("P07", in: live)
    try live.replace([answer("age", "35", .experimenter), answer("ear", "left", .experimenter)], of: participant)
    try live.replace([answer("age", nil, .experimenter), answer("aids", "no", .experimenter)], of: participant)
    let answers = try live.answers(of: participant)
    #expect(answers.map(\.question) == ["age", "aids", "effort", "effort", "ear"])
    #expect(answers.map(\.answer) == [.refused, .value("no"), .value("5"), .value("3"), .value("left")])
    #expect(answers.map(\.earlier) == ["35; 34", "-", nil, nil, nil])
    #expect(answers.map(\.source) == [.experimenter, .experimenter, .listener, .listener, .experimenter])
  }

  @Test func `answers and consents go with their listener, and refusals stay`() throws {
    let participant = try listen("P07", in: live)
    #expect(try live.consent(of: participant) == consent)
    try live.count(consent, of: "fifths")
    try live.delete("P07")
    #expect(try live.answers(of: participant) == [])
    #expect(try live.consent(of: participant) == nil)
    #expect(try live.refusals(of: "fifths") == [consent])
  }

  @Test func `a refusal stores no listener and begins no study`() throws {
    let later = ConsentRecord(consent.text, time: nil)
    try live.count(consent, of: "fifths")
    try live.count(later, of: "fifths")
    try live.count(later, of: "octaves")
    #expect(try live.refusals(of: "fifths") == [consent, later])
    #expect(try live.refusedStudies() == ["fifths", "octaves"])
    #expect(try live.listeners().isEmpty)
    #expect(try live.study("fifths") == nil)
  }

  @Test(arguments: [
    ("UPDATE answer SET value = x'00' WHERE id = 1", "constraint"),
    ("UPDATE answer SET source = 'someone'", "constraint"), ("UPDATE consent SET text_version = 'abc'", "constraint"),
    ("UPDATE consent SET language = 'fr'", "constraint"), ("UPDATE answer SET answered_at = 'noon'", "constraint"),
    (
      "INSERT INTO answer (study, listener, question, source) VALUES ('fifths', 'P09', 'age', 'listener')",
      "FOREIGN KEY"
    ),
  ])
  func `the tables accept nothing else`(statement: String, problem: String) throws {
    try listen("P07", in: live)
    let error = #expect(throws: DatabaseError.self) { try live.queue.write { try $0.execute(sql: statement) } }
    #expect(
      error.map { "\($0)".contains(problem) || "\($0)".contains("cannot store") } == true,
      "\(String(describing: error))")
  }

  // MARK: Copies

  @Test func `a copy has the answers, and a restored one may not lack them`() throws {
    let participant = try listen("P07", in: live)
    let copy = folder.path("copy.sqlite")
    #expect(try live.backUp(to: copy, replacing: false).answers == 4)
    try live.store(answer("effort", "2", after: nil, .listener), of: participant)
    try live.store(answer("remark", "well"), of: participant)
    try live.count(consent, of: "fifths")
    let refused = try LiveDatabase.restore(copy, to: live.path, force: false, stamp: "1")
    #expect(!refused.isDone)
    #expect(refused.losses.isEmpty && refused.lostListeners.isEmpty)
    #expect(refused.lostRecords == ["answer": 1, "refusal": 1])
  }

  // MARK: Two computers

  private func other() throws -> LiveDatabase { try LiveDatabase.open(at: folder.path("other.sqlite")) }

  @Test func `the records of another computer are added whole, and once`() throws {
    try listen("P01", in: live)
    let there = try other()
    let participant = try listen("P02", at: 2, in: there)
    try there.set("ramp", to: "20", of: "P02")
    _ = try there.repair(
      LabPart(block: "one"), of: participant, .restarted, because: "phone", at: "2026-11-21T10:00:00Z")
    try there.count(consent, of: "fifths")
    let merged = try live.merge(there.path)
    #expect(merged.listeners == ["P02"] && merged.known.isEmpty)
    #expect([merged.sessions, merged.trials, merged.answers, merged.refusals] == [1, 3, 4, 1])
    let here = try #require(try live.participants(in: "fifths").last)
    #expect(here.listener == "P02" && here.place == 2)
    #expect(try live.answers(of: here).map(\.answer) == there.answers(of: participant).map(\.answer))
    #expect(try live.answers(of: here).map { $0.session?.listener } == [nil, nil, "P02", nil])
    #expect(try live.consent(of: here) == consent && live.refusals(of: "fifths") == [consent])
    #expect(try live.repairs(of: here) == there.repairs(of: participant))
    #expect(try live.settings(of: "P02") == ["ramp": "20"])
    let (own, copied) = (try #require(try there.session(1, of: "P02")), try #require(try live.session(1, of: "P02")))
    #expect(try live.comparisons(of: copied) == there.comparisons(of: own))
    #expect(copied.id != own.id && copied.importedFrom == nil && copied.note == own.note)
    // Again nothing is new.
    let again = try live.merge(there.path)
    #expect(again.listeners.isEmpty && again.known == ["P02"])
    #expect([again.sessions, again.trials, again.answers, again.refusals] == [0, 0, 0, 0])
  }

  @Test func `records that contradict each other are refused, and nothing changes`() throws {
    try listen("P01", in: live)
    let there = try other()
    let participant = try listen("P02", at: 1, in: there)
    let place = #expect(throws: RecordsError.self) { try live.merge(there.path) }
    #expect(
      place?.reason
        == "\(there.path): place 1 of the study 'fifths' belongs to listener 'P01' in your records, but to 'P02' in "
        + "this file")
    try there.delete("P02")
    let same = try listen("P01", in: there)
    #expect(participant.place == same.place)
    #expect(try live.merge(there.path).known == ["P01"])
    try there.replace([answer("age", "36", .experimenter)], of: same)
    let error = #expect(throws: RecordsError.self) { try live.merge(there.path) }
    #expect(error?.reason == "\(there.path): listener 'P01' has records in this file that your records lack (answer)")
    try there.delete("P01")
    _ = try there.join(StudyRecord(name: "fifths", digest: "abd", experiment: "{}"), "P03", at: 3)
    #expect(throws: RecordsError.self) { try live.merge(there.path) }
    #expect(try live.listeners().map(\.id) == ["P01"])
  }
}

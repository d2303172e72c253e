import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// Sessions of elsewhere in the records of live listeners.
@Suite struct LiveImportTests {
  private let folder: Folder
  private let live: LiveDatabase

  init() throws {
    folder = try Folder()
    live = try LiveDatabase.open(at: folder.path("peach.sqlite"))
  }

  private func imported(
    _ number: Int? = nil, of listener: String = "P07", offsets: [Double] = [-12.5, 8], responder: String? = nil
  ) -> ImportedSession {
    let trials = offsets.enumerated().map { LiveSamples.comparison($0.offset + 1, offset: $0.element) }
    return ImportedSession(
      LiveSamples.session(of: listener, responder: responder), number: number, .comparisons(trials))
  }

  @Test func `a session keeps its number where that is free, else it gets the next`() throws {
    let outcomes = try live.importSessions(
      [imported(3), imported(3, offsets: [4]), imported(offsets: [5]), imported(1, offsets: [6])], from: "a.csv")
    #expect(outcomes.map(\.number) == [3, 4, 5, 1])
    #expect(outcomes.allSatisfy { $0.isNew })
    let sessions = try live.sessions(of: "P07")
    #expect(sessions.map(\.importedFrom) == Array(repeating: "a.csv", count: 4))
    #expect(sessions.map(\.trials) == [1, 2, 1, 1])
    #expect(try live.beginSession(LiveSamples.session()).number == 6)
  }

  @Test func `sessions that exist already are not stored again`() throws {
    let played = try live.beginSession(LiveSamples.session())
    try live.append(LiveSamples.comparison(1), to: played)
    let same = imported(1, offsets: [-12.5])
    #expect(try live.importSessions([same], from: "a.csv").map(\.isNew) == [false])
    // The latency of the device is exported in no table, so that a file does not tell it.
    var unknown = LiveSamples.comparison(1)
    unknown.heard.onsetLatency = nil
    let reread = ImportedSession(LiveSamples.session(), number: 7, .comparisons([unknown]))
    #expect(try live.importSessions([reread], from: "a.csv").map(\.number) == [1])
    #expect(try live.sessions(of: "P07").count == 1)
    // Two alike in one file are two.
    let twins = [imported(offsets: [1]), imported(offsets: [1])]
    #expect(try live.importSessions(twins, from: "b.csv").map(\.isNew) == [true, true])
    #expect(try live.importSessions(twins, from: "b.csv").map(\.isNew) == [false, false])
    #expect(try live.sessions(of: "P07").count == 3)
  }

  @Test func `all are stored or none`() throws {
    var wrong = LiveSamples.comparison(2)
    wrong.isCorrect = false
    let broken = ImportedSession(
      LiveSamples.session(), number: nil, .comparisons([LiveSamples.comparison(1), wrong]))
    #expect(throws: RecordsError.self) { try live.importSessions([imported(), broken], from: "a.csv") }
    #expect(try live.listeners().isEmpty)
  }

  @Test func `sessions of a person and of a responder stay apart`() throws {
    _ = try live.importSessions([imported()], from: "a.csv")
    let robot = imported(offsets: [3], responder: "gaussian jnd=12")
    let error = #expect(throws: RecordsError.self) { try live.importSessions([robot], from: "b.csv") }
    #expect(
      error?.description
        == "listener 'P07' is a person: use another ID for a simulated responder\n  hint: choose another ID with --listener ID; "
        + "Peach creates unknown listeners")
  }

  @Test func `missing values are allowed only in imported sessions`() throws {
    var bare = TrialRecord(trial: 1, level: 7.5)
    bare.isCorrect = true
    var session = LiveSamples.session()
    session.seed = ""
    session.origin = "PsychoPy"
    _ = try live.importSessions([ImportedSession(session, number: nil, .comparisons([bare]))], from: "a.csv")
    let stored = try #require(try live.sessions(of: "P07").first)
    #expect(stored.seed.isEmpty && stored.origin == "PsychoPy")
    #expect(try live.comparisons(of: stored) == [bare])
    let played = try live.beginSession(LiveSamples.session())
    #expect(throws: RecordsError.self) { try live.append(bare, to: played) }
    #expect(throws: RecordsError.self) { try live.beginSession(session) }
  }
}

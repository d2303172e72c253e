import Foundation
import PeachAnalysis
import PeachExperiments
import PeachFitting
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// Files of sessions from elsewhere.
@Suite struct ImportTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  /// A file that lies beside the tests.
  private func file(_ name: String) throws -> String {
    try #require(Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Files")).path
  }

  private func exported(_ table: any ListenerTable.Type, _ live: LiveDatabase, of listener: String = "P07") throws
    -> String
  {
    var text = CSV.header(table.columns)
    try table.forEachRow(of: listener, in: live) { text += CSV.line($0) }
    return text
  }

  /// What is wrong with a file, without its folder.
  private func problems(_ name: String, _ ways: ImportedFiles.Ways = ImportedFiles.Ways()) -> String {
    do {
      _ = try ImportedFiles.read([fixture.path(name)], as: nil, usual: "me", ways)
      return ""
    } catch {
      return "\(error)".replacing(fixture.url.path + "/", with: "")
    }
  }

  private static let tables: [any ListenerTable.Type] = [LiveTrialsTable.self, MatchingTable.self, SessionsTable.self]

  // MARK: Our own

  @Test func `export, import and export give the same file with any texts`() throws {
    let live = try fixture.listeners()
    for table in Self.tables { try fixture.write("\(table.name).csv", try exported(table, live)) }
    let paths = Self.tables.map { fixture.path("\($0.name).csv") }
    let found = try ImportedFiles.read(paths, as: nil, usual: "me", ImportedFiles.Ways())
    let other = try LiveDatabase.open(at: fixture.path("other.sqlite"))
    #expect(try other.importSessions(found.sessions, from: "a.csv").map(\.number) == [1, 2, 3, 4])
    for table in Self.tables { #expect(try exported(table, other) == fixture.text("\(table.name).csv")) }
    // Twice adds nothing, there or where it came from.
    #expect(try other.importSessions(found.sessions, from: "a.csv").allSatisfy { !$0.isNew })
    #expect(try live.importSessions(found.sessions, from: "a.csv").allSatisfy { !$0.isNew })
    #expect(try live.sessions(of: "P07").count == 4)
  }

  @Test func `trials without sessions keep their grouping, and may go to another listener`() throws {
    let live = try fixture.listeners()
    try fixture.write("trials.csv", try exported(LiveTrialsTable.self, live))
    let found = try ImportedFiles.read([fixture.path("trials.csv")], as: "P09", usual: "me", ImportedFiles.Ways())
    #expect(try live.importSessions(found.sessions, from: "trials.csv").map(\.number) == [1, 3])
    #expect(
      try exported(LiveTrialsTable.self, live, of: "P09")
        == fixture.text("trials.csv").replacing("P07", with: "P09"))
    #expect(try live.sessions(of: "P09").map(\.importedFrom) == ["trials.csv", "trials.csv"])
  }

  @Test func `a value that cannot be imported is reported by line and column`() throws {
    let live = try fixture.listeners()
    try fixture.write("matching.csv", try exported(MatchingTable.self, live))
    let header = LiveTrialsTable.columns.joined(separator: ",")
    func row(_ trial: String, _ middle: String, run: String = "kazez/P07/1", _ end: String = "test,,2,,,,,,,,,,")
      -> String
    {
      "fifths,\(run),1,comparison,P07,kazez,1,\(trial),\(middle),\(end)\n"
    }
    let good = "60,67,perfect-fifth-up,just-intonation,-12.5,12.5,cents,lower,1,0,,,,440,1,0,sine,,,,,"
    try fixture.write(
      "trials.csv",
      header + "\n" + row("1", good) + row("2", good.replacing("lower,1", with: "lower,0"))
        + row("3", good.replacing("60,67", with: "60,66")) + row("4", good.replacing("12.5,cents", with: "x,cents"))
        + row("7", good, run: "kazez/P07/2") + row("6", good, "odd,,2,,,,,,,,,,")
        + row("7", good.replacing("440", with: "-440")) + row("8", good.dropLast() + ",today"))
    #expect(
      problems("trials.csv") == """
        trials.csv:3:109: column 'correct': expected 1 for the answer lower at offset -12.5, got '0'
        trials.csv:4:50: column 'target_note': expected 67, a perfect-fifth-up from 60, got 66
        trials.csv:5:92: column 'level': expected a finite number, got 'x'
        trials.csv:6:8: column 'run': expected 'kazez/P07/1', got 'kazez/P07/2'
        trials.csv:6:45: column 'trial': expected 5, got '7'
        trials.csv:7:134: column 'trial_kind': expected test, noise, catch or comfort, got 'odd'
        trials.csv:8:116: column 'reference_pitch_hz': expected a number > 0, got '-440'
        trials.csv:9:133: column 'timestamp': expected a time in UTC such as 2026-11-22T08:00:00Z, got 'today'
        """)
  }

  @Test func `missing and unknown columns are reported`() throws {
    try fixture.write(
      "matching.csv",
      MatchingTable.columns.filter { $0 != "timestamp" }.joined(separator: ",") + ",mood\n")
    #expect(
      problems("matching.csv") == """
        matching.csv:1:1: missing column timestamp
        matching.csv:1:1: mood: is not a known column
          hint: leave out this column to import the others
        """)
  }

  @Test func `trials of a simulation are no listener's`() async throws {
    let table = try TrialsTable(try await fixture.results(Fixture.experiment.replacing("{vary: [4, 8]}", with: "4")))
    var text = CSV.header(table.columns)
    var rows = 0
    try table.forEachRow { row in
      rows += 1
      if rows == 1 { text += CSV.line(row) }
    }
    try fixture.write("trials.csv", text)
    #expect(
      problems("trials.csv") == """
        trials.csv:1:1: missing column unit: the table seems to be of simulated runs, and only sessions of \
        listeners can be imported
          hint: peach fit reads the trials of simulations
        """)
    #expect(
      problems("results.sqlite") == """
        results.sqlite:1:1: expected a table (CSV), got a results file of peach
          hint: simulated runs cannot be imported as a listener's records; fit them with peach fit
        """)
  }

  @Test func `sessions of two listeners do not become one's`() throws {
    let live = try fixture.listeners()
    let text = try exported(SessionsTable.self, live)
    let row = try #require(text.split(separator: "\n").last).replacing("P07", with: "P08")
    try fixture.write(
      "sessions.csv", text.split(separator: "\n")[0] + "\n" + text.split(separator: "\n")[4] + "\n" + row + "\n")
    var told = ""
    do {
      _ = try ImportedFiles.read([fixture.path("sessions.csv")], as: "P09", usual: "me", ImportedFiles.Ways())
    } catch {
      told = "\(error)".replacing(fixture.url.path + "/", with: "")
    }
    #expect(
      told == """
        sessions.csv:3:33: column 'listener': expected 'P07', got 'P08': --listener gives one ID to all rows; leave it out if the data have several listeners
          hint: without --listener each listener keeps the ID in the data
        """)
  }

  // MARK: The original app

  @Test func `the original app's export becomes a session of each kind on each day`() throws {
    let found = try ImportedFiles.read([try file("peach-app.csv")], as: nil, usual: "me", ImportedFiles.Ways())
    let live = try LiveDatabase.open(at: fixture.path("peach.sqlite"))
    _ = try live.importSessions(found.sessions, from: "peach-app.csv")
    #expect(
      try exported(LiveTrialsTable.self, live, of: "me").split(separator: "\n").dropFirst() == [
        "imported,imported/me/1,1,comparison,me,imported,1,1,69,69,prime,equal-temperament,100,100,cents,higher,1,0,,,,,,,,,,,,2026-03-01T09:00:01Z,test,,2,,,,,,,,,,",
        "imported,imported/me/1,1,comparison,me,imported,1,2,60,67,perfect-fifth-up,equal-temperament,-50,50,cents,lower,1,0,,,,,,,,,,,,2026-03-01T09:00:05Z,test,,2,,,,,,,,,,",
        "imported,imported/me/1,1,comparison,me,imported,1,3,60,72,octave-up,equal-temperament,-3.5,3.5,cents,higher,0,0,,,,,,,,,,,,2026-03-01T09:00:09Z,test,,2,,,,,,,,,,",
        "imported,imported/me/3,3,comparison,me,imported,3,1,69,64,perfect-fourth-down,just-intonation,32.3,32.3,cents,lower,0,0,,,,,,,,,,,,2026-03-02T19:30:00Z,test,,2,,,,,,,,,,",
      ])
    #expect(
      try exported(MatchingTable.self, live, of: "me").split(separator: "\n").dropFirst() == [
        "imported,imported/me/2,2,me,1,60,54,tritone-down,just-intonation,,,-12.5,3.25,,,2026-03-01T09:05:00Z,,,,,,,,,,,,,,",
        "imported,imported/me/2,2,me,2,60,60,prime,equal-temperament,,,20,-1.5,,,2026-03-01T09:06:00Z,,,,,,,,,,,,,,",
      ])
    #expect(try live.sessions(of: "me").map(\.origin) == Array(repeating: "Peach app", count: 3))
    #expect(try live.sessions(of: "me").allSatisfy { $0.isInProfile })
  }

  @Test func `an entry that the original app never wrote is reported by line and column`() throws {
    let lines = try String(contentsOfFile: file("peach-app.csv"), encoding: .utf8).split(separator: "\n")
    try fixture.write(
      "app.csv",
      [
        lines[0], lines[1].replacing("P5", with: "P4"), lines[2].replacing("true", with: "yes"),
        lines[3].replacing("justIntonation", with: "meantone"), lines[4].replacing("Z", with: "+01:00"),
        lines[5].replacing("pitchMatching", with: "scale"),
      ].joined(separator: "\n"))
    #expect(
      problems("app.csv") == """
        app.csv:2:45: column 'interval': expected P5, from 60 to 67, got 'P4'
        app.csv:3:71: column 'isCorrect': expected true, false, got 'yes'
        app.csv:4:52: column 'tuningSystem': expected equalTemperament, justIntonation, got 'meantone'
        app.csv:5:12: column 'timestamp': expected a time in UTC such as 2026-11-22T08:00:00Z, got '2026-03-02T19:30:00+01:00'
        app.csv:6:1: column 'trainingType': expected comparison, pitchMatching, got 'scale'
        """)
  }

  // MARK: Other programs

  @Test(arguments: [
    ("psychopy-trials.csv", ImportedFiles.Unit.cents, 30, "PsychoPy", 100.0),
    ("psychopy-constant.csv", .cents, 30, "PsychoPy", 10),
    ("pychoacoustics-trials.csv", .percent, 63, "pychoacoustics", 315.641_287_000_552_55),
  ])
  func `trials that PsychoPy and pychoacoustics saved are imported`(
    name: String, unit: ImportedFiles.Unit, count: Int, origin: String, first: Double
  ) throws {
    var ways = ImportedFiles.Ways()
    ways.unit = unit
    let found = try ImportedFiles.read([try file(name)], as: "P07", usual: "me", ways)
    let session = try #require(found.sessions.first)
    #expect(found.sessions.count == 1 && session.trials.count == count)
    #expect(session.session.origin == origin && !session.session.isInProfile)
    guard case .comparisons(let trials) = session.trials else { return #expect(Bool(false)) }
    #expect(trials.first?.level == first)
    #expect(trials.allSatisfy { $0.isCorrect != nil && $0.answer == nil && $0.reference == nil })
    let live = try LiveDatabase.open(at: fixture.path("peach.sqlite"))
    #expect(try live.importSessions(found.sessions, from: name).map(\.isNew) == [true])
    #expect(try live.importSessions(found.sessions, from: name).map(\.isNew) == [false])
    // And out again, and in elsewhere.
    try fixture.write("again.csv", try exported(LiveTrialsTable.self, live))
    let again = try ImportedFiles.read([fixture.path("again.csv")], as: nil, usual: "me", ImportedFiles.Ways())
    let other = try LiveDatabase.open(at: fixture.path("other.sqlite"))
    _ = try other.importSessions(again.sessions, from: "again.csv")
    #expect(try exported(LiveTrialsTable.self, other) == fixture.text("again.csv"))
  }

  @Test func `a level without a unit requires one, and a level with a unit keeps it`() throws {
    try fixture.write("a.csv", "intensity,corr\n10,1\n5,0\n")
    #expect(
      problems("a.csv") == """
        a.csv:1:1: intensity: the unit of the levels is unknown, so Peach cannot convert them to cents
          hint: state it with --unit cents, --unit semitones or --unit percent
        """)
    try fixture.write("b.csv", "level_cents,corr\n10,1\n5,0\n")
    var ways = ImportedFiles.Ways()
    ways.unit = .percent
    #expect(
      problems("b.csv", ways) == """
        b.csv:1:1: level_cents: the name of the column says cents, but --unit says percent
          hint: omit --unit, or rename the column
        """)
  }

  @Test func `signed offsets give the answers`() throws {
    try fixture.write("a.csv", "offset_semitones,correct,alternatives\n-0.5,1,2\n0.25,0,2\n")
    let found = try ImportedFiles.read([fixture.path("a.csv")], as: nil, usual: "me", ImportedFiles.Ways())
    guard case .comparisons(let trials)? = found.sessions.first?.trials else { return #expect(Bool(false)) }
    #expect(trials.map(\.offset) == [-50, 25] && trials.map(\.level) == [50, 25])
    #expect(trials.map(\.answer) == ["lower", "lower"])
  }

  @Test func `counts, and the trials of several people, are refused`() throws {
    try fixture.write("a.csv", "level_cents,n,k\n10,20,15\n5,20,11\n")
    #expect(
      problems("a.csv") == """
        a.csv:1:1: n: expected single trials, got counts of answers
          hint: counts do not state the order of the trials; only peach fit accepts them
        """)
    try fixture.write("b.csv", "participant,level_cents,corr\nP1,10,1\nP2,5,0\n")
    #expect(
      problems("b.csv") == """
        b.csv:1:1: participant: expected the trials of one person, got 'P1' and 'P2'
          hint: split the file, and import each part with its own --listener ID
        """)
  }
}

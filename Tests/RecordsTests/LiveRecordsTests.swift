import Foundation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// What is stored of live listeners is what is read.
@Suite struct LiveRecordsTests {
  private let folder: Folder
  private let live: LiveDatabase

  init() throws {
    folder = try Folder()
    live = try LiveDatabase.open(at: folder.path("peach.sqlite"))
  }

  /// What another process would read.
  private func reopened() throws -> LiveDatabase { try LiveDatabase.open(at: live.path) }

  // MARK: Trials

  @Test func `every field of a comparison`() throws {
    let session = try live.beginSession(LiveSamples.session())
    var silent = LiveSamples.comparison(2, offset: 0)
    silent.heard = Presentation(tuning: "equal-temperament", referencePitch: 440, noteDuration: 1, gap: 0)
    silent.estimate = nil
    silent.low = nil
    silent.high = nil
    silent.kind = .comfort
    silent.track = ""
    silent.isReversal = false
    try live.append(LiveSamples.comparison(1), to: session)
    try live.append(silent, to: session)
    #expect(try reopened().comparisons(of: session) == [LiveSamples.comparison(1), silent])
  }

  @Test func `no text is left of the trial before, nor of the beginning of a longer one`() throws {
    let session = try live.beginSession(LiveSamples.session())
    var trials = (1...7).map { LiveSamples.comparison($0) }
    for (trial, text) in ["lower", "low", nil, "lower", "lower", "löwer", "lower and lower and lower"].enumerated() {
      trials[trial].heard.sound = text
      trials[trial].heard.device = text
      trials[trial].track = text ?? ""
    }
    for (trial, kind) in [TrialKind.test, .noise, .noise, .catch, .test, .test, .comfort].enumerated() {
      trials[trial].kind = kind
    }
    for trial in trials { try live.append(trial, to: session) }
    #expect(try live.comparisons(of: session) == trials)
  }

  @Test func `every field of a pitch matching`() throws {
    let session = try live.beginSession(LiveSamples.session(.matching))
    try live.append(LiveSamples.matching(1), to: session)
    #expect(try reopened().matchings(of: session) == [LiveSamples.matching(1)])
    #expect(try reopened().comparisons(of: session).isEmpty)
  }

  @Test(arguments: [0.1, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, 4.999999999999993])
  func `numbers are read back to the last bit`(number: Double) throws {
    let session = try live.beginSession(LiveSamples.session())
    try live.append(LiveSamples.comparison(1, offset: number), to: session)
    #expect(try live.comparisons(of: session).map(\.offset?.bitPattern) == [number.bitPattern])
  }

  // MARK: Sessions

  @Test func `every field of a session`() throws {
    let begun = try live.beginSession(LiveSamples.session())
    var expected = LiveSamples.session()
    #expect(begun.number == 1)
    #expect(begun.isInProfile)
    #expect(try reopened().sessions(of: "P07") == [begun])
    expected.startedAt = nil
    expected.device = nil
    expected.sampleRate = nil
    expected.levelScale = nil
    let silent = try live.beginSession(expected)
    #expect(try reopened().session(2, of: "P07") == silent)
    #expect(try live.session(3, of: "P07") == nil)
    #expect(silent.device == nil && silent.sampleRate == nil && silent.levelScale == nil && silent.startedAt == nil)
  }

  @Test func `sessions of both kinds are counted together for each listener`() throws {
    let numbers = [
      try live.beginSession(LiveSamples.session()).number,
      try live.beginSession(LiveSamples.session(.matching)).number,
      try live.beginSession(LiveSamples.session(of: "P08")).number,
      try live.beginSession(LiveSamples.session()).number,
    ]
    #expect(numbers == [1, 2, 1, 3])
  }

  @Test func `an end is stored with its reason and time`() throws {
    let session = try live.beginSession(LiveSamples.session())
    let other = try live.beginSession(LiveSamples.session())
    try live.endSession(session, reason: "quit", at: "2026-11-21T08:10:00Z")
    let sessions = try live.sessions(of: "P07")
    #expect(sessions.map(\.endReason) == ["quit", nil])
    #expect(sessions.map(\.endedAt) == ["2026-11-21T08:10:00Z", nil])
    #expect(sessions[1] == other)
    #expect(sessions.map(\.trials) == [0, 0])
    try live.append(LiveSamples.comparison(1), to: other)
    #expect(try live.sessions(of: "P07").map(\.trials) == [0, 1])
  }

  @Test func `a responder and a person do not share an ID`() throws {
    try live.append(LiveSamples.comparison(1), to: live.beginSession(LiveSamples.session()))
    let person = #expect(throws: RecordsError.self) {
      try live.beginSession(LiveSamples.session(.matching, responder: "gaussian jnd=12"))
    }
    #expect(person?.code == .refused)
    #expect(
      person?.description == """
        listener 'P07' is a person: use another ID for a simulated responder
          hint: choose another ID with --listener ID; Peach creates unknown listeners
        """)
    _ = try live.beginSession(LiveSamples.session(of: "robot", responder: "gaussian jnd=12"))
    _ = try live.beginSession(LiveSamples.session(of: "robot", responder: "gaussian jnd=5"))
    let robot = #expect(throws: RecordsError.self) { try live.beginSession(LiveSamples.session(of: "robot")) }
    #expect(
      robot?.description == """
        listener 'robot' is a simulated responder: use another ID for a person
          hint: choose another ID with --listener ID; Peach creates unknown listeners
        """)
    #expect(try live.listeners().map(\.sessions) == [1, 2])
    #expect(try live.listeners().map(\.isSimulated) == [false, true])
  }

  @Test func `a refused session leaves no listener behind`() throws {
    var wrong = LiveSamples.session()
    wrong.seed = "12"
    #expect(throws: RecordsError.self) { try live.beginSession(wrong) }
    #expect(try live.listeners().isEmpty)
  }

  // MARK: Listeners

  @Test func `listeners are counted and come by ID`() throws {
    #expect(try live.listeners().isEmpty)
    #expect(try live.addListener("zoe"))
    #expect(try !live.addListener("zoe"))
    let first = try live.beginSession(LiveSamples.session())
    for trial in 1...3 { try live.append(LiveSamples.comparison(trial), to: first) }
    var later = LiveSamples.session(.matching)
    later.startedAt = "2026-11-22T08:00:00Z"
    try live.append(LiveSamples.matching(1), to: live.beginSession(later))
    let listeners = try live.listeners()
    #expect(listeners.map(\.id) == ["P07", "zoe"])
    #expect(listeners.map(\.sessions) == [2, 0])
    #expect(listeners.map(\.comparisons) == [3, 0])
    #expect(listeners.map(\.matchings) == [1, 0])
    #expect(listeners.map(\.isSimulated) == [false, nil])
    #expect(listeners.map(\.lastStartedAt) == ["2026-11-22T08:00:00Z", nil])
    #expect(try live.listener("P07") == listeners[0])
    #expect(try live.listener("P08") == nil)
  }

  @Test(arguments: ["", "-a", "a b", ".hidden", "a/b", "é", "a\n", "*"])
  func `an ID that is no name is refused`(id: String) throws {
    let error = #expect(throws: RecordsError.self) { try live.addListener(id) }
    #expect(error?.code == .refused)
    #expect(
      error?.description == """
        listener: expected a name, got \(SafeText.quoted(id))
          hint: a name starts with a letter or digit and continues with letters, digits, '+', '.', '_', '-'
        """)
    #expect(try live.listeners().isEmpty)
  }

  @Test(arguments: ["P07", "7", "a+b.c_d-e", "Z"]) func `a name is accepted as an ID`(id: String) throws {
    #expect(try live.addListener(id))
    #expect(try live.listeners().map(\.id) == [id])
  }

  @Test func `a reset takes sessions of a kind out of the profile and keeps them`() throws {
    let old = try live.beginSession(LiveSamples.session())
    let tuned = try live.beginSession(LiveSamples.session(.matching))
    try live.append(LiveSamples.comparison(1, offset: -9), to: old)
    try live.append(LiveSamples.matching(1, error: 7), to: tuned)
    _ = try live.beginSession(LiveSamples.session(of: "P08"))
    #expect(try live.reset("P07", [.comparison]) == 1)
    #expect(try live.reset("P07", [.comparison]) == 0)
    let new = try live.beginSession(LiveSamples.session())
    try live.append(LiveSamples.comparison(1, offset: -4), to: new)
    #expect(new.number == 3)
    #expect(try live.profiledOffsets(of: "P07") == [-4])
    var errors: [Double] = []
    try live.forEachProfiledMatching(of: "P07") { errors.append($1) }
    #expect(errors == [7])
    #expect(try live.sessions(of: "P07").map(\.isInProfile) == [false, true, true])
    #expect(try live.sessions(of: "P08").map(\.isInProfile) == [true])
    #expect(try live.comparisons(of: old).map(\.offset) == [-9])
  }

  @Test func `deleting removes one listener with all that is theirs`() throws {
    for id in ["P07", "P08"] {
      try live.append(LiveSamples.comparison(1), to: live.beginSession(LiveSamples.session(of: id)))
      try live.append(LiveSamples.matching(1), to: live.beginSession(LiveSamples.session(of: id, .matching)))
      try live.set("gap", to: "2", of: id)
    }
    let session = try #require(try live.session(1, of: "P07"))
    #expect(try live.delete("P07"))
    #expect(try !live.delete("P07"))
    #expect(try live.listeners().map(\.id) == ["P08"])
    #expect(try live.comparisons(of: session).isEmpty)
    #expect(try live.settings(of: "P07").isEmpty)
    #expect(try live.listeners().map(\.comparisons) == [1])
    #expect(try live.settings(of: "P08") == ["gap": "2"])
    #expect(try live.beginSession(LiveSamples.session()).number == 1)
  }

  // MARK: Profile and settings

  @Test func `a profile contains only trials that strategies asked for`() throws {
    let first = try live.beginSession(LiveSamples.session())
    let second = try live.beginSession(LiveSamples.session())
    try live.append(LiveSamples.comparison(1, reference: 70, offset: 3), to: second)
    for (trial, kind) in [TrialKind.test, .catch, .comfort, .noise].enumerated() {
      var comparison = LiveSamples.comparison(trial + 1, reference: 60 + trial, offset: Double(trial + 10))
      comparison.kind = kind
      try live.append(comparison, to: first)
    }
    let robot = try live.beginSession(LiveSamples.session(of: "robot", responder: "gaussian jnd=12"))
    try live.append(LiveSamples.comparison(1), to: robot)
    var heard: [String] = []
    try live.forEachProfiledComparison(of: "P07") { heard.append("\($0.reference) \($0.offset)") }
    #expect(heard == ["60 10.0", "63 13.0", "70 3.0"])
    #expect(try live.profiledOffsets(of: "robot").isEmpty)
  }

  @Test func `settings are kept for each listener`() throws {
    #expect(try live.settings(of: "me").isEmpty)
    try live.set("gap", to: "2", of: "me")
    try live.set("gap", to: "2.5", of: "me")
    try live.set("tuning", to: "scala:Ünï \"x\".scl", of: "me")
    try live.set("gap", to: "1", of: "you")
    #expect(try reopened().settings(of: "me") == ["gap": "2.5", "tuning": "scala:Ünï \"x\".scl"])
    try live.unset("gap", of: "me")
    try live.unset("gap", of: "nobody")
    #expect(try live.settings(of: "me") == ["tuning": "scala:Ünï \"x\".scl"])
    #expect(try live.settings(of: "you") == ["gap": "1"])
    #expect(try live.listeners().map(\.id) == ["me", "you"])
  }
}

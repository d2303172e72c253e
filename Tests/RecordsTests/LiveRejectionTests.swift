import Foundation
import PeachStorage
import PeachTrials
import Testing

/// What the database of live listeners refuses to hold.
@Suite struct LiveRejectionTests {
  private let folder: Folder
  private let live: LiveDatabase
  private let session: SessionRecord

  init() throws {
    folder = try Folder()
    live = try LiveDatabase.open(at: folder.path("peach.sqlite"))
    session = try live.beginSession(LiveSamples.session())
  }

  private func expectError(
    _ reason: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    let error = #expect(throws: RecordsError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.code == .wrongContent, sourceLocation: sourceLocation)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")", sourceLocation: sourceLocation)
  }

  @Test func `a comparison with a word or number out of its range`() throws {
    let spoils: [(inout TrialRecord) -> Void] = [
      { $0.trial = 0 }, { $0.answer = "maybe" }, { $0.reference = 128 }, { $0.target = -1 },
      { $0.isCorrect = false }, { $0.isCorrect = nil }, { $0.answer = "higher" }, { $0.offset = 0 },
      { $0.heard.referencePitch = 0 }, { $0.heard.noteDuration = 0 }, { $0.heard.gap = -0.5 },
      { $0.heard.responseTime = -0.5 }, { $0.heard.timestamp = "21.11.2026 08:00" },
    ]
    for spoil in spoils {
      var trial = LiveSamples.comparison(1)
      spoil(&trial)
      expectError("CHECK constraint failed") { try live.append(trial, to: session) }
    }
    #expect(try live.comparisons(of: session).isEmpty)
  }

  @Test func `a pitch matching with a number out of its range`() throws {
    let session = try live.beginSession(LiveSamples.session(.matching))
    let spoils: [(inout MatchingRecord) -> Void] = [
      { $0.trial = 0 }, { $0.reference = 128 }, { $0.target = -1 }, { $0.adjustments = -1 },
      { $0.heard.referencePitch = 0 }, { $0.heard.noteDuration = 0 }, { $0.heard.gap = -0.5 },
      { $0.heard.responseTime = -0.5 }, { $0.heard.timestamp = "2026-11-21 08:00:00" },
    ]
    for spoil in spoils {
      var trial = LiveSamples.matching(1)
      spoil(&trial)
      expectError("CHECK constraint failed") { try live.append(trial, to: session) }
    }
    #expect(try live.matchings(of: session).isEmpty)
  }

  @Test func `a session with a word out of its list`() throws {
    let spoils: [(inout SessionRecord) -> Void] = [
      { $0.seed = "135CE1B000000000" }, { $0.scale = "cubic" }, { $0.levelScale = "dB" }, { $0.sampleRate = 0 },
      { $0.startedAt = "today" },
    ]
    for spoil in spoils {
      var wrong = LiveSamples.session()
      spoil(&wrong)
      expectError("CHECK constraint failed") { _ = try live.beginSession(wrong) }
    }
    #expect(try live.sessions(of: "P07") == [session])
  }

  @Test func `a trial twice, of another kind, or of a session that is not there`() throws {
    try live.append(LiveSamples.comparison(1), to: session)
    expectError("UNIQUE constraint failed") { try live.append(LiveSamples.comparison(1, offset: -3), to: session) }
    expectError("a matching in a session of another kind") { try live.append(LiveSamples.matching(1), to: session) }
    let matching = try live.beginSession(LiveSamples.session(.matching))
    expectError("a comparison in a session of another kind") {
      try live.append(LiveSamples.comparison(1), to: matching)
    }
    try live.delete("P07")
    let deleted = "listener 'P07' was deleted while session 1 ran, with all its answers"
    for change in [
      { try live.append(LiveSamples.comparison(2), to: session) },
      { try live.endSession(session, reason: "quit", at: nil) },
    ] {
      let error = #expect(throws: RecordsError.self) { try change() }
      #expect(error?.code == .inaccessible && error?.reason == deleted)
    }
  }

  /// SQLite stores NaN as NULL; in a column that may be NULL it would be lost in silence.
  @Test(arguments: [Double.nan, .infinity, -.infinity]) func `invalid numbers`(number: Double) throws {
    let spoils: [(String, (inout TrialRecord) -> Void)] = [
      ("offset_cents", { $0.offset = number }), ("level", { $0.level = number }),
      ("estimate", { $0.estimate = number }), ("estimate_low", { $0.low = number }),
      ("estimate_high", { $0.high = number }), ("reference_pitch_hz", { $0.heard.referencePitch = number }),
      ("note_duration_s", { $0.heard.noteDuration = number }), ("gap_s", { $0.heard.gap = number }),
      ("reference_level_db", { $0.heard.referenceLevel = number }),
      ("target_level_db", { $0.heard.targetLevel = number }), ("onset_latency_s", { $0.heard.onsetLatency = number }),
      ("response_time_s", { $0.heard.responseTime = number }),
    ]
    for (column, spoil) in spoils {
      var trial = LiveSamples.comparison(7)
      spoil(&trial)
      expectError("trial 7: \(column): expected a finite number, got \(number)") { try live.append(trial, to: session) }
    }
    let matching = try live.beginSession(LiveSamples.session(.matching))
    var wrong = LiveSamples.matching(7)
    wrong.initialOffset = number
    expectError("trial 7: initial_offset_cents: expected a finite number, got \(number)") {
      try live.append(wrong, to: matching)
    }
    expectError("trial 7: error_cents: expected a finite number, got \(number)") {
      try live.append(LiveSamples.matching(7, error: number), to: matching)
    }
    #expect(try live.comparisons(of: session).isEmpty && live.matchings(of: matching).isEmpty)
  }
}

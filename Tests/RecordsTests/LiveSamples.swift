import PeachStorage
import PeachTrials

/// Records of a live listener in which every field differs from every other.
enum LiveSamples {
  static func session(
    of listener: String = "P07", _ kind: SessionKind = .comparison, responder: String? = nil
  ) -> SessionRecord {
    var session = SessionRecord(
      listener: listener, kind: kind, name: "fifths", strategy: "kazez", experiment: "{\"name\": \"fifths\"}",
      profile: "{\"notes\": []}", seed: "000000000135ce1b", responder: responder, scale: "log", version: "0.1.0",
      build: "ffeeddccbbaa99887766554433221100")
    session.device = "hw:1"
    session.sampleRate = 48_000
    session.levelScale = "dB FS"
    session.startedAt = "2026-11-21T08:00:00Z"
    return session
  }

  static var heard: Presentation {
    var heard = Presentation(tuning: "just-intonation", referencePitch: 442.5, noteDuration: 0.75, gap: 0.125)
    heard.sound = "sine"
    heard.referenceLevel = -12
    heard.targetLevel = -12.25
    heard.device = "hw:2"
    heard.onsetLatency = 0.01
    heard.responseTime = 1.5
    heard.timestamp = "2026-11-21T08:00:03.125Z"
    return heard
  }

  static func comparison(_ trial: Int, reference: Int = 60, offset: Double = -12.5) -> TrialRecord {
    var record = TrialRecord(trial: trial, track: "left", level: abs(offset), isReversal: true, heard: heard)
    record.reference = reference
    record.target = reference + 7
    record.interval = "perfect-fifth-up"
    record.offset = offset
    record.answer = "lower"
    record.isCorrect = offset == 0 ? nil : offset < 0
    record.estimate = 8
    record.low = 4
    record.high = 16
    return record
  }

  static func matching(_ trial: Int, error: Double = 3.5) -> MatchingRecord {
    MatchingRecord(
      trial: trial, reference: 55, target: 67, interval: "octave-up", initialOffset: -83.25, error: error,
      adjustments: 4, heard: heard)
  }
}

extension LiveDatabase {
  func comparisons(of session: SessionRecord) throws -> [TrialRecord] {
    var trials: [TrialRecord] = []
    try forEachComparison(of: session) { trials.append($0) }
    return trials
  }

  func matchings(of session: SessionRecord) throws -> [MatchingRecord] {
    var trials: [MatchingRecord] = []
    try forEachMatching(of: session) { trials.append($0) }
    return trials
  }

  func profiledOffsets(of listener: String) throws -> [Double] {
    var offsets: [Double] = []
    try forEachProfiledComparison(of: listener) { offsets.append($0.offset) }
    return offsets
  }
}

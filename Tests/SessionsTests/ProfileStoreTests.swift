import Foundation
import PeachExperiments
import PeachPitch
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

@Suite struct ProfileStoreTests {
  /// Offsets whose sums round: what is rebuilt in another order would differ in the last bits.
  private let trials = (1...200).map { (note: 36 + $0 * 5 % 49, offset: sin(Double($0)) * 50 / 3) }

  private func session(_ listener: String, _ kind: SessionKind, responder: String? = nil) -> SessionRecord {
    SessionRecord(
      listener: listener, kind: kind, name: "training", strategy: "kazez", experiment: "{}", profile: "{}",
      seed: "00000000000000ff", responder: responder, scale: "log", version: "1", build: "b")
  }

  private let heard = Presentation(tuning: "equal-temperament", referencePitch: 440, noteDuration: 1, gap: 0)

  private func comparison(_ trial: Int, _ note: Int, _ offset: Double, kind: TrialKind = .test) -> TrialRecord {
    var record = TrialRecord(trial: trial, kind: kind, level: abs(offset), heard: heard)
    record.reference = note
    record.target = note
    record.interval = "prime"
    record.offset = offset
    record.answer = "higher"
    record.isCorrect = offset > 0
    return record
  }

  @Test func `a rebuilt profile is the one that followed the answers, to the last bit`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let live = try LiveDatabase.open(at: folder.appending(path: "peach.sqlite").path)
    var expected = PerceptualProfile()
    var current = try live.beginSession(session("me", .comparison))
    for (index, trial) in trials.enumerated() {
      if index == 120 { current = try live.beginSession(session("me", .comparison)) }
      try live.append(comparison(index + 1, trial.note, trial.offset), to: current)
      let asked = Comparison(
        reference: try MIDINote(trial.note), interval: .prime, offset: trial.offset, level: Level(abs(trial.offset)))
      expected.observe(CompletedComparison(asked, isHigher: true, seconds: 1))
    }
    let matchings = try live.beginSession(session("me", .matching))
    for trial in 1...30 {
      let error = cos(Double(trial)) * 10 / 3
      try live.append(
        MatchingRecord(
          trial: trial, reference: 60, target: 60, interval: "prime", initialOffset: 50, error: error, adjustments: 2,
          heard: heard), to: matchings)
      let matching = PitchMatching(reference: try MIDINote(60), interval: .prime, initialOffset: 50, range: 100)
      expected.observe(CompletedPitchMatching(matching, error: try Cents(error), adjustments: 2, seconds: 1))
    }
    for kind in [TrialKind.catch, .comfort] {
      try live.append(comparison(kind == .catch ? 900 : 901, 50, 99, kind: kind), to: current)
    }
    try live.append(
      comparison(1, 50, 99), to: live.beginSession(session("robot", .comparison, responder: "gaussian jnd=12")))
    #expect(try live.profile(of: "me") == expected)
    #expect(try live.profile(of: "robot") == PerceptualProfile())
    #expect(try live.profile(of: "nobody") == PerceptualProfile())
    try live.reset("me", [.comparison])
    expected = PerceptualProfile(
      notes: PerceptualProfile().notes, matching: expected.matching, isMatched: expected.isMatched)
    #expect(try live.profile(of: "me") == expected)
    #expect(expected.matching.count == 30)
    #expect(try PerceptualProfile(json: live.profile(of: "me").value.json()) == expected)
  }

  @Test func `a profile survives JSON exactly, and continues in the same way`() throws {
    var profile = PerceptualProfile()
    func observe(_ trial: (note: Int, offset: Double), _ profile: inout PerceptualProfile) throws {
      let asked = Comparison(
        reference: try MIDINote(trial.note), interval: .prime, offset: trial.offset, level: Level(abs(trial.offset)))
      profile.observe(CompletedComparison(asked, isHigher: true, seconds: 1))
    }
    for trial in trials { try observe(trial, &profile) }
    var restored = try #require(PerceptualProfile(json: profile.value.json()))
    #expect(restored == profile)
    try observe((40, 1 / 3.0), &profile)
    try observe((40, 1 / 3.0), &restored)
    #expect(restored == profile)
  }

  @Test func `an empty profile is two empty parts`() {
    let json = #"{"notes": [], "matching": {"count": 0, "mean": 0, "squares": 0}}"#
    #expect(PerceptualProfile().value.json() == json)
    #expect(PerceptualProfile(json: json) == PerceptualProfile())
  }

  @Test(
    arguments: [
      "", "{}", "[]", #"{"notes": []}"#, #"{"notes": {}, "matching": {"count": 0, "mean": 0, "squares": 0}}"#,
      #"{"notes": [{"note": 128, "count": 1, "mean": 1, "squares": 0}], "matching": {"count": 0, "mean": 0, "squares": 0}}"#,
      #"{"notes": [], "matching": {"count": -1, "mean": 0, "squares": 0}}"#,
      #"{"notes": [], "matching": {"count": 1, "mean": "3", "squares": 0}}"#,
      #"{"notes": [], "matching": {"count": 1, "mean": 3, "squares": -2}}"#,
      #"{"notes": [], "matching": {"count": 9223372036854775807, "mean": 3, "squares": 2}}"#,
    ])
  func `JSON that is not a profile is rejected`(json: String) {
    #expect(PerceptualProfile(json: json) == nil)
  }
}

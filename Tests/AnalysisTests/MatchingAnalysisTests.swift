import Foundation
import PeachAnalysis
import PeachFitting
import PeachReporting
import PeachStorage
import PeachTrials
import Testing

/// What stored matchings of a listener say.
@Suite struct MatchingAnalysisTests {
  private func session(_ experiment: String, isInProfile: Bool = true) -> SessionRecord {
    var record = SessionRecord(
      listener: "P07", kind: .matching, name: "matching", strategy: "uniform", experiment: experiment, profile: "{}",
      seed: "0000000000000001", responder: nil, scale: "linear", version: "0", build: "0")
    record.isInProfile = isInProfile
    return record
  }

  private func record(_ trial: Int, _ offset: Double, _ error: Double) -> MatchingRecord {
    var heard = Presentation(tuning: "equal-temperament", referencePitch: 440, noteDuration: 1, gap: 0)
    heard.responseTime = 2.5
    heard.timestamp = "2026-11-21T08:00:03.125Z"
    return MatchingRecord(
      trial: trial, reference: 60, target: 60 + 7 * (trial % 2),
      interval: trial % 2 == 0 ? "prime" : "perfect-fifth-up",
      initialOffset: offset, error: error, adjustments: 2, heard: heard)
  }

  @Test func `the range of the control comes from the task of the session`() {
    #expect(session(#"{"task": {"kind": "matching", "offset": 75}}"#).controlRange == 75)
    #expect(session(#"{"task": {"kind": "comparison", "offset": 75}}"#).controlRange == nil)
    #expect(session(#"{"task": {"kind": "matching", "offset": -75}}"#).controlRange == nil)
    #expect(session("").controlRange == nil)
    #expect(session("{").controlRange == nil)
  }

  @Test func `every session is analysed with the range of its own control`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let live = try LiveDatabase.open(at: folder.appending(path: "live.sqlite").path)
    _ = try live.addListener("P07")
    var expected: [MatchedNote] = []
    let experiments = [#"{"task": {"kind": "matching", "offset": 50}}"#, ""]
    for (number, experiment) in experiments.enumerated() {
      let session = try live.beginSession(session(experiment, isInProfile: number == 0))
      for trial in 1...12 {
        let offset = Double((trial * 37) % 81) - 40
        let error = trial == 5 ? offset + 50 : 3 + 0.1 * offset + Double((trial * 13) % 7) - 3
        let stored = record(trial, offset, error)
        try live.append(stored, to: session)
        expected.append(
          MatchedNote(note: stored.target, initialOffset: offset, error: error, range: number == 0 ? 50 : nil))
      }
    }
    let analysis = try MatchingAnalysis(of: "P07", in: live)
    #expect(analysis == MatchingAnalysis(of: expected))
    #expect(analysis.all.trials == 24 && analysis.all.censored == 1)
    #expect(analysis.notes.map(\.note) == [60, 67])
    let profiled = try MatchingAnalysis(of: "P07", in: live) { $0.isInProfile }
    #expect(profiled == MatchingAnalysis(of: Array(expected.prefix(12))))
    let figure = try #require(Figure.matchingErrors(analysis))
    #expect(figure.panels.map(\.title) == ["constant error", "variable error", "under-adjustment"])
    for (panel, all) in zip(
      figure.panels, [analysis.all.constantError, analysis.all.variableError, analysis.all.underAdjustment])
    {
      #expect(panel.layers.last?.data.first?.y == all?.value)
      #expect(panel.layers.first { $0.mark == .interval }?.data.map(\.x) == [60, 67])
    }
    // No standard deviation is below 0, and a slope in cents per cent is no percentage.
    #expect(figure.panels[1].y.range?.from == 0)
    #expect(figure.panels[2].y.unit == "cents of error per cent of pitch")
    #expect(Figure.matchingErrors(MatchingAnalysis(of: Array(expected.prefix(2)))) == nil)
  }
}

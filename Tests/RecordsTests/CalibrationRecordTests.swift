import PeachStorage
import PeachTrials
import Testing

/// What calibrations found, stored and read back.
@Suite struct CalibrationRecordTests {
  private let folder: Folder
  private let live: LiveDatabase

  init() throws {
    folder = try Folder()
    live = try LiveDatabase.open(at: folder.path("peach.sqlite"))
  }

  private func record(_ threshold: Double?) -> CalibrationRecord {
    func quantity(_ value: Double) -> IntervalEstimate {
      IntervalEstimate(value: value, low: value / 1.25, high: value * 1.25)
    }
    return CalibrationRecord(
      method: "posterior", status: threshold == nil ? .allCorrect : .ok, target: 0.75, trials: 250,
      askedPrecision: 0.25, threshold: threshold.map(quantity), jnd: quantity(11.5), bias: quantity(-2.5),
      lapse: quantity(0.0125), slope: quantity(0.02), errors: [0.125, 0.5, 0.75], correlations: [0.25, -0.5, 0.125])
  }

  @Test func `a calibration is read back as it was stored, with its session`() throws {
    let first = try live.beginSession(LiveSamples.session())
    let second = try live.beginSession(LiveSamples.session())
    try live.store(record(12), of: second)
    try live.store(record(nil), of: first)
    let stored = try live.calibrations(of: "P07")
    #expect(stored.map(\.session) == [1, 2])
    #expect(stored.map(\.startedAt) == ["2026-11-21T08:00:00Z", "2026-11-21T08:00:00Z"])
    #expect(stored.map(\.threshold) == [nil, record(12).threshold])
    #expect(stored.map(\.status) == [.allCorrect, .ok])
    #expect(stored[1].errors == [0.125, 0.5, 0.75] && stored[1].correlations == [0.25, -0.5, 0.125])
    #expect(stored[1].jnd == record(12).jnd && stored[1].bias == record(12).bias)
    #expect(stored[1].lapse == record(12).lapse && stored[1].slope == record(12).slope)
    #expect(stored[1].reachedPrecision.map { abs($0 - 0.25) < 1e-12 } == true)
    #expect(stored[1].askedPrecision == 0.25 && stored[1].target == 0.75 && stored[1].trials == 250)
    try live.store(record(13), of: second)
    #expect(try live.calibrations(of: "P07").map { $0.threshold?.value } == [nil, 13])
  }

  @Test func `a calibration of an excluded session is marked`() throws {
    let session = try live.beginSession(LiveSamples.session())
    try live.store(record(12), of: session)
    #expect(try live.calibrations(of: "P07").map(\.excluded) == [nil])
    try live.exclude(session, because: "the wrong headphones")
    #expect(try live.calibrations(of: "P07").map(\.excluded) == ["the wrong headphones"])
  }

  @Test func `calibrations go with their listener`() throws {
    let session = try live.beginSession(LiveSamples.session())
    try live.store(record(12), of: session)
    try live.delete("P07")
    #expect(try live.calibrations(of: "P07").isEmpty)
    #expect(throws: RecordsError.self) { try live.store(record(12), of: session) }
    _ = try live.beginSession(LiveSamples.session())
    #expect(try live.calibrations(of: "P07").isEmpty)
  }
}

import PeachStorage
import PeachTrials
import Testing

/// Matchings of a simulation: what is written is what is read, and what is missing is told.
@Suite struct StoredMatchingsTests {
  private let folder: Folder
  private let file: ResultsFile
  private static let heard = Presentation(tuning: "pythagorean", referencePitch: 442.5, noteDuration: 0.75, gap: 0.125)

  init() throws {
    folder = try Folder()
    var simulation = Samples.simulation
    simulation.task = "matching"
    simulation.varied = []
    let cell = CellRecord(
      id: 0, strategy: "uniform", listener: "ear", varied: [], heard: Self.heard,
      estimators: [
        EstimatorRecord(name: "constant-error", target: nil, truth: -1.5, trueLapse: nil, idealSweat: nil),
        EstimatorRecord(name: "variable-error", target: nil, truth: nil, trueLapse: nil, idealSweat: nil),
      ])
    file = try ResultsFile.create(at: folder.path("matchings.sqlite"), simulation, cells: [cell])
  }

  private func batch(_ trials: Int) -> BatchRecord {
    var batch = BatchRecord(cell: 0, replicates: 1...1, seconds: 0.25)
    batch.runs = [
      RunRecord(replicate: 1, trials: 2, reversals: 0, correct: 0, judged: 0, stopReason: "trials", failure: nil)
    ]
    batch.estimates = [
      EstimateRecord(replicate: 1, estimator: 0, status: .ok),
      EstimateRecord(replicate: 1, estimator: 1, status: .ok),
    ]
    var second = Self.heard
    second.responseTime = 3.25
    batch.matchings = Array(
      [
        RunMatching(
          replicate: 1,
          matching: MatchingRecord(
            trial: 1, reference: 60, target: 67, interval: "perfect-fifth-up", initialOffset: -71.5, error: 1 / 3,
            adjustments: nil, heard: Self.heard)),
        RunMatching(
          replicate: 1,
          matching: MatchingRecord(
            trial: 2, reference: 61, target: 61, interval: "prime", initialOffset: 4.25, error: -0.5, adjustments: 3,
            heard: second)),
      ].prefix(trials))
    return batch
  }

  private func matchings() throws -> [RunMatching] {
    var found: [RunMatching] = []
    try file.forEachMatching(of: try file.cells()[0]) { found.append($0) }
    return found
  }

  @Test func `matchings and cells without a lapse rate are read back unchanged`() throws {
    try file.append([batch(2)])
    #expect(file.isOfMatchings)
    #expect(try file.cells()[0].estimators.map(\.trueLapse) == [nil, nil])
    #expect(try matchings() == batch(2).matchings)
    try file.forEachTrial(of: try file.cells()[0]) { _ in Issue.record("a trial") }
  }

  @Test func `a matching that is missing is damage`() throws {
    try file.append([batch(1)])
    let error = #expect(throws: RecordsError.self) { try matchings() }
    #expect(error?.reason == "damaged: table matching, cell 0, replicate 1: only 1 of 2 trials are stored")
  }
}

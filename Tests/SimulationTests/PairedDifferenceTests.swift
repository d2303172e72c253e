import Records
import Simulation
import Testing
import Trials

/// Differences of errors over paired runs.
@Suite struct PairedDifferenceTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A results file with one cell for each list of thresholds; the truth is 10, nil a failed run.
  private func file(
    _ cells: [(strategy: String, listener: String, varied: String, thresholds: [Double?])], varied: [String] = []
  ) throws -> ResultsFile {
    let simulation = SimulationRecord(
      name: "made", question: nil, digest: "", seed: "", version: "", build: "", experiment: "{}", task: "comparison",
      unit: "cents", scale: .log, alternatives: 2, varied: varied, replicates: 5)
    let records = cells.enumerated().map { id, cell in
      CellRecord(
        id: id, strategy: cell.strategy, listener: cell.listener, varied: varied.isEmpty ? [] : [cell.varied],
        estimators: [EstimatorRecord(name: "fit", target: 0.75, truth: 10, trueLapse: 0, idealSweat: 5)])
    }
    let file = try ResultsFile.create(at: folder.path("r.sqlite"), simulation, cells: records, replacing: true)
    for (id, cell) in cells.enumerated() {
      var batch = BatchRecord(cell: id, replicates: 1...cell.thresholds.count, seconds: 0)
      for (index, threshold) in cell.thresholds.enumerated() {
        batch.runs.append(
          RunRecord(
            replicate: index + 1, trials: 60, reversals: 9, correct: 40, judged: 60, stopReason: "trials", failure: nil)
        )
        var estimate = EstimateRecord(replicate: index + 1, estimator: 0, status: threshold == nil ? "step" : "ok")
        estimate.threshold = threshold
        batch.estimates.append(estimate)
      }
      try file.append(batch)
    }
    return file
  }

  private func differences(of file: ResultsFile) throws -> [PairedDifference] {
    try PairedDifference.againstBest(of: file, Summary.rows(of: file))
  }

  /// By another program, from the formula of the influence of each pair.
  @Test func `the error of a difference is that of its pairs`() throws {
    let found = Statistics.differenceOfRootMeanSquares([1, -1, 0.5, 2, -0.25], [0.5, -0.5, 0.25, -0.75, 1.5])
    #expect(abs(try #require(found.value) - 0.3020264164544624) < 1e-12)
    #expect(abs(try #require(found.standardError) - 0.44324376193893494) < 1e-12)
  }

  /// The errors of far are 1, −1, 2, none and ½, of near 1, 0, 1, −1 and −1.
  @Test func `only replicates in which both have a threshold count`() throws {
    let found = try differences(
      of: file([
        ("far", "ear", "", [20, 5, 40, nil, 10 * 2.0.squareRoot()]), ("near", "ear", "", [20, 10, 20, 5, 5]),
      ]))
    #expect(found.map(\.cell.strategy) == ["far"])
    #expect(found.map(\.best.strategy) == ["near"])
    #expect(found.map(\.pairs) == [4])
    #expect(found.map(\.replicates) == [5])
    #expect(abs(try #require(found[0].rootMeanSquareError.value) - 0.3839745962155614) < 1e-12)
    #expect(abs(try #require(found[0].rootMeanSquareError.standardError) - 0.331372446408452) < 1e-12)
  }

  @Test func `the same runs do not differ, and what fails often is not the best`() throws {
    let found = try differences(
      of: file([
        ("one", "ear", "", [20, 5, 40, 20, 5]), ("two", "ear", "", [20, 5, 40, 20, 5]),
        ("lucky", "ear", "", [10, nil, nil, nil, 11]), ("one", "other", "", [20, 5, 40, 20, 5]),
      ]))
    #expect(found.map(\.cell.strategy) == ["two", "lucky"])
    #expect(found.map(\.best.strategy) == ["one", "one"])
    #expect(found[0].rootMeanSquareError == Estimated(value: 0, standardError: 0))
    #expect(!found[0].isTold)
    #expect(found[1].pairs == 2)
  }

  @Test func `values of a listener tell conditions apart, those of a strategy do not`() throws {
    let thresholds: [Double?] = [20, 5, 40, 20, 5]
    func conditions(_ path: String) throws -> Int {
      try differences(
        of: file(
          [("a", "ear", "1", thresholds), ("a", "ear", "2", thresholds), ("b", "ear", "1", thresholds)], varied: [path])
      ).count
    }
    #expect(try conditions("listeners.ear.jnd") == 1)
    #expect(try conditions("strategies.a.start") == 2)
  }
}

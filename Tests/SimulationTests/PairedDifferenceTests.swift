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

  private func families(of file: ResultsFile) throws -> [PairedFamily] {
    try PairedFamily.all(of: file, Summary.rows(of: file))
  }

  /// By another program, from the formula of the influence of each pair.
  @Test func `the error of a difference is that of its pairs`() throws {
    let found = Statistics.differenceOfRootMeanSquares([1, -1, 0.5, 2, -0.25], [0.5, -0.5, 0.25, -0.75, 1.5])
    #expect(abs(try #require(found.value) - 0.3020264164544624) < 1e-12)
    #expect(abs(try #require(found.standardError) - 0.44324376193893494) < 1e-12)
  }

  /// The errors of far are 1, −1, 2, none and ½, of near 1, 0, 1, −1 and −1.
  @Test func `only replicates in which both have a threshold count for errors, all for the share within a tenth`()
    throws
  {
    let family = try #require(
      try families(
        of: file([
          ("far", "ear", "", [20, 5, 40, nil, 10 * 2.0.squareRoot()]), ("near", "ear", "", [20, 10, 20, 5, 5]),
        ])
      ).first)
    #expect(family.best?.cell.strategy == "near")
    #expect(family.differences.map(\.first.strategy) == ["far"])
    #expect(family.differences.map(\.second.strategy) == ["near"])
    #expect(family.differences.map(\.pairs) == [4])
    #expect(family.differences.map(\.replicates) == [5])
    let error = family.differences[0].rootMeanSquareError
    #expect(abs(try #require(error.difference.value) - 0.3839745962155614) < 1e-12)
    #expect(abs(try #require(error.difference.standardError) - 0.331372446408452) < 1e-12)
    // Pairs of errors differ by 0, −1, 1 and 1.5.
    #expect(family.differences[0].bias.difference.value == 0.375)
    // One run of near alone is within a tenth: −1/5 ± √(1 − 1/5)/5.
    let within = family.differences[0].withinTenth.difference
    #expect(within.value == -0.2)
    #expect(abs(try #require(within.standardError) - 0.8.squareRoot() / 5) < 1e-15)
    // Of so few nothing is said.
    #expect(error.low == nil && error.p == nil && !family.differences[0].isTold && family.tests == 0)
  }

  /// All pairs stand in file order, the interval and p of thirty pairs by R 4.2 (qt, pt, binom.test).
  @Test func `all pairs of a listener have intervals and a corrected probability`() throws {
    let near = (0..<30).map { 10 + 0.3 * Double($0 % 3) } as [Double?]
    let far = (0..<30).map { 20 + Double($0 % 5) } as [Double?]
    let lucky = (0..<30).map { $0 < 8 ? nil : 10.0 } as [Double?]
    let family = try #require(
      try families(of: file([("near", "ear", "", near), ("far", "ear", "", far), ("lucky", "ear", "", lucky)])).first)
    #expect(
      family.differences.map { "\($0.first.strategy) \($0.second.strategy)" } == [
        "near far", "near lucky", "far lucky",
      ])
    #expect(family.best?.cell.strategy == "near")
    #expect(family.tests == 9)
    let within = family.differences.map(\.withinTenth)
    #expect(within.map(\.difference.value) == [1, 8.0 / 30, -22.0 / 30])
    #expect(within.allSatisfy { $0.isTold })
    let error = family.differences[0].rootMeanSquareError
    let middle = try #require(error.difference.value)
    let reach = 2.0452296421327034 * (try #require(error.difference.standardError))
    #expect(agree(error.low, middle - reach, within: 1e-9) && agree(error.high, middle + reach, within: 1e-9))
    #expect(family.againstBest?.map(\.row.cell.strategy) == ["far", "lucky"])
  }

  @Test func `the same runs do not differ, and what fails often is not the best`() throws {
    let found = try families(
      of: file([
        ("one", "ear", "", [20, 5, 40, 20, 5]), ("two", "ear", "", [20, 5, 40, 20, 5]),
        ("lucky", "ear", "", [10, nil, nil, nil, 11]), ("one", "other", "", [20, 5, 40, 20, 5]),
      ]))
    #expect(found.count == 1)
    #expect(found[0].best?.cell.strategy == "one")
    #expect(found[0].differences[0].rootMeanSquareError.difference == Estimated(value: 0, standardError: 0))
    #expect(found[0].differences.map(\.pairs) == [5, 2, 2])
  }

  @Test func `values of a listener tell conditions apart, those of a strategy do not`() throws {
    let thresholds: [Double?] = [20, 5, 40, 20, 5]
    func pairs(_ path: String) throws -> Int {
      try families(
        of: file(
          [("a", "ear", "1", thresholds), ("a", "ear", "2", thresholds), ("b", "ear", "1", thresholds)], varied: [path])
      ).reduce(0) { $0 + $1.differences.count }
    }
    #expect(try pairs("listeners.ear.jnd") == 1)
    #expect(try pairs("strategies.a.start") == 3)
  }

  /// By R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
  @Test func `probabilities are corrected as Holm has it`() throws {
    let found = Statistics.holm([0.01, 0.04, nil, 0.03, 0.005])
    #expect(found[2] == nil)
    for (value, expected) in zip(found.compactMap(\.self), [0.03, 0.06, 0.06, 0.02]) { #expect(agree(value, expected)) }
  }
}

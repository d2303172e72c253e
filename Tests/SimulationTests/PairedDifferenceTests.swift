import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

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
        var estimate = EstimateRecord(replicate: index + 1, estimator: 0, status: threshold == nil ? .step : .ok)
        estimate.threshold = threshold
        batch.estimates.append(estimate)
      }
      try file.append([batch])
    }
    return file
  }

  private func families(of file: ResultsFile) throws -> [PairedFamily] {
    try PairedFamily.all(in: SimulationSummary(of: file))
  }

  /// By another program, from the formula of the influence of each pair.
  @Test func `the error of a difference comes from its pairs`() throws {
    let found = Statistics.differenceOfRootMeanSquares([1, -1, 0.5, 2, -0.25], [0.5, -0.5, 0.25, -0.75, 1.5])
    #expect(abs(try #require(found.value) - 0.3020264164544624) < 1e-12)
    #expect(abs(try #require(found.standardError) - 0.44324376193893494) < 1e-12)
  }

  /// The errors of far are 1, −1, 2, none and ½, of near 1, 0, 1, −1 and −1.
  @Test func `only replicates in which both have a threshold count for errors, all for which is closer`() throws {
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
    // Near is closer in the second, third and fourth, far in the last: −2/5 ± √(4 − 4/5)/5.
    let closer = family.differences[0].closer.difference
    #expect(closer.value == -0.4)
    #expect(abs(try #require(closer.standardError) - 3.2.squareRoot() / 5) < 1e-15)
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
    // Lucky fails in 8 runs. Of the other 22, near is exact in 7 too, and lucky is closer in 15.
    let closer = family.differences.map(\.closer)
    let expected: [Double?] = [1, -7.0 / 30, -14.0 / 30]
    #expect(closer.map(\.difference.value) == expected)
    // Raw 2·0.5³⁰, 0.210 and 0.0161 (scipy.stats.binomtest). Holm multiplies the last by 2: seven others are smaller.
    #expect(closer.map(\.isTold) == [true, false, true])
    #expect(agree(closer[2].p, 2 * 0.016124801710247997, within: 1e-12))
    let error = family.differences[0].rootMeanSquareError
    let middle = try #require(error.difference.value)
    let reach = 2.0452296421327034 * (try #require(error.difference.standardError))
    #expect(agree(error.low, middle - reach, within: 1e-9) && agree(error.high, middle + reach, within: 1e-9))
    #expect(family.againstBest?.map(\.row.cell.strategy) == ["far", "lucky"])
  }

  @Test func `equal runs do not differ, and a strategy that often fails is not the best`() throws {
    let found = try families(
      of: file([
        ("one", "ear", "", [20, 5, 40, 20, 5]), ("two", "ear", "", [20, 5, 40, 20, 5]),
        ("lucky", "ear", "", [10, nil, nil, nil, 11]), ("one", "other", "", [20, 5, 40, 20, 5]),
      ]))
    #expect(found.count == 1)
    #expect(found[0].best?.cell.strategy == "one")
    #expect(found[0].differences[0].rootMeanSquareError.difference == MonteCarloValue(value: 0, standardError: 0))
    #expect(found[0].differences.map(\.pairs) == [5, 2, 2])
  }

  /// Forty runs each; drifting fails in half of them and is exact in the rest, so its errors look the smallest.
  @Test func `a strategy that fails in more than a tenth of its runs is never the best`() throws {
    let steady = (0..<40).map { 10 + 0.5 * Double($0 % 4) } as [Double?]
    let failing = (0..<40).map { $0 % 2 == 0 ? nil : 10.0 } as [Double?]
    let cells = [("failing", "ear", "", failing), ("steady", "ear", "", steady)]
    let family = try #require(try families(of: file(cells)).first)
    let verdict = try #require(family.verdict)
    #expect(verdict.best?.cell.strategy == "steady")
    #expect(verdict.others.isEmpty)
    #expect(verdict.failing.map(\.cell.strategy) == ["failing"])
    let hopeless = try #require(
      try families(of: file([("failing", "ear", "", failing), ("lost", "ear", "", failing)])).first)
    #expect(hopeless.best == nil)
    #expect(hopeless.verdict?.best == nil)
  }

  /// By scipy: |d| + t.ppf(1 − 0.025/3, 39)·se, with d and se of the influence of each pair.
  @Test func `the distance between two errors comes from two one-sided tests`() throws {
    let first = (0..<40).map { 10 + 0.5 * Double($0 % 4) } as [Double?]
    let second = (0..<40).map { 10 + 0.45 * Double($0 % 5) } as [Double?]
    let third = (0..<40).map { 10 + 0.2 * Double($0 % 7) } as [Double?]
    let family = try #require(
      try families(of: file([("a", "ear", "", first), ("b", "ear", "", second), ("c", "ear", "", third)])).first)
    let expected = [0.05897298938982497, 0.061862574276109104, 0.08526433415501347]
    for (pair, margin) in zip(family.differences, expected) {
      #expect(agree(family.margin(of: pair), margin, within: 1e-9))
    }
  }

  @Test func `varied settings of a listener define conditions, those of a strategy do not`() throws {
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
}

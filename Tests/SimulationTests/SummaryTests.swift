import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

@Suite struct SummaryTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A cell's runs: each a status and a threshold.
  typealias Runs = [(status: EstimateStatus, threshold: Double?)]

  /// A results file of one cell for each list of runs, the same truth throughout.
  private func file(_ cells: [Runs], scale: Axis.Scale = .log, truth: Double = 10) throws -> ResultsFile {
    let simulation = SimulationRecord(
      name: "made", question: nil, digest: "", seed: "", version: "", build: "", experiment: "{}", task: "comparison",
      unit: "cents", scale: scale, alternatives: 2, varied: [], replicates: 4)
    let records = cells.indices.map { id in
      CellRecord(
        id: id, strategy: "s\(id)", listener: "ear", varied: [],
        estimators: [EstimatorRecord(name: "fit", target: 0.75, truth: truth, trueLapse: 0, idealSweat: 5)])
    }
    let file = try ResultsFile.create(
      at: folder.path("results.sqlite"), simulation, cells: records, replacing: true)
    for (id, runs) in cells.enumerated() {
      var batch = BatchRecord(cell: id, replicates: 1...runs.count, seconds: 0)
      for (index, run) in runs.enumerated() {
        batch.runs.append(
          RunRecord(
            replicate: index + 1, trials: 10 * (index + 1), reversals: 0, correct: 3, judged: 4, stopReason: "trials",
            failure: nil))
        var estimate = EstimateRecord(replicate: index + 1, estimator: 0, status: run.status)
        estimate.threshold = run.threshold
        batch.estimates.append(estimate)
      }
      try file.append([batch])
    }
    return file
  }

  private func summary(_ cells: [Runs], scale: Axis.Scale = .log) throws -> [SummaryRow] {
    try Summary.rows(of: try file(cells, scale: scale))
  }

  @Test func `rows come in file order for all errors`() throws {
    let far: Runs = [(.ok, 20), (.ok, 5)]
    let near: Runs = [(.ok, 14), (.ok, 7)]
    let none: Runs = [(.step, nil), (.allCorrect, nil)]
    #expect(try summary([far, none, far, near, none]).map(\.cell.strategy) == ["s0", "s1", "s2", "s3", "s4"])
  }

  @Test func `errors are log2 ratios on a log axis and differences on a linear one`() throws {
    let runs: Runs = [(.ok, 20), (.ok, 40), (.ok, 5)]
    let log = try #require(try summary([runs]).first)
    #expect(agree(log.bias.value, 2.0 / 3))
    #expect(agree(log.rootMeanSquareError.value, 2.0.squareRoot()))
    #expect(agree(log.medianBias.value, 1))
    let linear = try #require(try summary([runs], scale: .linear).first)
    #expect(agree(linear.bias.value, 35.0 / 3))
    #expect(agree(linear.medianBias.value, 10))
  }

  @Test func `a run whose error is NaN counts as failed, without an error`() {
    let estimator = EstimatorRecord(name: "own", target: 0.75, truth: 10, trueLapse: 0, idealSweat: nil)
    let axis = Axis(unit: "cents", scale: .log, isSigned: false)
    func outcome(_ status: EstimateStatus, _ threshold: Double?) -> (error: Double?, isFailed: Bool) {
      var estimate = EstimateRecord(replicate: 1, estimator: 0, status: status)
      estimate.threshold = threshold
      return Summary.outcome(of: estimate, estimator, axis)
    }
    #expect(outcome(.ok, 20) == (1, false))
    #expect(outcome(.ok, 0) == (nil, true))
    #expect(outcome(.step, 20) == (nil, true))
    #expect(outcome(.ok, nil) == (nil, false))
  }

  @Test func `no run is within a tenth of a truth of 0, and the share is missing`() throws {
    let row = try #require(try Summary.rows(of: try file([[(.ok, 0.1)]], scale: .linear, truth: 0)).first)
    #expect(row.withinTenth == .none)
    #expect(row.within == .none)
  }

  @Test func `thresholds within a tenth of the truth are a share of all runs`() throws {
    let runs: Runs = [(.ok, 9), (.ok, 11), (.ok, 11.01), (.ok, 8.99), (.floor, nil)]
    for scale in [Axis.Scale.log, .linear] {
      let row = try #require(try summary([runs], scale: scale).first)
      #expect(agree(row.withinTenth.value, 0.4))
      #expect(agree(row.withinTenth.standardError, (0.4 * 0.6 / 5).squareRoot()))
      #expect(row.failures == [.floor: 1])
    }
    let wider = try #require(try Summary.rows(of: try file([runs]), within: 0.11).first)
    #expect(agree(wider.within.value, 0.8) && agree(wider.withinTenth.value, 0.4))
  }

  @Test func `failed runs are counted, never dropped, and their errors are left out`() throws {
    let row = try #require(
      try summary([[(.ok, 20), (.floor, nil), (.lapseAtBound, 5), (.extrapolated, 1e6), (.error, nil)]]).first)
    #expect(row.replicates == 5)
    #expect(row.failed.value == 3)
    #expect(agree(row.failed.standardError, (5 * 0.6 * 0.4).squareRoot()))
    #expect(row.bias.value == 0)
    #expect(agree(row.standardDeviation.value, 2.0.squareRoot()))
    // Trials and answers are of all runs; the sweat factor's cost is that of the runs whose errors it has.
    #expect(row.trials.value == 30)
    #expect(row.percentCorrect.value == 75)
    #expect(agree(row.sweatFactor.value, 2 * 20))
    #expect(agree(row.efficiency.value, 5.0 / 40))
  }

  @Test func `every status but ok and a bound of guess or lapse is a failure`() {
    #expect(EstimateStatus.allCases.filter(\.hasThreshold) == [.ok, .guessAtBound, .lapseAtBound])
  }

  @Test func `an open end of an interval reaches everywhere, no interval is no coverage`() throws {
    let file = try file([[(.ok, 10), (.ok, 10), (.ok, 10), (.ok, 10)]])
    #expect(try Summary.rows(of: file).first?.coverage == MonteCarloValue.none)
    var batch = BatchRecord(cell: 0, replicates: 5...8, seconds: 0)
    let intervals: [(low: Double?, high: Double?)] = [(nil, 11), (9, nil), (11, nil), (9, 11)]
    for (index, interval) in intervals.enumerated() {
      batch.runs.append(
        RunRecord(
          replicate: index + 5, trials: 10, reversals: 0, correct: 3, judged: 4, stopReason: "trials", failure: nil))
      var estimate = EstimateRecord(replicate: index + 5, estimator: 0, status: .ok)
      estimate.threshold = 10
      (estimate.low, estimate.high) = interval
      batch.estimates.append(estimate)
    }
    try file.append([batch])
    #expect(try Summary.rows(of: file).first?.coverage.value == 0.75)
  }
}

import Foundation
import PeachExperiments
import PeachMath
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// Ours beside what was published, of runs that are written here by hand.
@Suite struct ReproductionTests {
  private static let file = """
    name: t
    seed: 1
    task: {kind: forced-choice, unit: dB}
    listeners:
      - {name: ann, kind: psychometric, function: logistic, threshold: 5, slope: 1}
    strategies:
      - {name: s, kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}}
      - {name: k, kind: transformed-up-down, start: 20, down: 3, step: {linear: 2}}
    stop: {trials: 60}
    replicates: 4
    keep-trials: 4
    published:
      source: "Levitt (1971)"
      shows: table I
      values:

    """

  /// Ours of a file whose values are `lines`, four runs of each cell with these thresholds.
  private func reproduced(
    _ lines: String..., s: [Double] = [3, 5, 6, 10], k: [Double] = [8, 8, 9, 9], levels: [[Double]] = []
  ) throws -> [ReproducedValue] {
    let text = Self.file + lines.map { "    - {what: w, from: f, \($0)}\n" }.joined()
    let experiment = try Experiment.parse(text, file: "x.yaml", overrides: .init(replicates: s.count))
    let plan = experiment.plan
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let results = try ResultsFile.create(
      at: path, plan.record(version: "0.0.0", build: "none"), cells: plan.cellRecords)
    for (cell, thresholds) in [s, k].enumerated() {
      var batch = BatchRecord(cell: cell, replicates: 1...thresholds.count, seconds: 0)
      for (place, threshold) in thresholds.enumerated() {
        batch.runs.append(
          RunRecord(
            replicate: place + 1, trials: levels.first?.count ?? 60, reversals: 8, correct: 45, judged: 60,
            stopReason: "trials", failure: nil)
        )
        for estimator in 0..<2 {
          var estimate = EstimateRecord(replicate: place + 1, estimator: estimator, status: .ok)
          estimate.threshold = threshold
          estimate.slope = threshold / 100
          batch.estimates.append(estimate)
        }
      }
      if cell == 0 {
        batch.trials = levels.enumerated().flatMap { replicate, levels in
          levels.enumerated().map {
            var trial = TrialRecord(trial: $0 + 1, level: $1)
            trial.isCorrect = true
            return RunTrial(replicate: replicate + 1, trial: trial)
          }
        }
      }
      _ = try results.append([batch])
    }
    return try Reproduction(#require(experiment.published), of: plan).values(in: results)
  }

  private func expect(
    _ found: ReproducedValue, _ value: Double, _ error: Double?, _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(abs((found.ours.value ?? .nan) - value) < 1e-12, sourceLocation: place)
    #expect(
      (found.ours.standardError == nil) == (error == nil)
        && abs((found.ours.standardError ?? 0) - (error ?? 0)) < 1e-6, sourceLocation: place)
  }

  @Test func `means, scatter and slopes equal those of the estimates`() throws {
    let found = try reproduced(
      "strategy: s, column: threshold_mean_dB, value: 6, tolerance: 0",
      "strategy: s, column: threshold_sd_dB, value: 2.9, tolerance: 0.1",
      "strategy: s, column: slope_mean, value: 0.06, tolerance: 0")
    // Variance 26/3, of which a fourth is that of the mean.
    expect(found[0], 6, (26.0 / 12).squareRoot())
    #expect(abs((found[1].ours.value ?? 0) - (26.0 / 3).squareRoot()) < 1e-12)
    expect(found[2], 0.06, (26.0 / 12).squareRoot() / 100)
    #expect(found.map(\.verdict) == [.agrees, .agrees, .agrees])
  }

  @Test func `a strategy converges on the listener's proportion correct at its mean estimate`() throws {
    let found = try reproduced("strategy: s, column: converges_on, value: 0.865, tolerance: 0.001")[0]
    func correct(_ level: Double) -> Double { 0.5 + 0.5 / (1 + exp(5 - level)) }
    let error = (26.0 / 12).squareRoot()
    expect(found, correct(6), (correct(6 + error) - correct(6 - error)) / 2)
  }

  /// The mean of ours is 6 ± 1.472.
  @Test func `a value farther than three standard errors does not agree, however wide the tolerance`() throws {
    let found = try reproduced(
      "strategy: s, column: threshold_mean_dB, value: 1.7, tolerance: 9",
      "strategy: s, column: threshold_mean_dB, value: 1.5, tolerance: 9",
      "strategy: s, column: threshold_mean_dB, value: 1.5, tolerance: 9, error: 0.5",
      "strategy: s, column: threshold_mean_dB, value: 1.5, tolerance: 4")
    #expect(found.map(\.verdict) == [.agrees, .near, .agrees, .outside])
    #expect(abs((found[0].standardErrors ?? 0) - 4.3 / (26.0 / 12).squareRoot()) < 1e-12)
    #expect(abs((found[2].standardErrors ?? 0) - 4.5 / (26.0 / 12 + 0.25).squareRoot()) < 1e-12)
    #expect(found.prefix(3).allSatisfy { $0.verdict.isRight })
  }

  @Test
  func
    `printed values, computed ones, numbers of our own, thresholds of models and people, orders and bounds are counted apart`()
    throws
  {
    let values = try reproduced(
      "strategy: s, column: threshold_mean_dB, value: 6, tolerance: 1",
      "strategy: s, column: threshold_mean_dB, value: 1, tolerance: 9",
      "strategy: s, column: threshold_mean_dB, value: 6.1, tolerance: 1, basis: computed",
      "strategy: s, column: threshold_mean_dB, value: 6.2, tolerance: 1, basis: own",
      "strategy: s, column: threshold_mean_dB, value: 6.3, tolerance: 1, basis: model",
      "strategy: s, column: threshold_mean_dB, value: 6.4, tolerance: 1, basis: people",
      "strategy: s, column: threshold_mean_dB, value: 9, tolerance: 1, basis: people, disagrees: {reason: r, found: 6, "
        + "tolerance: 1}",
      "strategy: s, column: threshold_mean_dB, at-most: 12",
      "column: threshold_mean_dB, rising: [{strategy: s}, {strategy: k}]", s: [3, 5, 6, 10])
    let experiment = try Experiment.parse(
      Self.file + "    - {what: w, from: f, strategy: s, column: threshold_mean_dB, at-most: 12}\n", file: "x.yaml")
    let table = PublishedTable([
      .init(experiment: "t", published: try #require(experiment.published), values: values)
    ])
    let text = table.text(in: .whole).replacing("\n  ", with: " ")
    #expect(
      text.hasSuffix(
        """
        2 values printed in publications: 1 agrees, 1 within the tolerance but more than 3 standard errors from the \
        published value; 1 value computed by formulas or other programs: 1 agrees; 1 number of our own for statements \
        that publications make in words: 1 agrees; 1 threshold of model listeners in other programs: 1 agrees; \
        2 thresholds of people, next to a simulated listener's: 1 agrees, 1 disagrees as expected (the file gives the \
        reason); 1 order: 1 outside the stated tolerance; 1 bound: 1 found

        """), "\(text)")
    let basis = try #require(table.columns.firstIndex(of: "basis"))
    let words = ["printed", "printed", "computed", "own", "model", "people", "people", "bound", "order"]
    #expect(table.rows.map { $0[basis] } == words.map(Value.text))
  }

  @Test func `ratios and differences add the squares of their errors`() throws {
    let found = try reproduced(
      "strategy: s, column: threshold_mean_dB, over: {strategy: k}, at-most: 2",
      "strategy: s, column: threshold_mean_dB, minus: {strategy: k}, at-least: -9")
    let (own, other) = ((26.0 / 12).squareRoot(), (1.0 / 12).squareRoot())
    expect(found[0], 6 / 8.5, (own * own + 6 / 8.5 * 6 / 8.5 * other * other).squareRoot() / 8.5)
    expect(found[1], -2.5, (own * own + other * other).squareRoot())
    #expect(found.map(\.verdict) == [.agrees, .agrees])
  }

  @Test func `a bound holds by two standard errors, and so does each step of an order`() throws {
    let error = (26.0 / 12).squareRoot()
    let bounds = try reproduced(
      "strategy: s, column: threshold_mean_dB, at-most: \(6 + 2.01 * error)",
      "strategy: s, column: threshold_mean_dB, at-most: \(6 + 1.99 * error)",
      "strategy: s, column: threshold_mean_dB, at-least: \(6 - 2.01 * error)",
      "strategy: s, column: threshold_mean_dB, at-least: \(6 - 1.99 * error)")
    #expect(bounds.map(\.verdict) == [.agrees, .outside, .agrees, .outside])
    let line = "column: threshold_mean_dB, rising: [{strategy: s}, {strategy: k}]"
    let sure = try reproduced(line, s: [5, 6, 5, 6])[0]
    #expect(sure.verdict == .agrees && sure.parts.map(\.value) == [5.5, 8.5])
    expect(sure, 3, (2.0 / 12).squareRoot())
    #expect(try reproduced(line)[0].verdict == .outside)
    #expect(try reproduced(line, s: [5, 6, 5, 6], k: [2, 3, 2, 3])[0].verdict == .outside)
  }

  @Test func `an order holds where every step goes up, and two equal figures do not`() throws {
    let up = "column: threshold_mean_dB, rising: [{strategy: s}, {strategy: k}]"
    let back = "column: threshold_mean_dB, rising: [{strategy: s}, {strategy: k}, {strategy: s}]"
    let found = try reproduced(up, back, s: [5, 5, 5, 5], k: [8, 8, 8, 8])
    #expect(found.map(\.verdict) == [.agrees, .outside])
    #expect(try reproduced(up, s: [5, 5, 5, 5], k: [5, 5, 5, 5])[0].verdict == .outside)
    #expect(try reproduced(up, s: [5, 5, 5], k: [5, 5, 5])[0].verdict == .outside)
  }

  @Test func `with fewer runs than the file has three standard errors are granted`() throws {
    // The mean is 6 and its error 0.577 of three runs, 0.408 of four: 7.8 is within 0.1 and three of the former, but
    // farther than three.
    let line = "strategy: s, column: threshold_mean_dB, tolerance: 0.1, value: "
    #expect(try reproduced(line + "7.8", s: [5, 7, 6], k: [8, 8, 9])[0].verdict == .near)
    #expect(try reproduced(line + "7.9", s: [5, 7, 6], k: [8, 8, 9])[0].verdict == .outside)
    #expect(try reproduced(line + "7.1", s: [5, 7, 6, 6])[0].verdict == .outside)
    let order = "column: threshold_mean_dB, rising: [{strategy: s}, {strategy: k}]"
    #expect(try reproduced(order, s: [5, 7, 6], k: [5, 5, 6])[0].verdict == .agrees)
    #expect(try reproduced(order, s: [5, 7, 6], k: [2, 2, 3])[0].verdict == .outside)
    func known(_ found: Double) -> String {
      "strategy: s, column: threshold_mean_dB, value: 6, tolerance: 1, "
        + "disagrees: {reason: so, found: \(found), tolerance: 1}"
    }
    // Within 1 and three standard errors of what was found.
    #expect(try reproduced(known(8.7), s: [5, 7, 6], k: [5, 5, 6])[0].verdict == .disagrees)
    #expect(try reproduced(known(8.8), s: [5, 7, 6], k: [5, 5, 6])[0].verdict == .outside)
  }

  @Test func `an expected disagreement fails if it agrees, and a value without runs is missing`() throws {
    let mean = "strategy: s, column: threshold_mean_dB, "
    let found = try reproduced(
      mean + "value: 9, tolerance: 1, disagrees: {reason: so, found: 6.5, tolerance: 0.6}",
      mean + "value: 6, tolerance: 1, disagrees: {reason: so, found: 6, tolerance: 1}",
      mean + "value: 9, tolerance: 1, disagrees: {reason: so, found: 6.5, tolerance: 0.4}",
      "strategy: s, column: coverage, value: 0.95, tolerance: 1")
    #expect(found.map(\.verdict) == [.disagrees, .unexpected, .outside, .missing])
    #expect(found.map(\.verdict.isRight) == [true, false, false, false])
  }

  @Test func `levels come from the kept trials, run by run`() throws {
    let found = try reproduced(
      "strategy: s, column: level_mean_dB, value: 12, tolerance: 0",
      "strategy: s, column: level_mean_dB, trials: [2, 3], value: 10, tolerance: 0",
      "strategy: s, column: level_geometric_mean_dB, trials: [2, 2], value: 8, tolerance: 0.001",
      levels: [[20, 4, 6], [20, 16, 14], [20, 4, 6], [20, 16, 14]])
    expect(found[0], 40.0 / 3, found[0].ours.standardError)
    expect(found[1], 10, (4 * 25.0 / 3 / 4).squareRoot())
    #expect(abs((found[2].ours.value ?? 0) - 8) < 1e-12)
    #expect(found.map(\.verdict) == [.outside, .agrees, .agrees])
  }

  @Test func `levels under given responses are held one by one`() throws {
    let found = try reproduced(
      "strategy: s, responses: \"1101\", levels: [20, 20, 18, 20, 20]",
      "strategy: s, responses: \"1101\", levels: [20, 20, 18, 19]",
      "strategy: s, responses: \"1101\", levels: [20, 20, 18, 19], tolerance: 1")
    #expect(found.map(\.verdict) == [.agrees, .outside, .agrees])
    #expect(found.map(\.ours.value) == [0, 1, 1])
  }

  @Test func `every figure of the summary that can be asked for is a column of it`() {
    let columns = Set(SummaryTable.declared.map(\.name))
    for figure in PublishedFigure.all {
      #expect(columns.contains(figure.name) == figure.isOfSummary, "\(figure.name)")
    }
  }
}

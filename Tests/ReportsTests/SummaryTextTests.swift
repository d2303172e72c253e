import Foundation
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// The summary that people read, of runs made by hand.
@Suite struct SummaryTextTests {
  private let folder: URL

  init() { folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)") }

  private struct Made {
    var strategy: String
    var varied: [String]
    var truth: Double?
    /// The thresholds of the fit; nil is a failed run.
    var thresholds: [Double?]
    /// Of the truth: nobody knows λ where nobody knows it.
    var isKnown = true
  }

  /// The summary text of cells with a listener called ear, their runs of 60 trials.
  private func text(
    _ cells: [Made], question: String? = nil, varied: [String] = [], scale: Axis.Scale = .log, unit: String = "cents",
    within share: Double? = nil, in page: PageWidth = .whole
  ) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let simulation = SimulationRecord(
      name: "made", question: question, digest: "", seed: "", version: "", build: "", experiment: "{}",
      task: "comparison", unit: unit, scale: scale, alternatives: 2, varied: varied, replicates: 4)
    let records = cells.enumerated().map { id, cell in
      CellRecord(
        id: id, strategy: cell.strategy, listener: "ear", varied: cell.varied,
        estimators: [
          EstimatorRecord(
            name: "own", target: 0.5.squareRoot(), truth: cell.truth, trueLapse: cell.isKnown ? 0 : nil, idealSweat: 3),
          EstimatorRecord(
            name: "fit", target: 0.75, truth: cell.truth, trueLapse: cell.isKnown ? 0 : nil, idealSweat: 3),
        ])
    }
    let file = try ResultsFile.create(
      at: folder.appending(path: "r.sqlite").path, simulation, cells: records, replacing: true)
    for (id, cell) in cells.enumerated() {
      var batch = BatchRecord(cell: id, replicates: 1...cell.thresholds.count, seconds: 0)
      for (index, threshold) in cell.thresholds.enumerated() {
        batch.runs.append(
          RunRecord(
            replicate: index + 1, trials: 60, reversals: 9, correct: 45 + index % 2, judged: 60, stopReason: "trials",
            failure: nil))
        for estimator in 0...1 {
          var estimate = EstimateRecord(
            replicate: index + 1, estimator: estimator, status: threshold == nil ? .step : .ok)
          estimate.threshold = threshold.map { estimator == 0 ? 10 : $0 }
          batch.estimates.append(estimate)
        }
      }
      try file.append([batch])
    }
    return try SummaryText(SimulationSummary(of: file, within: share ?? 0.1), showsShare: share != nil).text(in: page)
  }

  @Test func `a table for each listener, the best strategy first, figures to the second digit of their error`() throws {
    let far = Made(strategy: "far", varied: [], truth: 10, thresholds: [40, 5, 20, nil])
    let near = Made(strategy: "near", varied: [], truth: 10, thresholds: [20, 5, 10, 10])
    let text = try text([far, near], question: "Which?")
    #expect(text == SummaryTextTests.farAndNear, "\(text)")
  }

  /// By hand: near's errors are 1, −1, 0 and 0, far's 2, −1 and 1.
  private static let farAndNear = """
    made: Which?
    n = 4 runs in each row

    ear is 75 % correct at 10.00 cents
    strategy  estimator   target  trials  no_threshold       bias_log2        sd_log2      rmse_log2  median_abs_log2     efficiency  percent_correct
    ────────  ─────────  ───────  ──────  ────────────  ──────────────  ─────────────  ─────────────  ───────────────  ─────────────  ───────────────
    near      fit        75.00 %    60.0         0.0 %   +0.00  ±0.41    0.82  ±0.18    0.71  ±0.20             0.500   0.075 ±0.087      75.83 ±0.48
              own        70.71 %    60.0         0.0 %   +0.000          0.000          0.000                   0.000   –                 75.83 ±0.48
    far       fit        75.00 %    60.0        25.0 %  (+0.67  ±0.88)  (1.53  ±0.25)  (1.41  ±0.35)            1.500  (0.021)            75.83 ±0.48
              own        70.71 %    60.0        25.0 %  (+0.000)        (0.000)        (0.000)                  0.000   –                 75.83 ±0.48

    error: log2(estimate / truth); ±: Monte Carlo standard error, from the finite number of runs; a
      run without a threshold has no error
    truth: the true threshold, the level at which the simulated listener (lapses included) reaches the
      target proportion correct
    fit: one fit of the trials, the same for every strategy, by maximum likelihood; own: the
      strategy's own estimate, at its own target
    median_abs: median distance from the true threshold over all runs; a run without a threshold
      counts as infinitely far
    no threshold in more than 10 % of the runs: far with ear by own, far with ear by fit; numbers in
      brackets use only the other runs, so they look better than they are
      far with ear by own, far with ear by fit: answers jump from one level to the next, in 25 % of
        the runs

    """

  @Test func `an unknown threshold is not called missing`() throws {
    let none = Made(strategy: "s", varied: [], truth: nil, thresholds: [40, 5])
    #expect(try text([none]).contains("\near is never 75 % correct\n"))
    let unknown = Made(strategy: "s", varied: [], truth: nil, thresholds: [40, 5], isKnown: false)
    #expect(try text([unknown]).contains("\near is 75 % correct at a level that is not known\n"))
  }

  /// Thirty runs with one of two thresholds: near and same are alike, far fails in half of them, odd is off by an octave.
  @Test func `a note below the table names the strategies that differ from the best`() throws {
    let near = (0..<30).map { $0 % 2 == 0 ? 10.2 : 9.9 } as [Double?]
    let far = (0..<30).map { $0 % 2 == 0 ? 10.2 : nil } as [Double?]
    let odd = (0..<30).map { $0 % 3 == 0 ? 20 : 24 } as [Double?]
    let text = try text([
      Made(strategy: "far", varied: [], truth: 10, thresholds: far),
      Made(strategy: "near", varied: [], truth: 10, thresholds: near),
      Made(strategy: "same", varied: [], truth: 10, thresholds: near),
      Made(strategy: "odd", varied: [], truth: 10, thresholds: odd),
    ])
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "fit: near has the smallest RMSE, 0.023 octaves; odd has a larger RMSE; odd is farther from the truth than the "
          + "best strategy in more runs than it is closer; same is within 0 octaves of it; far has no threshold in 50 % of its runs and is not ranked"
      ))
    #expect(
      words.contains(
        "verdicts: Peach compares strategies in pairs of runs on the same random numbers: by root mean square error (RMSE), "
          + "over runs in which both have a threshold, and by which one is closer to the truth more often"))
  }

  @Test func `a strategy that fails in more than a tenth of its runs is not praised`() throws {
    let exact = (0..<40).map { $0 % 9 == 0 ? nil : 10.01 } as [Double?]
    let steady = (0..<40).map { $0 % 2 == 0 ? 12.0 : 9 } as [Double?]
    func verdict(_ cells: [Made]) throws -> String {
      try text(cells).split(separator: "\n\n").first { $0.contains("\nfit: ") }.map {
        $0.components(separatedBy: "\nfit: ")[1].replacing("\n  ", with: " ")
      } ?? ""
    }
    #expect(
      try verdict([
        Made(strategy: "exact", varied: [], truth: 10, thresholds: exact),
        Made(strategy: "steady", varied: [], truth: 10, thresholds: steady),
      ])
        == "only steady has a threshold in at least 90 % of its runs; exact has no threshold in 13 % of its runs and is not ranked"
    )
    #expect(
      try verdict([
        Made(strategy: "exact", varied: [], truth: 10, thresholds: exact),
        Made(strategy: "other", varied: [], truth: 10, thresholds: exact),
      ])
        == "no strategy is called the best; exact has no threshold in 13 % of its runs and is not ranked; other has no threshold "
        + "in 13 % of its runs and is not ranked")
  }

  @Test func `the verdict of a sweep repeats the swept value`() throws {
    let near = (0..<30).map { $0 % 2 == 0 ? 10.2 : 9.9 } as [Double?]
    let far = (0..<30).map { $0 % 2 == 0 ? 12.2 : 13.9 } as [Double?]
    let text = try text(
      [
        Made(strategy: "a", varied: ["5"], truth: 10, thresholds: near),
        Made(strategy: "a", varied: ["20"], truth: 10, thresholds: far),
        Made(strategy: "b", varied: ["5"], truth: 10, thresholds: far),
        Made(strategy: "b", varied: ["20"], truth: 10, thresholds: near),
      ], varied: ["listeners.ear.jnd"])
    #expect(text.contains("\near, jnd 5 cents, fit: a has the smallest RMSE, 0.023 octaves; b has a larger RMSE;"))
    #expect(text.contains("\near, jnd 20 cents, fit: b has the smallest RMSE, 0.023 octaves; a has a larger RMSE;"))
  }

  @Test func `a sweep is one table in the order of the file, with a column for each varied value`() throws {
    let text = try text(
      [
        Made(strategy: "a", varied: ["5", "50", ""], truth: 5, thresholds: [5, 6]),
        Made(strategy: "a", varied: ["5", "100", ""], truth: 5, thresholds: [5, 7]),
        Made(strategy: "b", varied: ["20", "", "quick"], truth: 20, thresholds: [20, 21]),
      ], varied: ["listeners.ear.jnd", "strategies.a.start", "strategies.b.order"],
      in: PageWidth(columns: 80))
    #expect(text == SummaryTextTests.sweep)
  }

  private static let sweep = """
    made
    n = 2 runs in each row

    strategy  jnd  start  order  estimator  no_threshold     rmse_log2
    ────────  ───  ─────  ─────  ─────────  ────────────  ────────────
    a         5    50            fit               0.0 %  0.186 ±0.093
                                 own               0.0 %  1.000
    a         5    100           fit               0.0 %  0.34  ±0.17
                                 own               0.0 %  1.000
    b         20          quick  fit               0.0 %  0.050 ±0.025
                                 own               0.0 %  1.000
    not shown: truth_cents, target, trials, bias_log2, sd_log2, median_abs_log2,
      efficiency, percent_correct; all with --wide

    error: log2(estimate / truth); ±: Monte Carlo standard error, from the finite
      number of runs; a run without a threshold has no error
    truth: the true threshold, the level at which the simulated listener (lapses
      included) reaches the target proportion correct
    fit: one fit of the trials, the same for every strategy, by maximum
      likelihood; own: the strategy's own estimate, at its own target
    median_abs: median distance from the true threshold over all runs; a run
      without a threshold counts as infinitely far

    """

  @Test func `a narrow page names the hidden columns, and a sweep keeps its values`() throws {
    let far = Made(strategy: "far", varied: ["5"], truth: 10, thresholds: [40, 5, 20, nil])
    for columns in [60, 80, 100, 200] {
      let text = try text([far], varied: ["listeners.ear.jnd"], in: PageWidth(columns: columns))
      let lines = text.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns }, "\(text)")
      #expect(lines.contains { $0.hasPrefix("strategy  jnd  estimator ") })
      #expect(text.replacing("\n  ", with: " ").contains("; all with --wide\n") == (columns < 200))
    }
  }

  @Test func `an unknown value is a dash, and many failures are noted`() throws {
    let text = try text([Made(strategy: "lost", varied: [], truth: nil, thresholds: [nil, nil])])
    #expect(text.contains("\near is never 75 % correct\n"))
    #expect(text.contains("100.0 %          –        –          –                –           –"))
    #expect(
      text.hasSuffix(
        "\nno threshold in more than 10 % of the runs: lost with ear by own, lost with ear by fit; numbers in\n"
          + "  brackets use only the other runs, so they look better than they are\n"
          + "  lost with ear by own, lost with ear by fit: answers jump from one level to the next, in 100 % of\n"
          + "    the runs\n"
      ))
  }

  @Test func `the share within a part of the truth is a column where it is asked for`() throws {
    let text = try text(
      [Made(strategy: "a", varied: [], truth: 10, thresholds: [10.5, 9.5, 10.6, nil])], within: 0.05)
    #expect(text.contains("  percent_correct  within_5_percent\n"))
    #expect(text.split(separator: "\n")[5].hasSuffix("    0.50 ±0.25"), "\(text)")
    #expect(text.split(separator: "\n")[6].hasSuffix("    0.75 ±0.22"), "\(text)")
  }

  @Test func `errors on a linear axis are differences in its unit`() throws {
    let text = try text(
      [Made(strategy: "a", varied: [], truth: -20, thresholds: [-18, -22, -21])], scale: .linear, unit: "dB")
    #expect(text.contains("ear is 75 % correct at −20.00 dB\n"))
    #expect(text.contains("bias_dB"))
    #expect(text.contains("\nerror: estimate − truth; "))
    #expect(!text.contains("log2"))
  }
}

import Foundation
import Glibc
import PeachExperiments
import PeachMath
import PeachSimulation
import PeachStorage
import Testing

/// Every figure of `experiments/README.md` is that of the committed results, written as they are here.
@Suite struct ExperimentFiguresTests {
  /// The document with each run of spaces and line ends as one space.
  private static let text: String = {
    let text = (try? String(contentsOf: Paths.folder.appending(path: "README.md"), encoding: .utf8)) ?? ""
    return text.split { $0.isWhitespace }.joined(separator: " ")
  }()

  private func says(_ words: String, _ place: SourceLocation = #_sourceLocation) {
    #expect(Self.text.contains(words), "the README of the experiments does not say: \(words)", sourceLocation: place)
  }

  private func fixed(_ value: Double, _ decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", value)
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  /// The least and the largest of some figures: "0.21 to 0.25", or one where they are written alike.
  private func range(_ values: [Double], _ decimals: Int) -> String {
    let ends = [values.min(), values.max()].map { fixed($0 ?? .nan, decimals) }
    return ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"
  }

  /// How far off a bias of so many octaves is, in percent.
  private func percent(_ octaves: Double) -> Double { 100 * abs(exp2(octaves) - 1) }

  @Test func `a day in the lab`() throws {
    let results = try ExperimentResults("lab-day")
    func figure(_ column: String, _ estimator: String = "fit") throws -> Double {
      try results[column, "three-quarters", "rehearsal", estimator]
    }
    says("within a factor of \(fixed(exp2(try figure("rmse_log2")), 2))**")
    says(
      "RMSE \(fixed(try figure("rmse_log2"), 2)) octaves by the common fit, \(fixed(try figure("rmse_log2", "own"), 2)) by the "
        + "staircase's own estimate")
    says("a bias of \(fixed(try figure("bias_log2"), 2)) ±\(fixed(try figure("bias_log2_se"), 2)) octaves")
    #expect(try figure("failed") == 0 && figure("failed", "own") == 0)
  }

  @Test func `the comparison of strategies`() throws {
    let results = try ExperimentResults("strategy-comparison")
    let (musician, other) = ("musician", "non-musician")
    func rmse(_ strategy: String, _ listener: String, _ estimator: String = "fit") throws -> Double {
      try results["rmse_log2", strategy, listener, estimator]
    }
    let best = (try rmse("garcia-perez-3-down", musician), try rmse("garcia-perez-3-down", other))
    for strategy in ["weighted-75", "2-down-1-up", "kazez", "adaptive"] {
      #expect(try best.0 < rmse(strategy, musician))
      #expect(try strategy == "adaptive" || best.1 < rmse(strategy, other))
    }
    says(
      "RMSE \(fixed(best.0, 2)) and \(fixed(best.1, 2)) octaves by the common fit, a factor of \(fixed(exp2(best.0), 2)) "
        + "and \(fixed(exp2(best.1), 2)) either way")
    let target = try results["target", "garcia-perez-3-down", musician, "own"]
    says("near \(fixed(100 * target, 0)) % correct")
    let right = try [other, musician].map { try results["percent_correct", "garcia-perez-3-down", $0, "fit"] }
    says("right on \(range(right, 0)) % of trials")
    says(
      "follows (\(fixed(try rmse("weighted-75", musician), 2)), \(fixed(try rmse("weighted-75", other), 2))), then "
        + "**two-down-one-up** (\(fixed(try rmse("2-down-1-up", musician), 2)), "
        + "\(fixed(try rmse("2-down-1-up", other), 2)))")
    says(
      "\(fixed(best.0, 2)) against \(fixed(try rmse("garcia-perez-3-down", musician, "own"), 2)) for García-Pérez, "
        + "\(fixed(try rmse("2-down-1-up", musician), 2)) against \(fixed(try rmse("2-down-1-up", musician, "own"), 2)) for "
        + "two-down-one-up on the musician")
    let rules = ["garcia-perez-3-down", "weighted-75", "2-down-1-up"]
    let biases = try rules.flatMap { rule in try [musician, other].map { try results["bias_log2", rule, $0, "fit"] } }
    says("biased by \(range(biases.map { 100 * (exp2($0) - 1) }, 1)) %")
    for rule in rules {
      for listener in [musician, other] {
        #expect(try rmse(rule, listener) < rmse(rule, listener, "own"))
        let bias = try results["bias_log2", rule, listener, "own"]
        let error = try results["bias_log2_se", rule, listener, "own"]
        #expect((abs(bias) < 2 * error) == (rule != "2-down-1-up"))
      }
    }
    let low = try [musician, other].map { percent(try results["bias_log2", "2-down-1-up", $0, "own"]) }
    says("with its large steps, is biased by \(range(low, 0)) %")
  }

  @Test func `calibrations of listeners`() throws {
    let results = try ExperimentResults("calibration")
    let listeners = ["3", "12", "45"].flatMap { jnd in ["0", "2", "5"].map { "jnd-\(jnd)-lapse-\($0)" } }
    func figures(_ column: String) throws -> [Double] {
      try listeners.map { try results[column, "calibration", $0, "own"] }
    }
    let coverages = try figures("coverage").map { 100 * $0 }
    #expect(coverages.allSatisfy { 93...98.5 ~= $0 })
    says("hold the truth in \(range(coverages, 1)) % of runs")
    let errors = try figures("coverage_se").map { 100 * $0 }
    says("standard errors \(range(errors, 1)).")
    says("It takes \(range(try figures("trials_mean"), 0)) trials on average")
    says("the estimates are \(range(try figures("bias_log2").map { 100 * (exp2($0) - 1) }, 1)) % off")
    says("scatter by \(range(try figures("sd_log2"), 2)) octaves")
    #expect(try figures("failed").allSatisfy { $0 == 0 })
  }

  @Test func `the ranking with listeners who change`() throws {
    let results = try ExperimentResults("rich-listeners")
    let strategies = [
      "kazez", "2-down-1-up", "weighted-up-down", "quest", "psi-marginal", "quest-plus-signed", "constant-stimuli",
    ]
    let mild = ["wandering", "repeating", "contracting", "forgetting"]
    func figure(_ column: String, _ strategy: String, _ listener: String, _ estimator: String = "fit") throws -> Double
    {
      try results[column, strategy, listener, estimator]
    }
    func rmse(_ strategy: String, _ listener: String, _ estimator: String = "fit") throws -> Double {
      try figure("rmse_log2", strategy, listener, estimator)
    }
    func ranking(_ listener: String) throws -> [String] {
      let errors = try strategies.map { ($0, try rmse($0, listener)) }
      return errors.sorted { $0.1 < $1.1 }.map(\.0)
    }
    func all(_ column: String, _ listener: String) throws -> [Double] {
      try strategies.map { try figure(column, $0, listener) }
    }
    for strategy in strategies {
      let cells = try (["steady", "lapsing", "bursts"] + mild + ["learning", "tiring"]).map {
        fixed(try rmse(strategy, $0), 2)
      }
      says("| `\(strategy)` | \(cells.joined(separator: " | ")) |")
    }
    #expect(try Array(ranking("steady").suffix(2)) == ["constant-stimuli", "kazez"])
    #expect(try ranking("bursts").first == "constant-stimuli" && ranking("bursts").suffix(2).first == "quest")
    for listener in ["steady"] + mild { #expect(try ranking(listener).first == "quest") }
    says(
      "steady listener (\(fixed(try rmse("quest", "steady"), 2)) octaves) and next to the largest on the one who lapses in "
        + "bursts (\(fixed(try rmse("quest", "bursts"), 2)))")
    says(
      "(\(fixed(try rmse("constant-stimuli", "steady"), 2))), are first there "
        + "(\(fixed(try rmse("constant-stimuli", "bursts"), 2)))")
    says("each by itself, they are \(range(try all("rmse_log2", "lapsing"), 2))")
    let medians = try all("median_abs_error_log2", "bursts")
    #expect(try medians.min() == figure("median_abs_error_log2", "quest", "bursts"))
    says(
      "QUEST is still first in bursts, \(fixed(medians.min() ?? 0, 2)) octaves, constant stimuli have "
        + fixed(try figure("median_abs_error_log2", "constant-stimuli", "bursts"), 2))
    says(
      "reversals is \(fixed(try rmse("2-down-1-up", "bursts", "own"), 2)) octaves off in bursts, the fit of its trials "
        + fixed(try rmse("2-down-1-up", "bursts"), 2))
    says("its error is \(fixed(try rmse("quest-plus-signed", "bursts", "own"), 2)), the least of all")
    says("\(fixed(try figure("failed", "quest-plus-signed", "bursts", "own") / 10, 0)) % of its runs end without")
    let bayesian = ["quest", "psi-marginal", "quest-plus-signed"]
    says(
      "hold the truth in \(range(try bayesian.map { 100 * (try figure("coverage", $0, "bursts", "own")) }, 0)) % of runs"
    )
    let ratios = try strategies.flatMap { strategy in
      try mild.map { try rmse(strategy, $0) / rmse(strategy, "steady") }
    }
    says("errors are \(range(ratios, 2)) times those on the steady listener")
    says(
      "(\(fixed(try rmse("quest-plus-signed", "repeating"), 2)) instead of "
        + "\(fixed(try rmse("quest-plus-signed", "steady"), 2)))"
    )
    says(
      "every estimate is \(range(try all("bias_log2", "learning").map { -$0 }, 2)) octaves low, with one who tires "
        + "\(range(try all("bias_log2", "tiring"), 2)) high")
    says("as ever (\(range(try all("sd_log2", "learning"), 2)) and \(range(try all("sd_log2", "tiring"), 2)))")
    says(
      "hold the truth in \(fixed(100 * (try figure("coverage", "quest", "learning", "own")), 0)) and "
        + "\(fixed(100 * (try figure("coverage", "quest", "tiring", "own")), 0)) % of runs")
    #expect(try all("failed", "bursts").allSatisfy { $0 <= 31 })
  }

  @Test func `the training rules`() throws {
    let results = try ExperimentResults("strategy-comparison")
    let correct = try ["musician", "non-musician"].map { try results["percent_correct", "kazez", $0, "fit"] }
    says("answered correctly \(range(correct, 0)) times in a hundred")
    let efficiency = (
      try results["efficiency", "kazez", "non-musician", "fit"],
      try results["efficiency", "garcia-perez-3-down", "non-musician", "fit"]
    )
    says(
      "about \(fixed(efficiency.1 / efficiency.0, 1)) times the trials of García-Pérez' rule for the same precision (by "
        + "efficiency, \(fixed(efficiency.0, 2)) against \(fixed(efficiency.1, 2)))")
    says(
      "On the musician \(fixed(try results["percent_correct", "adaptive", "musician", "fit"], 0)) % of answers are correct"
    )
    let failed = try results["failed", "adaptive", "musician", "fit"]
    #expect(abs(failed / 10_000 - 0.5) < 0.02)
    says("half of the runs cannot be fitted")
    let bias = try results["bias_log2", "adaptive", "musician", "fit"]
    #expect(abs(exp2(bias) - 4.0 / 3) < 0.02)
    says("are a third too high")
    let rmse = try results["rmse_log2", "adaptive", "non-musician", "fit"]
    says("as well as the best: RMSE \(fixed(rmse, 2)), as García-Pérez' rule")
    #expect(fixed(rmse, 2) == fixed(try results["rmse_log2", "garcia-perez-3-down", "non-musician", "fit"], 2))
  }

  private let listeners = ["keen", "average", "coarse"]

  @Test func `the recovery of targets`() throws {
    let results = try ExperimentResults("strategy-recovery")
    func own(_ column: String, _ strategies: [String]) throws -> [Double] {
      try strategies.flatMap { strategy in try listeners.map { try results[column, strategy, $0, "own"] } }
    }
    let precise = ["quest", "mlp", "quest-plus-signed"]
    let close = ["zest", "garcia-perez"]
    let ofAlpha = ["zest", "best-pest", "uml", "psi", "psi-marginal", "quest-plus"]
    let recovering =
      ["1-down-1-up-weighted", "2-down-1-up", "3-down-1-up", "garcia-perez", "robbins-monro", "kesten"] + precise
    let tracks = try listeners.map { try results["bias_log2", "interleaved", $0, "own:two-down"] }
    #expect(try (own("bias_log2", recovering) + tracks).allSatisfy { abs($0) < 0.1 })
    says("is within 0.1 octave (\(fixed(percent(0.1), 0)) %)")
    let low = try listeners.map { listener in
      range(try ofAlpha.map { -(try results["bias_log2", $0, listener, "own"]) }, 2)
    }
    says("who has it, they are \(low[2]) low, on the average one (λ 0.01) \(low[1]), on the keen one")
    says("who does not lapse, \(low[0])")
    says("it ends after \(range(try own("trials_mean", ["pest"]), 0)) trials")
    says("has an error of \(range(try own("rmse_log2", ["pest"]), 2)) octaves")
    says("lies \(range(try own("bias_log2", ["pest"]).map(percent), 0)) % low")
    says("**Hall's hybrid** reaches \(range(try own("rmse_log2", ["hall"]), 2)) with the same trials")
    says("are the most precise**: \(range(try own("rmse_log2", precise), 2)) octaves")
    says("ZEST and García-Pérez close behind (\(range(try own("rmse_log2", close), 2)))")
    let others = Set(recovering + ofAlpha + ["sequence"]).subtracting(precise + close)
    for (place, listener) in listeners.enumerated() {
      let best = try precise.map { try results["rmse_log2", $0, listener, "own"] }
      let rest = try others.map { try results["rmse_log2", $0, listener, "own"] }
      #expect(try #require(best.max()) < #require(rest.min()), "listener \(place)")
    }
  }

  @Test func `the control, and strategies without an estimate`() throws {
    let results = try ExperimentResults("strategy-recovery")
    says(
      "its efficiency is \(fixed(try results["efficiency", "random", "average", "fit"], 2)), which no procedure can have"
    )
    says("\(fixed(try results["failed", "random", "average", "fit"], 0)) of its 1000 runs are left out")
    // Of the average listener, whose σ is JND/0.67449 and who lapses on 2 % of trials: where an answer tells most.
    func sweat(_ level: Double) -> Double {
      let (deviation, step) = (12 / 0.674_489_750_196_081_7, 1e-4)
      func correct(_ level: Double) -> Double { 0.01 + 0.98 * NormalDistribution.cumulative(level / deviation) }
      let slope = (correct(level * (1 + step)) - correct(level * (1 - step))) / (2 * step)
      return correct(level) * (1 - correct(level)) / (slope * slope)
    }
    let best = (100...500).map { Double($0) / 10 }.min { sweat($0) < sweat($1) }
    says("that of the average one is \(fixed(try #require(best), 1)) cents")
    says("who is right \(fixed(try results["percent_correct", "random", "keen", "fit"], 1)) times in a hundred")
    #expect(try results["failed", "random", "keen", "fit"] == 1000)
    let errors = try ["limits", "constant-stimuli", "kazez", "adaptive"].flatMap { strategy in
      try listeners.map { try results["rmse_log2", strategy, $0, "fit"] }
    }
    says("The common fit of their trials has an error of \(range(errors, 2)) octaves")
    let failed = try results["failed", "adaptive", "keen", "fit"]
    says("\(fixed(failed / 10, 0)) % of the keen listener's Adaptive runs cannot be fitted")
  }

  @Test func `yes and no`() throws {
    let results = try ExperimentResults("strategy-recovery-yes-no")
    let listeners = ["keen", "average", "liberal"]
    func own(_ column: String, _ strategy: String) throws -> [Double] {
      try listeners.map { try results[column, strategy, $0, "own"] }
    }
    let (bias, sd) = (try own("bias_dB", "siam"), try own("sd_dB", "siam"))
    says(
      "a bias of \(fixed(bias[0], 2)) and \(fixed(bias[1], 2)) dB, an SD of \(fixed(sd[0], 1)) and \(fixed(sd[1], 1)) dB"
    )
    says("makes it \(fixed(bias[2], 1)) dB high with an SD of \(fixed(sd[2], 1)) dB")
    // The listeners of the file, and the levels of its targets.
    let cells = try Experiment.read(Paths.experiment("strategy-recovery-yes-no.yaml")).plan.cellRecords
    func targets(_ strategy: String) throws -> [Double] {
      try cells.filter { $0.strategy == strategy }.map { try #require($0.estimators[0].truth) }
    }
    let alphas = [8.0, 15, 20]
    let truths = try targets("quest-plus")
    #expect(zip(truths, alphas).allSatisfy { abs($0 - $1) < 1e-9 })
    let found = try own("bias_dB", "quest-plus")
    says("is \(fixed(found[0], 2)), \(fixed(found[1], 2)) and \(fixed(found[2], 2)) dB above it")
    says("\(fixed(alphas[2] - (try targets("1-down-1-up")[2]), 1)) dB below α with the liberal one")
  }

  // MARK: Intervals

  private static let kinds = ["profile", "posterior", "wald", "percentile", "bca"]

  /// A row of a table with a figure for every kind of interval that an experiment has of these trials.
  private func row(_ label: String, _ ends: [IntervalEnds], _ trials: String, _ figure: (IntervalEnds) -> String)
    -> String
  {
    let figures = Self.kinds.map { kind in ends.first { $0.strategy == "\(trials)-\(kind)" }.map(figure) ?? "" }
    return "| \(label) | " + figures.map { $0.isEmpty ? "|" : "\($0) |" }.joined(separator: " ")
  }

  private func share(_ count: Int, of all: Int) -> String { fixed(100 * Double(count) / Double(all), 1) }

  /// In percent, with its standard error.
  private func coverage(_ count: Int, of all: Int) -> String {
    let share = Double(count) / Double(all)
    let error = (share * (1 - share) / Double(all)).squareRoot()
    return "\(fixed(100 * share, 1)) ±\(fixed(100 * error, 1))"
  }

  /// How many of the runs with a sound fit have an interval with both ends, one and none, and how many of these hold the
  /// truth.
  @Test(arguments: ExperimentIntervalsTests.experiments) func `the coverage of intervals`(name: String) throws {
    let ends = try IntervalEnds.committed(name)
    let section = try #require(Self.text.components(separatedBy: "## ").first { $0.hasPrefix("\(name) ") })
    let trials = [("8 × 40 constant", "constant"), ("400 adaptive", "staircase-400"), ("60 adaptive", "staircase-60")]
    for (label, trials) in trials {
      let rows = [
        row("\(label): both ends", ends, trials) { share($0.closed, of: $0.sound) },
        row("and hold the truth", ends, trials) { coverage($0.closedHolding, of: $0.closed) },
        row("one end", ends, trials) { share($0.oneOpen, of: $0.sound) },
        row("no end", ends, trials) { share($0.bothOpen, of: $0.sound) },
        row("of those with an end hold the truth", ends, trials) {
          coverage($0.closedHolding + $0.oneOpenHolding, of: $0.closed + $0.oneOpen)
        },
      ].joined(separator: " ")
      #expect(section.contains(rows), "\(name) does not say: \(rows)")
    }
    let failed = ends.filter { $0.strategy.hasPrefix("staircase-60") }.map {
      100 * (1 - Double($0.sound) / Double($0.runs))
    }
    let words = "\(range(failed, 0)) % of the runs of 60 adaptive trials have no sound fit"
    #expect(section.contains(words), "\(name) does not say: \(words)")
  }

  /// The validation has those with both ends, and how many these are where they are not all.
  @Test(arguments: ExperimentIntervalsTests.experiments) func `the coverage in the validation`(name: String)
    throws
  {
    let file = Paths.folder.deletingLastPathComponent().appending(path: "VALIDATION.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let ends = try IntervalEnds.committed(name)
    let reading = name.split(separator: "-")[2]
    let trials = [("8 × 40 constant", "constant"), ("400 adaptive", "staircase-400"), ("60 adaptive", "staircase-60")]
    for (label, trials) in trials {
      let row = row("\(reading), \(label)", ends, trials) { ends in
        let closed = share(ends.closed, of: ends.sound)
        return share(ends.closedHolding, of: ends.closed) + (closed == "100.0" ? "" : " (\(closed))")
      }
      #expect(text.contains(row), "VALIDATION.md does not say: \(row)")
    }
  }

  @Test func `the results of forty matchings`() throws {
    let results = try ExperimentResults("pitch-matching")
    let listeners = ["precise", "sharp", "hasty", "untuned"]
    let estimators = ["constant-error", "variable-error", "under-adjustment"]
    func figure(_ column: String, _ listener: String, _ estimator: String) throws -> Double {
      try results[column, "uniform", listener, estimator]
    }
    let coverages = try listeners.flatMap { listener in
      try estimators.map { 100 * (try figure("coverage", listener, $0)) }
    }
    says("\(range(coverages, 1)) % hold the truth")
    let errors = try listeners.map { fixed(try figure("rmse_cents", $0, "constant-error"), 2) }
    says(
      "its error is \(errors[0]), \(errors[1]), \(errors[2]) and \(errors[3]) cents for scatters of 4, 8, 8 and 30 cents"
    )
    says("found with an error of \(fixed(try figure("rmse_cents", "hasty", "under-adjustment"), 3))")
    let biases = try listeners.flatMap { listener in try estimators.map { abs(try figure("bias_cents", listener, $0)) }
    }
    #expect(try biases.max() == figure("bias_cents", "untuned", "constant-error"))
    says("the largest bias is \(fixed(biases.max() ?? .nan, 2)) cents")
    let low = try listeners.map { listener in
      -100 * (try figure("bias_cents", listener, "variable-error"))
        / (try figure("true_threshold_cents", listener, "variable-error"))
    }
    says("standard deviations are \(range(low, 1)) % low")
  }
}

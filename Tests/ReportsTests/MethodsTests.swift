import Foundation
import PeachAnalysis
import PeachExperiments
import PeachFitting
import PeachListeners
import PeachMath
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachStrategies
import PeachSupport
import PeachTrials
import Testing

/// The methods sections of simulations and fits, and their references.
@Suite struct MethodsTests {
  private static let experiment = """
    name: small
    question: which?
    seed: 11
    task: {kind: forced-choice, unit: dB, scale: linear, alternatives: 3}
    listeners: [{name: ear, kind: psychometric, function: logistic, threshold: {vary: [20, 24]}, slope: 0.4, lapse: 0.02}]
    strategies:
      - {name: down, kind: transformed-up-down, start: 40, down: 3, step: {linear: 4, after-reversals: {2: 2}}}
      - {name: plus, kind: quest-plus, function: logistic, levels: {from: 0, to: 50, count: 26, spacing: linear}, threshold: {from: 10, to: 40, count: 16, spacing: linear}, slope: [0.2, 0.4], lapse: [0, 0.02], stop: {any: [{width: 3}, {trials: 50}], maximum: 80}}
    stop: {all: [{trials: 30}, {reversals: 8}], maximum: 90}
    replicates: 4
    keep-trials: 1

    """

  /// A results file of the experiment, its plan and the folder to remove.
  private func made(_ experiment: String = MethodsTests.experiment) async throws -> (
    results: ResultsFile, plan: Plan, folder: URL
  ) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let plan = try Experiment.parse(experiment, file: "small.yaml").plan
    let results = try ResultsFile.create(
      at: folder.appending(path: "r.sqlite").path, plan.record(version: "1.2.3", build: "b"), cells: plan.cellRecords,
      replacing: false)
    #expect(try await Simulator(plan, jobs: 1, isCancelled: { false }).run(into: results) { _ in })
    return (results, plan, folder)
  }

  private func simulation(_ experiment: String = MethodsTests.experiment) async throws -> MethodsText {
    let (results, plan, folder) = try await made(experiment)
    defer { try? FileManager.default.removeItem(at: folder) }
    return SimulationMethods.text(
      try TableContext(results), plan, kinds: .builtIn, year: 2031)
  }

  @Test func `the paragraphs of a simulation describe design, procedures, stops, estimates and software`() async throws
  {
    let text = try await simulation()
    #expect(text.paragraphs == MethodsTests.paragraphs)
  }

  private static let paragraphs = [
    "The procedures ‘down’ and ‘plus’ were simulated with one listener at every value of the threshold. Each trial "
      + "was a forced choice between three alternatives. The level of the signal was in dB. Each of the four "
      + "combinations of procedure and condition was simulated four times, with common random numbers (random seed 11). "
      + "The listener followed a psychometric function (Wichmann & Hill, 2001). Table 1 lists the parameters of the "
      + "listener.",
    "The procedure ‘down’ was a transformed up-down staircase (Levitt, 1971). The level stepped down after three "
      + "correct answers in a row and up after each wrong answer. The procedure converged on a target of 79.4 % correct "
      + "answers. The procedure ‘plus’ was QUEST+ (Watson, 2017). QUEST+ kept a posterior distribution over threshold, "
      + "slope and lapse rate on a grid. Each trial was placed at the level that minimised the expected entropy of the "
      + "joint posterior distribution. Its runs ended after 50 trials or when the 95 % interval of the threshold was at "
      + "most 3 wide. The threshold of ‘down’ was the mean of the levels at the reversals after the last change of step "
      + "size, omitting the first of them if their number was odd. All other runs ended once at least 30 trials had been "
      + "presented and at least eight reversals had occurred, or at the latest after 90 trials. Table 2 lists the "
      + "parameters of the procedures.",
    "The threshold of ‘down’ was compared with the true threshold, that is, the level at which the simulated "
      + "listener gave the target proportion of correct answers of this procedure. The procedure ‘plus’ "
      + "estimated the threshold parameter of its psychometric function: the level at which the function had covered 50 "
      + "% of its range between the guess rate and one minus the lapse rate. The true threshold of this procedure was "
      + "the level at which the listener’s function had covered the same part of its range. A cumulative normal function "
      + "(Thurstone, 1927) was also fitted to the trials of every run, whatever the procedure. Its guess rate was fixed "
      + "at 1/3, and its lapse rate was constrained to 0–0.1. The parameters of the function were estimated by maximum "
      + "likelihood with the penalty ¼ ln det I(μ/σ, 1/σ), where μ and σ were the location and scale of the function and "
      + "I was the expected Fisher information matrix for guess and lapse rates of 0 (Firth, 1993; Kosmidis & Firth, "
      + "2021). The threshold of the fit was the level at which 75 % of answers were correct. It was compared with the "
      + "level at which the simulated listener reached the same proportion.",
    "Errors were computed as the estimate minus the true threshold. Their mean (bias), standard deviation and root "
      + "mean square are reported with Monte Carlo standard errors (Morris et al., 2019). Runs that yielded no threshold "
      + "were excluded from these statistics. The sweat factor was the mean number of trials times the variance of the "
      + "errors (Taylor, 1971; Taylor & Creelman, 1967; Treutwein, 1995). Efficiency was the sweat factor of an ideal "
      + "procedure, which presents all trials at the most informative level, divided by that of the procedure. The "
      + "simulations were run with Peach 1.2.3 (Peach, 2031). The command ‘peach verify’ reproduces every number; the "
      + "checksum of the experiment was 56ff7fa6f321d9c72ef218440ffae937.",
  ]

  @Test func `the tables of a simulation list the parameters of task, listeners and procedures`() async throws {
    let tables = try await simulation().tables
    #expect(
      tables.map(\.caption) == ["Parameters of the listener.", "Parameters of the procedures."])
    #expect(
      tables[0].rows == [
        ["ear", "psychometric function", "logistic, F(x) = 1/(1 + e^(−β(x − α)))"],
        ["", "threshold α", "varied: 20, 24 dB"], ["", "slope β", "0.4/dB"], ["", "guess rate", "1/3"],
        ["", "lapse rate", "0.02"],
      ])
    #expect(
      tables[1].rows == [
        ["down", "correct answers before a step down", "3"], ["", "wrong answers before a step up", "1"],
        ["", "starting value", "40 dB"], ["", "step", "4 dB, then 2 dB after 2 reversals"],
        ["plus", "psychometric function", "logistic, F(x) = 1/(1 + e^(−β(x − α)))"],
        ["", "threshold α", "16 values from 10 to 40 dB, equally spaced"], ["", "slope β", "0.2/dB, 0.4/dB"],
        ["", "guess rate", "1/3"], ["", "lapse rate", "0, 0.02"],
        ["", "levels", "26 values from 0 to 50 dB, equally spaced"],
        ["", "choice of the level", "least expected entropy"], ["", "threshold estimate", "posterior mean"],
      ])
  }

  @Test func `listeners of one model share a table with a column for each parameter`() async throws {
    let text = try await simulation(
      """
      name: pair
      seed: 3
      task: {kind: comparison, notes: [C3, C5]}
      listeners: [{name: keen, kind: gaussian, jnd: 8}, {name: coarse, kind: gaussian, jnd: 30, lapse: 0.02}]
      strategies: [{name: w, kind: weighted-up-down, start: 100, step: {factor: 1.4}}]
      stop: {trials: 20}
      replicates: 1

      """)
    #expect(
      text.paragraphs[0].hasSuffix(
        "Both listeners followed the Gaussian model (Green & Swets, 1966). The just-noticeable difference (JND) was 0.6745 "
          + "times the standard deviation of the internal noise. Table 2 lists the parameters of the listeners."))
    #expect(text.tables[1].headings.prefix(3) == ["listener", "JND", "lapse probability"])
    #expect(text.tables[1].rows.map { $0.prefix(3) } == [["keen", "8 cents", "0"], ["coarse", "30 cents", "0.02"]])
  }

  @Test func `procedures with the same rule share one description`() async throws {
    let text = try await simulation(
      """
      name: groups
      seed: 4
      task: {kind: comparison, notes: [C3, C5]}
      listeners: [{name: a, kind: gaussian, jnd: 10}]
      strategies:
        - {name: near, kind: transformed-up-down, start: 20, down: 2, step: {factor: 2}, stop: {trials: 30}}
        - {name: three, kind: transformed-up-down, start: 20, down: 3, step: {factor: 2}, stop: {trials: 30}}
        - {name: far, kind: transformed-up-down, start: 50, down: 2, step: {factor: 2}, stop: {trials: 30}}
        - {name: list, kind: constant-stimuli, levels: [5, 10, 20], repetitions: 10, stop: {trials: 30}}
        - {name: other, kind: constant-stimuli, levels: [6, 12, 24], repetitions: 10, stop: {trials: 30}}
      replicates: 1

      """)
    #expect(
      text.paragraphs[1].hasPrefix(
        "The procedures ‘near’ and ‘far’ were each a transformed up-down staircase (Levitt, 1971). The level stepped "
          + "down after two correct answers in a row and up after each wrong answer. Each of these procedures converged on a "
          + "target of 70.7 % correct answers. Their runs ended after 30 trials. The procedure ‘three’ was a transformed "
          + "up-down staircase (Levitt, 1971). The level stepped down after three correct answers in a row and up after each "
          + "wrong answer. The procedure converged on a target of 79.4 % correct answers. Its runs ended after 30 trials. "
          + "The procedures ‘list’ and ‘other’ each used the method of constant stimuli (Fechner, 1860; Gescheider, 1997)."
      ),
      "\(text.paragraphs[1])")
  }

  @Test func `a combined strategy names its parts, with their settings, units and sources`() async throws {
    let (results, plan, folder) = try await made(
      """
      name: parts
      seed: 4
      task: {kind: comparison, notes: [C3, C5]}
      listeners: [{name: a, kind: gaussian, jnd: 10}]
      strategies:
        - {name: both, kind: interleaved, tracks: [{name: two, kind: transformed-up-down, start: 50, down: 2, step: {factor: 2}}]}
        - {name: seq, kind: sequence, parts: [{strategy: {kind: random, level: 20}, trials: 5}, {strategy: {kind: zest, function: weibull, threshold: [5, 10, 20], slope: 1.3}, trials: 5}]}
        - {name: fixed, kind: random, level: 20}
      stop: {any: [{trials: {vary: [9, 10]}}]}
      replicates: 1

      """)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = try SimulationMethods.text(
      TableContext(results), plan, kinds: .builtIn, year: 2031)
    #expect(
      text.paragraphs[1]
        == """
        The procedure ‘both’ was a set of interleaved tracks (Cornsweet, 1962; Levitt, 1971). Every trial belonged to \
        one of the tracks, drawn at random, and its answer affected only that track. The track was ‘two’, a transformed \
        up-down staircase (Levitt, 1971). The track ‘two’ converged on a target of 70.7 % correct answers. The \
        procedure ‘seq’ was a sequence of procedures. Each part except the last ran for a fixed number of trials. Later \
        parts also used the answers to earlier ones. The threshold was the estimate of the last part. The parts were \
        five trials of a control with one fixed level, followed by five trials of ZEST (King-Smith et al., 1994). The \
        procedure ‘fixed’ was a control with one fixed level. The level did not depend on the answers. Runs ended after \
        a varied number (9, 10) of trials, or at the latest after 10 000 trials. Table 3 lists the parameters of the \
        procedures.
        """
    )
  }

  @Test(arguments: [
    (
      "{noise: {from: 20, to: 9000}, duration: 0.1}", "{am: {rate: 16, depth: x}}",
      "the modulation depth in dB (20 log₁₀ m, where m is the depth from 0 to 1)",
      "The modulation depth stepped down after two correct answers", "the mean of the modulation depths at"
    ),
    (
      "{noise: {from: 20, to: 9000}, duration: 0.1}", "{add: [{tone: 500, duration: 0.1, level: x}]}",
      "the tone level in dB SPL", "The tone level stepped down after", "the mean of the tone levels at"
    ),
    (
      "{tone: 500, duration: 0.1}", "{level: +x}", "the level difference in dB", "The level difference stepped down",
      "The threshold of the fit was the level difference at"
    ),
    (
      "{complex: {f0: 200, harmonics: [1, 10]}, duration: 0.1}", "{complex: {components: {4: {level: x}}}}",
      "the level change of component 4 in dB", "The level change of component 4 stepped down", "its lapse rate was"
    ),
  ])
  func `the methods of composed sounds name the varied property and its unit`(
    standard: String, target: String, quantity: String, step: String, further: String
  ) async throws {
    let text = try await simulation(
      """
      name: sounds
      seed: 1
      task: {kind: forced-choice, unit: dB, sounds: {levels: dB SPL, standard: \(standard), target: \(target)}}
      listeners: [{name: ear, kind: psychometric, function: logistic, threshold: -10, slope: 0.4}]
      strategies: [{name: down, kind: transformed-up-down, start: -2, down: 2, step: {linear: 1}}]
      stop: {trials: 20}
      replicates: 1

      """)
    let whole = text.paragraphs.joined(separator: "\n")
    #expect(whole.contains("The varied quantity x was \(quantity)."), "\(whole)")
    #expect(whole.contains(step) && whole.contains(further), "\(whole)")
    let adds = target.contains("+x") ? "; +x adds it to the value of the standard." : "."
    #expect(text.tables[0].caption.contains("x is \(quantity)\(adds)"), "\(text.tables[0].caption)")
    if standard.contains("complex") {
      let rows = text.tables[0].rows.map { $0.suffix(2).joined(separator: " | ") }
      #expect(rows.contains { $0.contains("harmonics 1 to 10") && $0.hasSuffix("sine phases") }, "\(rows)")
    }
  }

  @Test func `the methods call a mean geometric on a log axis and plain on a linear one`() async throws {
    func estimate(_ task: String, _ listener: String, _ step: String) async throws -> String {
      try await simulation(
        """
        name: axis
        seed: 1
        task: \(task)
        listeners: [\(listener)]
        strategies: [{name: down, kind: transformed-up-down, start: 40, down: 2, step: {\(step)}}]
        stop: {trials: 20}
        replicates: 1

        """
      ).paragraphs[1]
    }
    let log = try await estimate("{kind: comparison}", "{name: a, kind: gaussian, jnd: 10}", "factor: 2")
    #expect(
      log.contains(
        "The threshold was the geometric mean of the levels at the reversals after the last change of step size"))
    #expect(!log.contains("log axis"))
    let linear = try await estimate(
      "{kind: forced-choice, unit: dB}", "{name: a, kind: psychometric, function: logistic, threshold: 20, slope: 1}",
      "linear: 2")
    #expect(
      linear.contains("The threshold was the mean of the levels at the reversals after the last change of step size")
    )
    #expect(!linear.contains("geometric"))
  }

  @Test(arguments: [
    ("{kind: quest-plus, select: min-entropy", "was placed at the level that minimised", "drawn at random"),
    (
      "{kind: quest-plus, select: {n-lowest: {n: 3, max-repeats: 2}}",
      "drawn at random from the three levels with the least expected entropy",
      "that minimised"
    ),
    ("{kind: psi-marginal, nuisance: [lapse]", "marginalised it over the lapse rate", "nuisance parameters"),
  ])
  func `a rule states the chosen setting and not the alternatives`(start: String, says: String, not: String)
    async throws
  {
    let text = try await simulation(
      """
      name: chosen
      seed: 1
      task: {kind: forced-choice, unit: dB}
      listeners: [{name: ear, kind: psychometric, function: logistic, threshold: 20, slope: 0.4}]
      strategies: [\(start), name: s, function: logistic, levels: {from: 0, to: 40, count: 9}, threshold: {from: 10, to: 30, count: 5}, slope: [0.2, 0.4], lapse: [0, 0.02]}]
      stop: {trials: 5}
      replicates: 1

      """
    ).paragraphs[1]
    #expect(text.contains(says) && !text.contains(not), "\(text)")
  }

  @Test(arguments: [
    (
      "{kind: constant-stimuli, levels: [10, 20], repetitions: 4, order: blocks}",
      "presented four times, in shuffled blocks", "as listed"
    ),
    ("{kind: limits, levels: [10, 20, 30], direction: descending}", "A descending series", "ascending series"),
    (
      "{kind: transformed-up-down, start: 30, down: 1, up: 2, step: {linear: 2}}",
      "stepped down after each correct answer and up after two wrong answers in a row", "n correct"
    ),
    (
      "{kind: quest, prior: {mean: 20, sd: 10}, slope: 0.2, grain: 0.5, range: 40, place: mean}",
      "each trial was placed at the mean of this distribution.",
      "quantile"
    ),
    (
      "{kind: uml, function: logistic, levels: [10, 20, 30], threshold: [10, 20, 30], slope: [0.2, 0.4], choose: random}",
      "drawn at random", "up-down"
    ),
  ])
  func `a rule follows the settings of its kind`(entry: String, says: String, not: String) throws {
    let text =
      "name: r\nseed: 1\ntask: {kind: forced-choice, unit: dB}\nlisteners: [{name: e, kind: psychometric, function: logistic, threshold: 20, slope: 0.4}]\n"
      + "strategies: [\(entry.replacing("{kind", with: "{name: s, kind", maxReplacements: 1))]\nstop: {trials: 5}\nreplicates: 1\n"
    let plan = try Experiment.parse(text, file: "r.yaml").plan
    let settings = try #require(plan.resolved["strategies"]?.items.first)
    let declared = try #require(BuiltInStrategies.registry[settings["kind"]?.word ?? ""])
    let rule = declared.rule(of: settings, on: plan.cells[0].task.axis)
    #expect(rule.contains(says) && !rule.contains(not), "\(rule)")
  }

  @Test(arguments: [
    ("{kind: forced-choice, alternatives: 3", "One interval, chosen at random, contained the target; the others"),
    ("{kind: forced-choice, alternatives: 2", "contained the target; the other contained the standard"),
    ("{kind: yes-no", "The interval contained the target in every trial"),
    ("{kind: oddity", "contained the target and the others the standard, or the reverse"),
    ("{kind: axb", "the middle interval repeated one of them"),
    ("{kind: same-different", "Each interval contained the target or the standard, chosen at random"),
  ])
  func `the methods say which intervals contain the target`(task: String, says: String) async throws {
    let text = try await simulation(
      """
      name: itd
      seed: 1
      task: \(task), unit: us, scale: log, sounds: {levels: dB SPL, standard: {noise: {from: 150, to: 1700}, duration: 0.5, itd: 0}, target: {itd: x}}}
      listeners: [{name: ear, kind: psychometric, function: weibull, threshold: 15, slope: 1.5}]
      strategies: [{name: down, kind: transformed-up-down, start: 300, limits: [1, 700], down: 2, step: {factor: 2, after-reversals: {4: 1.414}}}]
      stop: {trials: 20}
      replicates: 3

      """)
    #expect(text.paragraphs[0].contains(says), "\(text.paragraphs[0])")
    #expect(text.paragraphs[0].contains("Three runs were simulated (random seed 1)."))
    #expect(text.paragraphs[0].contains("x was the interaural time difference in µs, on a logarithmic scale."))
    let rows = text.tables.flatMap(\.rows).map { $0.suffix(2).joined(separator: " | ") }
    for row in [
      "noise | 150 to 1700 Hz, spectral slope 0 dB/octave, new sample in each interval", "presented to | both ears",
      "interaural time difference | 0 µs", "sampling rate | 48 kHz", "limits | 1 to 700 µs",
      "step | factor 2, then 1.414 after 4 reversals", "psychometric function | Weibull, F(x) = 1 − exp(−(x/α)^β)",
    ] {
      #expect(rows.contains(row), "\(row) is missing in \(rows)")
    }
  }

  @Test func `tables name grids, priors and levels with a reference as a journal does`() async throws {
    let text = try await simulation(
      """
      name: grids
      seed: 1
      task: {kind: forced-choice, unit: dB, sounds: {levels: dB SPL, standard: {noise: {from: 20, to: 9000}, duration: 0.1}, target: {add: [{tone: 500, duration: 0.1, level: x, ear: left}]}}}
      listeners: [{name: ear, kind: psychometric, function: logistic, threshold: 20, slope: 0.4}]
      strategies:
        - {name: q, kind: quest, prior: {mean: 30, sd: 10}, slope: 0.2, grain: 0.5, range: 40}
        - {name: p, kind: psi, function: weibull, log-level: false, threshold: {from: 10, to: 160, count: 5, spacing: log}, slope: {from: 0.7, to: 2.5, count: 5, spacing: log}, levels: [10, 20, 30]}
      stop: {trials: 5}
      replicates: 1

      """)
    let rows = text.tables.flatMap(\.rows).map { $0.suffix(2).joined(separator: " | ") }
    for row in [
      "added sound | tone of 500 Hz, duration 100 ms, level x, left ear", "threshold α | 20 dB SPL",
      "prior | normal, mean 30 dB SPL, SD 10 dB", "levels | 10, 20, 30 dB SPL",
      "slope β | five values from 0.7 to 2.5, equally spaced on a logarithmic scale",
      "placement of trials | most informative quantile of the posterior distribution",
    ] {
      #expect(rows.contains { $0.hasPrefix(row) }, "\(row) is missing in \(rows)")
    }
  }

  @Test(arguments: [
    ("level: {vary: [20, 40]}", "{level: +x}", "every value of the level of the standard."),
    ("level: 40, am: {rate: {vary: [4, 8]}, depth: 0.1}", "{am: {depth: x}}", "every value of the modulation rate."),
  ])
  func `the methods name the varied property of a sound in words`(standard: String, target: String, says: String)
    async throws
  {
    let text = try await simulation(
      """
      name: swept
      seed: 1
      task: {kind: forced-choice, unit: dB, sounds: {levels: dB SPL, standard: {tone: 1000, duration: 0.5, \(standard)}, target: \(target)}}
      listeners: [{name: ear, kind: psychometric, function: logistic, threshold: 1, slope: 1}]
      strategies: [{name: down, kind: transformed-up-down, start: 6, down: 2, step: {linear: 1}}]
      stop: {trials: 9}
      replicates: 1

      """)
    #expect(text.paragraphs[0].contains(says), "\(text.paragraphs[0])")
  }

  @Test func `a parameter without a word of its own keeps that of its key`() {
    #expect(JournalTerms.name(of: "some-new-key", in: "new-kind") == "some new key")
    #expect(JournalTerms.word("new-word", of: "some-new-key") == "new-word")
    #expect(JournalTerms.model("new-kind") == "new-kind model")
  }

  @Test func `a report lists exactly the publications that it cites`() async throws {
    let (results, _, folder) = try await made()
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = try SimulationReport(results, kinds: .builtIn, year: 2031).page
    let blocks = try #require(page.sections.first { $0.heading == "References" }).blocks
    guard case .list(let items)? = blocks.first else {
      Issue.record("no list of references")
      return
    }
    func has(_ start: String) -> Bool { items.contains { $0.hasPrefix(start) } }
    for start in ["Levitt", "Watson, A. B. (2017)", "Taylor, M. M. (1971)", "Treutwein", "Morris", "Siepe"] {
      #expect(has(start), "\(start)")
    }
    // Four runs are too few to compare strategies, and nothing was matched.
    for start in ["Tobin", "McNemar", "Manning", "Wichmann, F. A., & Hill, N. J. (2001b)"] {
      #expect(!has(start), "\(start)")
    }
    #expect(Set(items).count == items.count)
  }

  /// Volume, pages and DOI as the publishers have them.
  @Test(arguments: [
    ("Treutwein", "35(17), 2503–2522. https://doi.org/10.1016/0042-6989(95)00016-X"),
    ("Tobin", "Econometrica, 26(1), 24–36. https://doi.org/10.2307/1907382"),
    ("Taylor, M. M. (1971)", "49(2B), 505–508."),
    ("Weibull", "18(3), 293–297. https://doi.org/10.1115/1.4010337"),
    ("Kollmeier", "83(5), 1852–1862. https://doi.org/10.1121/1.396521"),
    ("Doire", "141(4), 2501–2512. https://doi.org/10.1121/1.4979580"),
    ("Dixon", "41(236), 557–566. https://doi.org/10.1080/01621459.1946.10501898"),
    ("Schuirmann", "15(6), 657–680. https://doi.org/10.1007/BF01068419"),
  ])
  func `known references have their volume, pages and DOI`(start: String, end: String) throws {
    let reference = try #require(KnownReferences.all.first { $0.text.hasPrefix(start) })
    #expect(reference.text.hasSuffix(end), "\(reference.text)")
  }

  @Test func `a page shows BibTeX one line at a time`() async throws {
    let (results, _, folder) = try await made()
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = try SimulationReport(results, kinds: .builtIn, year: 2031).page
    let blocks = try #require(page.sections.first { $0.heading == "References" }).blocks
    let lines = blocks.flatMap { block -> [String] in
      guard case .folded("BibTeX", let inner) = block, case .commands(let lines)? = inner.first else { return [] }
      return lines
    }
    #expect(
      lines.prefix(3) == [
        "@article{dixon1946,", "  author = {Dixon, W. J. and Mood, A. M.},",
        "  title = {{The statistical sign test}},",
      ])
    #expect(!lines.contains { $0.contains("\n") })
  }

  @Test func `a sweep shows its values, and the task its units`() async throws {
    let text = try await simulation(
      """
      name: swept
      seed: 3
      sweeps: {length: [10, 20]}
      task: {kind: comparison, notes: [C3, C5]}
      listeners: [{name: ear, kind: gaussian, jnd: 8}]
      strategies: [{name: kazez, kind: kazez}]
      stop: {trials: {sweep: length}, maximum: 40}
      replicates: 2

      """)
    #expect(
      text.tables[0].rows == [
        ["musical interval", "unison"], ["tuning", "equal temperament"],
        ["range of the first note", "C3 to C5"],
        ["frequency of A4", "440 Hz"], ["note duration", "1 s"], ["silence between the notes", "0 s"],
      ])
    #expect(
      text.paragraphs[1].hasSuffix(
        "Runs ended after a varied number (10, 20) of trials, or at the latest after 40 trials. Levels beyond a limit were "
          + "replaced by the limit. Runs ended early after eight consecutive trials at a limit. Table 3 lists the parameters "
          + "of the procedure."), "\(text.paragraphs[1])")
    #expect(text.paragraphs[0].contains("with one listener at every value of ‘length’."), "\(text.paragraphs[0])")
  }

  @Test func `the list of references has exactly the publications that the text cites`() async throws {
    let text = try await simulation()
    let all = text.paragraphs.joined(separator: " ")
    let cited = all.matches(of: /\(([^()]*, \d{4}[a-z]?(?:; [^()]*, \d{4}[a-z]?)*)\)/).flatMap {
      $0.output.1.split(separator: "; ")
    }
    #expect(Set(cited.map(String.init)) == Set(text.references.map(\.short)))
    #expect(text.references.count == Set(text.references).count)
    #expect(
      text.sorted.map(\.key) == [
        "firth1993", "kosmidis2021", "levitt1971", "morris2019", "peach2031", "taylor1971", "taylor1967",
        "thurstone1927",
        "treutwein1995", "watson2017", "wichmann2001",
      ])
  }

  @Test func `every declared source has its references`() throws {
    let functions = BuiltInFunctions.all.map { ($0.name, $0.source, $0.references) }
    let sources =
      BuiltInStrategies.registry.kinds.map { ($0.kind, $0.source, $0.references) }
      + BuiltInListeners.registry.kinds.map { ($0.kind, $0.source, $0.references) }
      + BuiltInListeners.matching.kinds.map { ($0.kind, $0.source, $0.references) } + functions
    for (name, source, references) in sources where !source.hasPrefix("none") {
      #expect(
        KnownReferences.named(in: source, references).count == source.split(separator: ";").count, "\(name): \(source)")
    }
    #expect(Set(KnownReferences.all.map(\.key)).count == KnownReferences.all.count)
    let dois = KnownReferences.all.compactMap(\.doi)
    #expect(Set(dois).count == dois.count)
  }

  @Test func `a declaration can state the publications of its source itself`() {
    let own = Reference(["Doe, J.", "Roe, R."], 2031, "A rule", "Journal of Rules", "1", "1–9", doi: "10.1000/rules.1")
    let source = "Levitt (1971), doi:10.1121/1.1912375; Doe & Roe (2031), Journal of Rules 1:1–9, doi:10.1000/rules.1"
    #expect(KnownReferences.named(in: source).map(\.short) == ["Levitt, 1971"])
    #expect(KnownReferences.named(in: source, [own]).map(\.short) == ["Levitt, 1971", "Doe & Roe, 2031"])
  }

  @Test func `a reference is written as BibTeX and as an entry of the list`() throws {
    let known = try #require(
      KnownReferences.named(in: "García-Pérez (1998), doi:10.1016/S0042-6989(97)00340-4").first)
    #expect(
      known.text
        == "García-Pérez, M. A. (1998). Forced-choice staircases with fixed step sizes: Asymptotic and small-sample "
        + "properties. Vision Research, 38(12), 1861–1881. https://doi.org/10.1016/S0042-6989(97)00340-4")
    #expect(known.short == "García-Pérez, 1998")
    #expect(known.narrative == "García-Pérez (1998)")
    #expect(
      known.bibTeX == """
        @article{garciaperez1998,
          author = {García-Pérez, M. A.},
          title = {{Forced-choice staircases with fixed step sizes: Asymptotic and small-sample properties}},
          year = {1998},
          journal = {Vision Research},
          volume = {38},
          number = {12},
          pages = {1861--1881},
          doi = {10.1016/S0042-6989(97)00340-4}
        }

        """)
    let two = try #require(KnownReferences.named(in: "Green & Swets (1966), Signal detection theory").first)
    #expect(two.short == "Green & Swets, 1966")
  }

  @Test func `the paragraph of a fit states function, free parameters, estimator and intervals`() async throws {
    var request = FitRequest()
    request.resamples = 200
    request.simulations = 50
    let table = Data("level,n,k\n1,20,11\n2,20,13\n3,20,18\n4,20,20\n".utf8)
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "d.csv").path
    try table.write(to: URL(filePath: path))
    let observations = try Observations.read(FitData.read(path).table, reading: .accuracy, by: [])
    var report = try FitReport(observations, source: path, by: [], request: request, seed: 7)
    await report.fit(observations.groups, jobs: 1) { _ in }
    #expect(
      FitMethods.text(
        of: report, version: "1.2.3", year: 2031
      ).paragraphs == [
        "The proportion of correct answers was fitted with ψ(x) = γ + (1 − γ − λ)F(x), where x was the level and F the "
          + "cumulative normal function, F(x) = Φ(β(x − α)), with threshold parameter α and slope parameter β (Φ is the "
          + "standard normal distribution function) (Thurstone, 1927). The guess rate γ was fixed at 0.5, and the lapse rate λ "
          + "was estimated between 0 and 0.1. The threshold was the level at which F was ½. Parameters were estimated by "
          + "maximum likelihood (Wichmann & Hill, 2001). The 95 % confidence intervals were bias-corrected and accelerated, "
          + "from 200 parametric bootstrap resamples (random seed 7) (Efron, 1987). Goodness of fit was assessed with the "
          + "deviance. Its p value was the proportion of 50 simulated data sets with a larger deviance (Wichmann & Hill, "
          + "2001). The data were fitted with Peach 1.2.3 (Peach, 2031)."
      ])
  }

  @Test func `the protocol of a study answers every item that the file can answer`() async throws {
    let (results, plan, folder) = try await made()
    defer { try? FileManager.default.removeItem(at: folder) }
    let items = try StudyProtocol.items(TableContext(results), plan, Summary.rows(of: results))
    #expect(
      items.map(\.section).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        == ["General", "Aims", "Data generation", "Estimands", "Methods", "Performance", "Other"])
    #expect(
      items.filter(\.answer.isEmpty).map(\.name) == [
        "Contributors", "Earlier simulations of the same question", "How measures are interpreted", "Anything else",
      ])
    let answers = Dictionary(items.map { ($0.name, $0.answer) }) { first, _ in first }
    #expect(answers["Aim"] == "which?")
    #expect(answers["Factors"] == "listener (ear); listeners.ear.threshold")
    #expect(
      answers["Combination of factors and conditions"]
        == "fully factorial: 4 combinations, each strategy in each condition")
  }
}

import Foundation
import Testing

/// Fits of what a simulation stored.
@Suite struct StoredFitTests {
  @Test func `stored trials have exactly the fits of the results file`() throws {
    let demo = URL(fileURLWithPath: FitSamples.path("")).deletingLastPathComponent()
      .appending(path: "strategy-comparison.yaml").path
    let workshop = try Workshop()
    #expect(try workshop.peach("simulate", demo, "--replicates", "4", "-o", "demo.sqlite").status == 0)
    let runs = try FitRows(workshop.peach("export", "demo.sqlite", "--table", "runs")).rows
      .filter { $0["estimator"] == "fit" }
    let fits = try workshop.fitRows(
      "demo.sqlite", "--by run --reading direction --lapse 0.01 --at 0.75 --method reduced")
    #expect(fits.rows.count == 40)
    #expect(fits.rows.map { $0["run"] } == runs.map { $0["run"] })
    for (fit, run) in zip(fits.rows, runs) {
      #expect(fit["status"] == run["status"], "\(run)")
      #expect(fit["trials"] == run["trials"])
      guard let stored = Double(run["threshold_cents"] ?? "") else {
        #expect(fit["threshold"] == "")
        continue
      }
      let threshold = try #require(Double(fit["threshold"] ?? ""))
      #expect(abs(threshold / stored - 1) < 1e-9, "\(run)")
      let bias = try #require(Double(run["response_bias_cents"] ?? ""))
      #expect(abs(try #require(Double(fit["bias"] ?? "")) - bias) < 1e-6 * max(1, abs(bias)))
    }
    #expect(Set(runs.compactMap { $0["status"] }).isSuperset(of: ["ok", "all-correct"]))
  }

  private func results(_ task: String, _ listener: String, _ strategy: String) throws -> Workshop {
    let workshop = try Workshop(
      """
      name: small
      seed: 5
      task: \(task)
      listeners: [\(listener)]
      strategies: [\(strategy)]
      stop: {trials: 40}
      replicates: 3

      """)
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    return workshop
  }

  private let ear = "{name: ear, kind: psychometric, function: logistic, threshold: 20, slope: 0.4}"

  @Test func `guess is one in as many alternatives as the experiment has`() throws {
    let workshop = try results(
      "{kind: forced-choice, unit: dB, alternatives: 4}", ear,
      "{name: down, kind: transformed-up-down, start: 40, down: 2, up: 1, step: {linear: 4}}")
    let fit = try workshop.fitRows("small.sqlite")
    #expect(fit.rows[0]["guess"] == "0.25" && fit.rows[0]["parameters"] == "3")
    // The same trials in a file tell it too.
    #expect(try workshop.peach("export", "small.sqlite", "--table", "trials", "-o", "trials.csv").status == 0)
    let told = try workshop.fit("trials.csv", "--format csv")
    #expect(told == (try workshop.fit("small.sqlite", "--format csv")) && told.error == FitSamples.adaptive + "\n")
    #expect(try workshop.fitRows("trials.csv", "--guess 1/4").rows[0] == fit.rows[0])
    // Below one half, and above one in four.
    #expect(try workshop.fit("small.sqlite", "--at 0.4").status == 0)
  }

  @Test func `in yes/no guess is free, and noise is left out`() throws {
    let workshop = try results(
      "{kind: yes-no, unit: dB}",
      "{name: ear, kind: psychometric, function: logistic, threshold: 20, slope: 1, guess: 0.1}",
      "{name: siam, kind: siam, start: 30, step: {linear: 2}}")
    let table = try workshop.fit("small.sqlite")
    #expect(table.status == 0)
    #expect(table.output.hasPrefix("small.sqlite: proportion of \"yes\" answers at each level, "))
    #expect(table.output.contains(" noise trials are left out\n"))
    #expect(try workshop.fitRows("small.sqlite").rows[0]["parameters"] == "4")
  }

  @Test func `levels on a log axis cause a note and change nothing`() throws {
    let workshop = try results(
      "{kind: forced-choice, unit: Hz, scale: log}", ear,
      "{name: down, kind: transformed-up-down, start: 40, down: 2, up: 1, step: {factor: 1.4}}")
    let hint =
      "note the experiment has a log axis of levels, but this fit uses the levels themselves; --log-level fits their "
      + "log10"
    func text(_ options: String = "") throws -> String {
      try workshop.fit("small.sqlite", options).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let plain = try text()
    #expect(plain.contains(hint), "\(plain)")
    for options in ["--log-level", "--function weibull"] {
      #expect(try !text(options).contains(hint), "\(options)")
    }
    #expect(try workshop.fitRows("small.sqlite").rows[0]["scale"] == "linear")
    #expect(try workshop.fitRows("small.sqlite", "--log-level").rows[0]["scale"] == "log10")
    // What is piped has no hints beside it.
    #expect(
      try workshop.fit("small.sqlite", "--format csv").error == FitSamples.adaptive + FitSamples.halfNormal + "\n")
  }

  @Test func `pooled runs are reported, and groups of several columns stay separate`() throws {
    let workshop = try Workshop(Experiments.comparison(trials: 60, replicates: 3))
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let options = "--by strategy listener --reading direction --lapse 0.01"
    let table = try workshop.fit("small.sqlite", options).output
    let note = """
        note       Peach fits 12 runs together in 6 groups; --by run fits each
                   separately

      """
    #expect(table.contains(note), "\(table)")
    let heading = """
      small.sqlite: proportion of "higher" answers at each signed level, 6 groups,
        720 trials

      """
    #expect(table.hasPrefix(heading), "\(table)")
    let rows = try workshop.fitRows("small.sqlite", options).rows
    #expect(rows.map { "\($0["strategy"] ?? "")/\($0["listener"] ?? "")" }.first == "kazez/keen")
    #expect(rows.allSatisfy { $0["trials"] == "120" })
  }
}

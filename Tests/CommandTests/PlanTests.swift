import Foundation
import Testing

/// `peach plan`: how many trials and listeners an experiment needs.
@Suite struct PlanTests {
  private static let small = Experiments.comparison(listeners: [Experiments.dull], strategies: [Experiments.weighted])

  @Test func `a precision is planned for each estimator after a time estimate, and nothing is kept`() throws {
    let workshop = try Workshop(Self.small)
    let outcome = try workshop.peach("plan", "experiment.yaml", "--precision", "40%", "--wide")
    #expect(outcome.status == 0)
    #expect(
      outcome.error.wholeMatch(of: /planning 1 cell \(strategies × listeners\), which takes about \d+ s\n/) != nil,
      "\(outcome.error)")
    let lines = outcome.lines
    #expect(lines[0] == "small: trials until a threshold is known to within 40 %")
    #expect(lines[1].contains(#/^dull: weighted \((own|fit)\) needs the fewest trials, \d+/#), "\(lines[1])")
    let table = lines.drop { !$0.hasPrefix("strategy ") }.map { $0 }
    #expect(
      table[0].split(separator: " ").map(String.init) == [
        "strategy", "listener", "estimator", "trials", "without_bias", "rmse_%", "bias_%", "no_threshold",
        "runs_needed", "rmse_by_trials",
      ])
    #expect(table[2].contains(#/^weighted +dull +own +\d+ +\d+ /#), "\(table[2])")
    #expect(table[3].contains(#/^ +fit +\d+ +\d+ /#), "\(table[3])")
    #expect(outcome.output.contains("\nrmse_by_trials: one bar each for the RMSE after 10, 20, "), "\(outcome.output)")
    #expect(try workshop.files == ["experiment.yaml"])
  }

  @Test func `a plan has the declared columns, equal for any number of jobs and different for another seed`() throws {
    let workshop = try Workshop(Self.small)
    func csv(_ options: String...) throws -> [String] {
      let outcome = try workshop.run(
        ["plan", "experiment.yaml", "--precision", "40%", "--format", "csv"] + options)
      #expect(outcome.status == 0)
      return outcome.lines
    }
    let one = try csv("--jobs", "1")
    #expect(
      one[0]
        == "strategy,listener,estimator,target,true_threshold_cents,answer,trials,trials_low,trials_high,trials_largest,trials_sd,"
        + "simulated_trials,replicates,rmse_percent,rmse_percent_se,bias_percent,bias_percent_se,sd_percent,sd_percent_se,"
        + "failed_percent,failed_percent_se,replicates_needed")
    #expect(one.count == 4)
    #expect(try csv("--jobs", "3") == one)
    #expect(try csv("--seed", "8") != one)
  }

  @Test func `a comparison is planned with a picture of its lines of equal power`() throws {
    let workshop = try Workshop(Self.small)
    let outcome = try workshop.peach(
      "plan", "experiment.yaml", "--effect", "60%", "--listeners", "8", "--format", "json", "-o", "power.svg")
    #expect(outcome.status == 0, "\(outcome.error)")
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    let eight = rows.filter { $0["listeners"] as? Int == 8 && $0["estimator"] as? String == "fit" }
    #expect(eight.compactMap { $0["trials"] as? Double } == [20, 30, 40, 60, 80, 120, 160, 240])
    #expect(eight.allSatisfy { ($0["power_se"] as? Double ?? 1) <= 0.02 })
    #expect(try workshop.text("power.svg").contains("<svg"))
    let again = try workshop.peach("plan", "experiment.yaml", "--effect", "60%", "-o", "power.svg")
    #expect(again.status == 74)
    #expect(again.output == "")
  }

  @Test func `two analyses of the same studies are compared, with the answer first`() throws {
    let workshop = try Workshop(Self.small)
    let options = ["plan", "experiment.yaml", "--effect", "60%", "--analysis", "population"]
    let few = options + ["--listeners", "4", "--trials", "20", "--studies", "20"]
    let text = try workshop.run(few)
    #expect(text.status == 0, "\(text.error)")
    #expect(text.lines[0].hasPrefix("weighted/dull: one model of all listeners "), "\(text.output)")
    let csv = try workshop.run(few + ["--format", "csv"]).lines
    #expect(csv.count == 4)
    #expect(csv[0].hasPrefix("strategy,listener,analysis,design,effect,"))
    #expect(csv[1].hasPrefix("weighted,dull,two-stage,within,0.6,0,0.3,20,0,4,20,"))
    #expect(csv[2].hasPrefix("weighted,dull,population,within,0.6,0,0.3,20,0,4,20,"))
    let missing = try workshop.run(options)
    #expect(missing.status == 64)
    #expect(missing.error.contains("--analysis population: needs --listeners N"), "\(missing.error)")
    let alone = try workshop.peach("plan", "experiment.yaml", "--effect", "60%", "--uneven")
    #expect(alone.status == 64)
    #expect(alone.error.contains("--uneven: needs --analysis population"), "\(alone.error)")
  }

  @Test func `a plan explains its shares, the excluded listeners and the insufficient designs`() throws {
    let workshop = try Workshop(Self.small)
    let outcome = try workshop.peach(
      "plan", "experiment.yaml", "--effect", "40%", "--power", "80%", "--design", "between", "--between", "40%",
      "--wide")
    #expect(outcome.status == 0, "\(outcome.error)")
    let text = outcome.output.replacing("\n", with: " ").replacing(#/ +/#, with: " ")
    #expect(
      text.contains(
        "thresholds are log-normal over listeners; their SD is 40 % of their mean (--between), and the SD of the "
          + "effect is 0 % of its mean (--effect-sd)"))
    #expect(text.contains(#/dull \(fit\): cheapest with \d+ trials in each condition × \d+ listeners in each/#))
    #expect(
      text.contains("left_out: mean number of listeners of a study who have no threshold; the test leaves them out"))
    let hopeless = try workshop.peach("plan", "experiment.yaml", "--effect", "3%", "--wide")
    #expect(hopeless.output.contains(#/> 100 +> \d/#), "\(hopeless.output)")
    #expect(
      hopeless.output.contains("needs more than 100 listeners, even with 240 trials in each condition\n"),
      "\(hopeless.output)")
    let few = try workshop.peach("plan", "experiment.yaml", "--effect", "10%", "--listeners", "4", "--wide")
    #expect(few.output.contains("needs more than 240 trials in each condition with 4 listeners\n"), "\(few.output)")
  }

  @Test func `a wrong command line is refused`() throws {
    let workshop = try Workshop(Self.small)
    func told(_ options: String...) throws -> String {
      let outcome = try workshop.run(["plan", "experiment.yaml"] + options)
      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      return outcome.error.split(separator: "\n").first.map(String.init) ?? ""
    }
    let one = "Error: expected either --precision 10% or --effect 20%"
    #expect(try told() == one)
    #expect(try told("--precision", "10%", "--effect", "20%") == one)
    #expect(try told("--precision", "10%", "--power", "80%") == "Error: --power: needs --effect")
    #expect(try told("--precision", "10%", "-o", "x.svg") == "Error: --output: needs --effect")
    #expect(
      try told("--effect", "20%", "--listeners", "1")
        == "Error: --listeners: expected a whole number from 2 to 1000, got 1")
    #expect(
      try told("--effect", "20%", "--jobs", "0") == "Error: --jobs: expected a whole number from 1 to 1024, got 0")
    #expect(
      try told("--effect", "20%", "-o", "power.csv")
        == "Error: --output: expected a name that ends in .svg, .png or .pdf, got 'power.csv'")
    #expect(try told("--precision", "120%").hasSuffix("expected a share such as 5% or 0.05, between 0 and 100 %"))
  }

  @Test func `pitch matchings are refused in words`() throws {
    let workshop = try Workshop(
      """
      name: tuning
      seed: 5
      task: {kind: matching, notes: [C4, C5]}
      listeners: [{name: ear, kind: tuner, constant: 4, spread: 8}]
      stop: {trials: 10}
      replicates: 2

      """)
    #expect(
      try workshop.peach("plan", "experiment.yaml", "--precision", "10%")
        == Workshop.Outcome(
          status: 65, output: "",
          error: """
            experiment.yaml: pitch matchings have no threshold, so there is nothing to plan
              hint: state task: {kind: comparison} or {kind: forced-choice}

            """))
  }

  /// Two cells that take a few seconds.
  private static let long = Experiments.comparison(
    listeners: [Experiments.dull, Experiments.keen], strategies: [Experiments.weighted])

  @Test func `an interrupted plan continues with the printed command and ends the same`() throws {
    let workshop = try Workshop(Self.long)
    let environment = ["PEACH_HOME": workshop.path("home")]
    let arguments = ["plan", "experiment.yaml", "--precision", "0.06", "--format", "csv"]
    let work = workshop.path("home/work")
    let first = try workshop.interrupt(arguments, environment: environment)
    #expect(first.status == 130)
    #expect(first.output == "")
    #expect(
      first.error.hasSuffix(
        "interrupted; finished work is kept. To continue:\n  peach \(arguments.joined(separator: " "))\n"),
      "\(first.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: work).count == 1)
    let again = try workshop.run(arguments, environment: environment)
    #expect(again.status == 0)
    #expect(again.error.hasPrefix("continuing an interrupted plan; --fresh starts over\n"), "\(again.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: work) == [])
    let whole = try workshop.run(arguments + ["--jobs", "1"], environment: environment)
    #expect(!whole.error.contains("going on"))
    #expect(again.output == whole.output)
    #expect(try workshop.files == ["experiment.yaml", "home"])
  }

  @Test func `strategies, listeners and varied values are chosen by name`() throws {
    let workshop = try Workshop(
      Experiments.comparison(
        listeners: [Experiments.dull, Experiments.keen], strategies: [Experiments.weighted, Experiments.twoDown]))
    try workshop.write(
      "sweep.yaml",
      Experiments.comparison(
        listeners: ["  - {name: ear, kind: gaussian, jnd: {vary: [5, 20]}}"], strategies: [Experiments.weighted]))
    func csv(_ options: String...) throws -> [Substring] {
      let outcome = try workshop.run(["plan"] + options + ["--precision", "40%", "--format", "csv"])
      #expect(outcome.status == 0, "\(outcome.error)")
      return outcome.output.split(separator: "\n")
    }
    let all = try csv("experiment.yaml")
    let one = try csv("experiment.yaml", "--strategy", "weighted", "--listener", "keen")
    #expect(one == [all[0]] + all.filter { $0.hasPrefix("weighted,keen,") })
    let both = try csv("experiment.yaml", "--strategy", "weighted", "--strategy", "two-down")
    #expect(both == all)
    let values = try csv("sweep.yaml", "--where", "jnd=20")
    #expect(
      values.count == 3 && values.dropFirst().allSatisfy { $0.contains(",20,") || $0.contains(",20.") }, "\(values)")
    func refusal(_ options: String...) throws -> String {
      let outcome = try workshop.run(["plan"] + options + ["--precision", "40%"])
      #expect(outcome.status == 64)
      return String(outcome.error.split(separator: "\n").first ?? "")
    }
    #expect(
      try refusal("experiment.yaml", "--strategy", "psi")
        == "Error: --strategy: expected one of weighted, two-down, got 'psi'")
    #expect(
      try refusal("experiment.yaml", "--listener", "P07") == "Error: --listener: expected one of dull, keen, got 'P07'")
    #expect(
      try refusal("experiment.yaml", "--where", "jnd=5")
        == "Error: --where: experiment.yaml does not vary 'jnd'; the file varies nothing")
    #expect(try refusal("sweep.yaml", "--where", "jnd=7") == "Error: --where: jnd: expected one of 5, 20, got '7'")
    #expect(
      try refusal("sweep.yaml", "--where", "jnd") == "Error: --where: expected COLUMN=VALUE, such as jnd=5, got 'jnd'")
  }
}

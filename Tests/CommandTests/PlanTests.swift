import Foundation
import Testing

/// `peach plan`: how many trials and listeners an experiment needs.
@Suite struct PlanTests {
  private static let small = Experiments.comparison(listeners: [Experiments.dull], strategies: [Experiments.weighted])

  @Test func `a precision is planned for each estimator, the time it takes said first, and nothing is kept`() throws {
    let workshop = try Workshop(Self.small)
    let outcome = try workshop.peach("plan", "experiment.yaml", "--precision", "40%", "--wide")
    #expect(outcome.status == 0)
    #expect(
      outcome.error.wholeMatch(of: /1 cell \(strategies × listeners\) to plan, about \d+ s\n/) != nil,
      "\(outcome.error)")
    let lines = outcome.lines
    #expect(lines[0] == "small: trials until a threshold is known to ±40 %")
    #expect(
      lines[1].split(separator: " ").map(String.init) == [
        "strategy", "listener", "estimator", "trials", "without_bias", "rmse_%", "bias_%", "failed", "runs_needed",
      ])
    #expect(lines[3].contains(#/^weighted +dull +own +\d+ ±\d+ /#), "\(lines[3])")
    #expect(lines[4].contains(#/^ +fit +\d+ ±\d+ /#), "\(lines[4])")
    #expect(try workshop.files == ["experiment.yaml"])
  }

  @Test func `its columns are those declared, the same whatever the jobs, and another seed gives others`() throws {
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
        == "strategy,listener,estimator,target,true_threshold_cents,answer,trials,trials_low,trials_high,trials_sd,"
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

  @Test func `a wrong command line is refused`() throws {
    let workshop = try Workshop(Self.small)
    func told(_ options: String...) throws -> String {
      let outcome = try workshop.run(["plan", "experiment.yaml"] + options)
      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      return outcome.error.split(separator: "\n").first.map(String.init) ?? ""
    }
    let one = "Error: expected --precision 10% or --effect 20%, one of them"
    #expect(try told() == one)
    #expect(try told("--precision", "10%", "--effect", "20%") == one)
    #expect(try told("--precision", "10%", "--power", "80%") == "Error: --power: is of --effect")
    #expect(try told("--precision", "10%", "-o", "x.svg") == "Error: --output: is of --effect")
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
            experiment.yaml: no strategy chooses pitch matchings: there is no threshold whose trials could be planned
              hint: state task: {kind: comparison} or {kind: level}

            """))
  }

  @Test func `an interruption leaves nothing`() throws {
    let many = (1...40).map {
      "  - {name: down-\($0), kind: transformed-up-down, start: 60, down: 2, step: {factor: 3}}"
    }
    let workshop = try Workshop(Experiments.comparison(strategies: many))
    let outcome = try workshop.shell(
      "$peach plan experiment.yaml --precision 1% & child=$!; sleep 1; kill -INT $child; wait $child")
    #expect(outcome.status == 130)
    #expect(outcome.output == "")
    #expect(outcome.error.hasSuffix("interrupted; a plan keeps nothing\n"), "\(outcome.error)")
    #expect(try workshop.files == ["experiment.yaml"])
  }
}

import Foundation
import Testing

/// Simulations of pitch matchings from the command line: each command works on them, or says why not.
@Suite struct MatchingSimulationTests {
  private static let experiment = """
    name: tuning
    seed: 7
    task: {kind: matching, notes: [C4, C5]}
    listeners: [{name: ear, kind: tuner, constant: 4, spread: 8}]
    stop: {trials: 12}
    replicates: 5
    keep-trials: 2

    """

  @Test func `they are simulated, gone on with, verified and exported`() throws {
    let workshop = try Workshop(Self.experiment)
    let first = try workshop.peach("simulate", "experiment.yaml", "--replicates", "3")
    #expect(first.status == 0, "\(first.error)")
    #expect(first.output.contains("peach export tuning.sqlite --table matching  the stored trials\n"))
    let all = try workshop.peach("simulate", "experiment.yaml", "--format", "csv")
    #expect(all.status == 0, "\(all.error)")
    let whole = try workshop.peach("simulate", "experiment.yaml", "-o", "whole.sqlite", "--format", "csv")
    #expect(whole.output == all.output)
    let verified = try workshop.peach("verify", "tuning.sqlite")
    #expect(verified.output == "tuning.sqlite: 5 of 5 runs repeated: every number is the same\n")
    let exported = try workshop.peach("export", "tuning.sqlite", "--table", "matching")
    #expect(exported.lines.count == 1 + 2 * 12 + 1)
    let set = try workshop.peach("export", "tuning.sqlite", "--dataset", "set")
    #expect(set.status == 0, "\(set.error)")
    #expect(try workshop.peach("verify", "set").status == 0)
  }

  @Test func `a methods section says how notes were tuned and what was estimated`() throws {
    let workshop = try Workshop(Self.experiment)
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let cited = try workshop.peach("cite", "tuning.sqlite")
    #expect(cited.status == 0, "\(cited.error)")
    let text = cited.output.replacing("\n  ", with: " ")
    for part in [
      "tuned a second note, which began with an initial offset", "followed the tuner model (Pfordresher et al., 2010)",
      "A regression of the error of each setting on the initial offset", "range of the reference note",
    ] {
      #expect(text.contains(part), "\(part) is missing in \(text)")
    }
  }

  @Test func `commands that need levels reject matchings`() throws {
    let workshop = try Workshop(Self.experiment)
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let refusals: [([String], String)] = [
      (
        ["report", "tuning.sqlite"],
        """
        tuning.sqlite: holds pitch matchings, which have no levels for a report
          hint: peach export tuning.sqlite --table summary writes the results

        """
      ),
      (
        ["export", "tuning.sqlite", "--notebook", "book"],
        """
        tuning.sqlite: holds pitch matchings, which have no levels for a notebook's fits
          hint: peach export tuning.sqlite --dataset DIR writes the data

        """
      ),
      (
        ["trace", "experiment.yaml", "--responses", "101"],
        """
        experiment.yaml: pitch matchings have no strategy to trace
          hint: peach simulate experiment.yaml runs them; peach export tuning.sqlite --table matching writes them

        """
      ),
    ]
    for (arguments, message) in refusals {
      let outcome = try workshop.run(arguments)
      #expect(outcome == Workshop.Outcome(status: 65, output: "", error: message), "\(arguments)")
    }
  }
}

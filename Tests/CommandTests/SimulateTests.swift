import Foundation
import Testing

@Suite struct SimulateTests {
  @Test func `the table, the results file and the next commands are printed`() throws {
    let workshop = try Workshop(Experiments.comparison())
    let outcome = try workshop.peach("simulate", "experiment.yaml")
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(try workshop.files == ["experiment.yaml", "small.sqlite"])
    #expect(outcome.output.hasPrefix("small\n\nkeen is 75 % correct at 5.00 cents\nstrategy  estimator"))
    #expect(outcome.output.contains("\ndull is 75 % correct at 20.58 cents\n"))
    #expect(
      outcome.output.hasSuffix(
        """

        results: small.sqlite
        next:
          peach export small.sqlite --table runs    one row for each run and estimator, as CSV
          peach export small.sqlite --table trials  the stored trials
          peach check experiment.yaml               what each strategy converges on, and the truth

        """), "\(outcome.output)")
  }

  @Test func `the next commands can be pasted where a path has a space`() throws {
    let workshop = try Workshop(Experiments.comparison(replicates: 2), as: "my file.yaml")
    let output = try workshop.peach("simulate", "my file.yaml", "-o", "my results.sqlite").output
    #expect(output.contains("\n  peach export 'my results.sqlite' --table runs "))
    #expect(output.contains("\n  peach check 'my file.yaml' "))
  }

  @Test func `the summary as CSV is that of the export`() throws {
    let workshop = try Workshop(Experiments.comparison())
    let outcome = try workshop.peach("simulate", "experiment.yaml", "--format", "csv")
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    let lines = outcome.lines
    #expect(lines.count == 12)  // the header, ten estimators of six cells, and the end
    #expect(lines.first == Columns.summary())
    #expect(try workshop.peach("export", "small.sqlite", "--table", "summary").output == outcome.output)
  }

  @Test func `the summary as JSON has a null where the CSV is empty`() throws {
    let workshop = try Workshop(Experiments.comparison())
    let outcome = try workshop.peach("simulate", "experiment.yaml", "--format", "json")
    #expect(outcome.status == 0)
    let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let rows = try #require(parsed as? [[String: Any]])
    #expect(rows.count == 10)
    for row in rows {
      #expect(row.keys.sorted() == Columns.summary().split(separator: ",").map(String.init).sorted())
      #expect(row["coverage"] is NSNull)
      #expect(row["replicates"] as? Int == 12)
    }
  }

  @Test func `the command line's replicates and seed replace the file's`() throws {
    let workshop = try Workshop(Experiments.comparison())
    #expect(
      try workshop.peach("simulate", "experiment.yaml", "--replicates", "3", "--seed", "11").status == 0)
    let runs = try workshop.peach("export", "small.sqlite", "--table", "runs").lines
    #expect(runs.count == 1 + 10 * 3 + 1)
    try workshop.write("other.yaml", Experiments.comparison(seed: 11, replicates: 3))
    #expect(try workshop.peach("simulate", "other.yaml", "-o", "other.sqlite").status == 0)
    #expect(try workshop.peach("export", "other.sqlite", "--table", "runs").lines == runs)
  }

  @Test func `a run stopped by an error is stored, the rest go on, and the command says so`() throws {
    let workshop = try Workshop(Experiments.failing)
    let outcome = try workshop.peach("simulate", "experiment.yaml")
    #expect(outcome.status == 1)
    #expect(
      outcome.error == """
        3 of the runs were stopped by an error; see status error in:
          peach export failing.sqlite --table runs

        """)
    #expect(outcome.output.contains("more than a tenth of the runs failed: climber/ear (own), climber/ear (fit)"))
    let runs = try workshop.peach("export", "failing.sqlite", "--table", "runs").lines.dropFirst().dropLast()
    #expect(runs.count == 9)
    for run in runs {
      let fields = run.split(separator: ",", omittingEmptySubsequences: false)
      #expect((fields[18] == "error") == (fields[2] == "climber"), "\(run)")
      #expect((fields[9] == "error") == (fields[2] == "climber"), "\(run)")
      if fields[2] == "climber" { #expect(fields[10] == "") }
    }
  }
}

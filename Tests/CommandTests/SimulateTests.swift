import Foundation
import PeachStorage
import PeachTrials
import Testing

@Suite struct SimulateTests {
  @Test func `the table, the results file and the next commands are printed`() throws {
    let workshop = try Workshop(Experiments.comparison())
    let outcome = try workshop.peach("simulate", "experiment.yaml")
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(try workshop.files == ["experiment.yaml", "small.sqlite"])
    #expect(
      outcome.output.hasPrefix(
        "small\n12 runs in each row · standard error "), "\(outcome.output)")
    #expect(outcome.output.contains("\nkeen, true threshold 5.00 cents at 75 % correct\n"))
    #expect(outcome.output.contains("\ndull, true threshold 20.58 cents at 75 % correct\n"))
    #expect(outcome.output.hasSuffix("\nnext     peach report small.sqlite\n"), "\(outcome.output)")
  }

  @Test func `with --summary-only the numbers are the same, and no file stays`() throws {
    let workshop = try Workshop(Experiments.comparison())
    let short = try workshop.peach("simulate", "experiment.yaml", "--summary-only")
    let csv = try workshop.peach("simulate", "experiment.yaml", "--summary-only", "--format", "csv")
    let details = try workshop.peach("simulate", "experiment.yaml", "--summary-only", "--all")
    #expect(try workshop.files == ["experiment.yaml"])
    #expect([short, csv, details].map(\.status) == [0, 0, 0])
    let stored = try workshop.peach("simulate", "experiment.yaml")
    let end = "next     peach simulate experiment.yaml\n"
    #expect(short.output.hasSuffix(end), "\(short.output)")
    #expect(short.output.dropLast(end.count) == stored.output.dropLast("next     peach report small.sqlite\n".count))
    #expect(try csv.output == workshop.peach("simulate", "experiment.yaml", "--format", "csv").output)
    let next = "\nnext:\n  peach simulate experiment.yaml  stores every run, for reports and exports\n"
    #expect(details.output.hasSuffix(next.replacing("yaml  ", with: "yaml --all  ")), "\(details.output)")
    let seeded = try workshop.peach("simulate", "experiment.yaml", "--seed", "7", "--summary-only")
    #expect(seeded.output.hasSuffix("\nnext     peach simulate experiment.yaml --seed 7\n"), "\(seeded.output)")
    for option in ["--force", "-o x.sqlite", "--shard 1/2"] {
      let refused = try workshop.shell("$peach simulate experiment.yaml --summary-only \(option)")
      #expect(refused.status == 64)
      #expect(refused.error.contains("--summary-only: cannot be combined with --"), "\(refused.error)")
    }
  }

  @Test func `all columns come with every next command`() throws {
    let workshop = try Workshop(Experiments.comparison())
    let outcome = try workshop.peach("simulate", "experiment.yaml", "--all")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasPrefix(
        "small\nn = 12 runs in each row\n\nkeen is 75 % correct at 5.00 cents\nstrategy  estimator"))
    #expect(outcome.lines.contains { $0.hasSuffix("  efficiency  percent_correct") }, "\(outcome.output)")
    #expect(
      outcome.output.hasSuffix(
        """

        results: small.sqlite
        next:
          peach report small.sqlite                 figures, tables and methods for a paper, on one page
          peach export small.sqlite --table runs    one row per run and estimator, as CSV
          peach export small.sqlite --table trials  the stored trials
          peach check experiment.yaml               each strategy's target and the true thresholds

        """), "\(outcome.output)")
  }

  @Test func `the next commands can be pasted where a path has a space`() throws {
    let workshop = try Workshop(Experiments.comparison(replicates: 2), as: "my file.yaml")
    let output = try workshop.peach("simulate", "my file.yaml", "-o", "my results.sqlite", "--all").output
    #expect(output.contains("\n  peach export 'my results.sqlite' --table runs "))
    #expect(output.contains("\n  peach check 'my file.yaml' "))
    let short = try workshop.peach("simulate", "my file.yaml", "-o", "my results.sqlite").output
    #expect(short.hasSuffix("\nnext     peach report 'my results.sqlite'\n"), "\(short)")
  }

  @Test func `the summary as CSV equals the export`() throws {
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
      #expect(row["coverage"] is NSNull && row["interval_width_log2"] is NSNull)
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

  @Test func `a track that is driven far out stays a number`() throws {
    let workshop = try Workshop(Experiments.driven)
    let outcome = try workshop.peach("simulate", "experiment.yaml")
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    for table in ["runs", "trials", "summary"] {
      let text = try workshop.peach("export", "driven.sqlite", "--table", table).output
      #expect(!text.contains("inf") && !text.contains("nan"), "\(table)")
    }
  }

  /// No strategy of ours can be made to fail, so a failed run is put into the file by hand.
  @Test func `a run with an error is counted and reported, and the others continue`() throws {
    let workshop = try Workshop(Experiments.comparison(replicates: 2))
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    var batch = BatchRecord(cell: 0, replicates: 3...3, seconds: 0.1)
    batch.runs = [
      RunRecord(
        replicate: 3, trials: 7, reversals: 2, correct: 5, judged: 7, stopReason: "error",
        failure: "trial 8 has no finite level")
    ]
    let results = try ResultsFile.open(workshop.path("small.sqlite"))
    batch.estimates = try results.cells()[0].estimators.indices.map {
      EstimateRecord(replicate: 3, estimator: $0, status: .error)
    }
    try results.append([batch])
    let outcome = try workshop.peach("simulate", "experiment.yaml", "--replicates", "3")
    #expect(outcome.status == 1)
    let cell = try results.cells()[0]
    #expect(
      outcome.error == """
        errors stopped 1 of the runs:
          \(cell.strategy) with \(cell.listener), replicate 3: trial 8 has no finite level (1 run)
        To see these runs (status error):
          peach export small.sqlite --table runs

        """)
    let failed = try workshop.peach("export", "small.sqlite", "--table", "runs").lines.filter { $0.contains(",error,") }
    #expect(failed.count == batch.estimates.count)
  }
}

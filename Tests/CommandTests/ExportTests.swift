import Foundation
import Testing

@Suite struct ExportTests {
  /// A workshop with a results file in it.
  private func simulated(_ experiment: String = Experiments.comparison()) throws -> Workshop {
    let workshop = try Workshop(experiment)
    let outcome = try workshop.peach("simulate", "experiment.yaml", "-o", "results.sqlite")
    try #require(outcome.status == 0, "\(outcome.error)")
    return workshop
  }

  private func export(_ table: String, of workshop: Workshop) throws -> [String] {
    let outcome = try workshop.peach("export", "results.sqlite", "--table", table)
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(outcome.output.hasSuffix("\n"))
    return outcome.lines.dropLast()
  }

  // MARK: Columns

  @Test func `a comparison's tables have their columns and rows`() throws {
    let workshop = try simulated()
    let runs = try export("runs", of: workshop)
    #expect(runs[0] == Columns.runs())
    #expect(runs.count == 1 + 10 * 12)
    #expect(runs[1].hasPrefix("small,kazez/keen/1,kazez,keen,1,fit,0.75,20,"))
    let trials = try export("trials", of: workshop)
    #expect(trials[0] == Columns.trials())
    #expect(trials.count == 1 + 6 * 2 * 20)
    #expect(trials[1].hasPrefix("small,kazez/keen/1,,comparison,keen,kazez,1,1,"))
    #expect(trials[1].hasSuffix(",440,1,0,,,,,,,test,,2"))
    let summary = try export("summary", of: workshop)
    #expect(summary[0] == Columns.summary())
    #expect(summary.count == 1 + 10)
    let timing = try export("timing", of: workshop)
    #expect(timing[0] == Columns.timing())
    #expect(timing.count == 1 + 6)
    #expect(timing[1].hasPrefix("kazez,keen,12,240,"))
  }

  @Test func `a sweep has a column for each varied value, empty where a cell does not vary it`() throws {
    let workshop = try simulated(Experiments.sweep)
    let varied = "vary_listeners_ear_jnd,vary_strategies_two_down_start,"
    let runs = try export("runs", of: workshop)
    #expect(runs[0] == Columns.runs(varied: varied))
    #expect(
      runs[1].hasPrefix(
        "swept,two-down/ear/listeners.ear.jnd=5/strategies.two-down.start=50/1,two-down,ear,1,5,50,own,"))
    #expect(try #require(runs.last).hasPrefix("swept,kazez/ear/listeners.ear.jnd=20/2,kazez,ear,2,20,,fit,"))
    #expect(try export("trials", of: workshop)[0] == Columns.trials(varied: varied))
    #expect(try export("summary", of: workshop)[0] == Columns.summary(varied: varied))
    let timing = try export("timing", of: workshop)
    #expect(timing[0] == Columns.timing(varied: varied))
    #expect(timing.count == 1 + 6)
  }

  @Test func `a task without notes names its unit and has no notes`() throws {
    let workshop = try simulated(Experiments.level)
    let runs = try export("runs", of: workshop)
    #expect(runs[0] == Columns.runs(unit: "dB", error: "dB"))
    #expect(runs.count == 1 + 2 * 3)
    let trials = try export("trials", of: workshop)
    #expect(trials[0] == Columns.trials(unit: "dB"))
    #expect(trials[1].hasPrefix("loudness,two-down/ear/1,,forced-choice,ear,two-down,1,1,,,,,,0,,"))
    #expect(trials[1].hasSuffix(",,,,,,,,,,,,,test,,2"))
    #expect(try export("summary", of: workshop)[0] == Columns.summary(unit: "dB", error: "dB"))
  }

  // MARK: Where it goes

  @Test func `a file holds the bytes that standard output has`() throws {
    let workshop = try simulated()
    let printed = try workshop.peach("export", "results.sqlite", "--table", "runs").output
    let outcome = try workshop.peach("export", "results.sqlite", "--table", "runs", "-o", "runs.csv")
    #expect(outcome == Workshop.Outcome(status: 0, output: "", error: ""))
    #expect(try workshop.text("runs.csv") == printed)
    #expect(try workshop.peach("export", "results.sqlite", "--table", "runs", "-o", "-").output == printed)
    #expect(try workshop.files == ["experiment.yaml", "results.sqlite", "runs.csv"])
  }

  @Test func `a file that exists is kept without --force and replaced with it`() throws {
    let workshop = try simulated()
    try workshop.write("runs.csv", "mine\n")
    let refused = try workshop.peach("export", "results.sqlite", "--table", "runs", "-o", "runs.csv")
    #expect(refused.status == 74)
    #expect(refused.output == "")
    #expect(refused.error == "runs.csv: exists already\n  hint: add --force to replace it\n")
    #expect(try workshop.text("runs.csv") == "mine\n")
    let forced = try workshop.peach("export", "results.sqlite", "--table", "runs", "-o", "runs.csv", "--force")
    #expect(forced == Workshop.Outcome(status: 0, output: "", error: ""))
    #expect(try workshop.text("runs.csv").hasPrefix(Columns.runs() + "\n"))
    #expect(try workshop.files == ["experiment.yaml", "results.sqlite", "runs.csv"])
  }

  @Test func `a pipe with a name is written to, not replaced`() throws {
    let workshop = try simulated()
    let outcome = try workshop.shell(
      "mkfifo pipe; $peach export results.sqlite --table summary -o pipe & cat pipe; wait $!; echo $?; test -p pipe")
    #expect(outcome.status == 0)
    #expect(outcome.output == (try workshop.peach("export", "results.sqlite", "--table", "summary").output) + "0\n")
    #expect(outcome.error == "")
  }

  @Test func `a reader that has enough ends an export in peace`() throws {
    // 3000 rows are far more than a pipe holds, so that the writer meets the closed end.
    let workshop = try simulated(Experiments.comparison(replicates: 300))
    let outcome = try workshop.shell(
      "{ $peach export results.sqlite --table runs; echo $? > status; } | head -n 1")
    #expect(outcome.output == Columns.runs() + "\n")
    #expect(outcome.error == "")
    #expect(try workshop.text("status") == "0\n")
    #expect(try workshop.peach("export", "results.sqlite", "--table", "runs").output.utf8.count > 200_000)
  }
}

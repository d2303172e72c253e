import Foundation
import Testing

/// Data sets and notebooks as the program writes them; what stands in them is tested in `ExchangeTests`.
@Suite struct FolderExportTests {
  private func simulated(_ experiment: String = Experiments.comparison()) throws -> Workshop {
    let workshop = try Workshop(experiment)
    try #require(try workshop.peach("simulate", "experiment.yaml", "-o", "results.sqlite").status == 0)
    return workshop
  }

  @Test func `a data set lists its contents and the command to check it`() throws {
    let workshop = try simulated()
    let made = """
      set: a data set
        data/study-small_description-runs_data.csv
        data/study-small_description-trials_data.csv
        data/study-small_description-summary_data.csv
      next:
        frictionless validate set/datapackage.json

      """
    let done = Workshop.Outcome(status: 0, output: made, error: "")
    #expect(try workshop.peach("export", "results.sqlite", "--dataset", "set") == done)
    #expect(
      try workshop.peach("export", "results.sqlite", "--dataset", "set")
        == Workshop.Outcome(status: 74, output: "", error: "set: exists already\n  hint: add --force to replace it\n"))
    #expect(try workshop.peach("export", "results.sqlite", "--dataset", "set/", "--force") == done)
    #expect(try workshop.files == ["experiment.yaml", "results.sqlite", "set"])
    #expect(try workshop.peach("check", "set/materials/experiment.json").status == 0)
  }

  @Test func `a folder with other things is never replaced`() throws {
    let workshop = try simulated()
    try FileManager.default.createDirectory(atPath: workshop.path("home/photos"), withIntermediateDirectories: true)
    #expect(
      try workshop.peach("export", "results.sqlite", "--notebook", "home", "--force")
        == Workshop.Outcome(
          status: 74, output: "",
          error: "home: is a folder that already holds other files\n  hint: choose a new folder\n"))
    #expect(try workshop.files == ["experiment.yaml", "home", "results.sqlite"])
  }

  @Test(
    arguments: [
      (["results.sqlite"], "expected --table NAME, --dataset DIR or --notebook DIR, got none"),
      (
        ["results.sqlite", "--table", "runs", "--dataset", "d"],
        "expected --table NAME, --dataset DIR or --notebook DIR, got --table and --dataset"
      ),
      (
        ["results.sqlite", "--dataset", "d", "-o", "x.csv"],
        "--output: --dataset names its folder itself; leave out --output"
      ),
      (
        ["results.sqlite", "--notebook", "d", "--standard", "bids"],
        "--standard: expected --dataset DIR, got --notebook"
      ),
      (["results.sqlite", "--dataset", "d", "--standard", "x"], "--standard: expected psych-ds or bids, got 'x'"),
      (["results.sqlite", "--dataset", ""], "--dataset: expected a folder, got ''"),
    ])
  func `incompatible options are rejected`(arguments: [String], reason: String) throws {
    let outcome = try Workshop().run(["export"] + arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("Error: \(reason)\nUsage: peach export "), "\(outcome.error)")
  }

  @Test func `a data set that is killed in the making is whole or not there`() throws {
    let workshop = try simulated(Experiments.comparison(trials: 5, replicates: 4000))
    let export = ["export", "results.sqlite", "--dataset", "set"]
    let begun = ContinuousClock.now
    try #require(try workshop.run(export).status == 0)
    let seconds = begun.duration(to: .now) / .seconds(1)
    let whole = try FileManager.default.subpathsOfDirectory(atPath: workshop.path("set")).sorted()
    for (place, number) in [SIGKILL, SIGTERM, SIGKILL, SIGINT].enumerated() {
      try FileManager.default.removeItem(atPath: workshop.path("set"))
      let running = try workshop.begin(export, environment: [:])
      usleep(UInt32(1e6 * seconds * (0.3 + 0.2 * Double(place))))
      running.signal(number)
      _ = running.finish()
      if FileManager.default.fileExists(atPath: workshop.path("set")) {
        #expect(try FileManager.default.subpathsOfDirectory(atPath: workshop.path("set")).sorted() == whole)
      }
      // The next one clears away what was left, and is whole.
      #expect(try workshop.run(export + ["--force"]).status == 0)
      #expect(try workshop.files == ["experiment.yaml", "results.sqlite", "set"])
      #expect(try FileManager.default.subpathsOfDirectory(atPath: workshop.path("set")).sorted() == whole)
    }
  }
}

import Foundation
import PeachStorage
import Testing

/// A results file that exists already.
@Suite struct ResumeTests {
  /// Long tracks and sixteen batches, so that there is a middle to interrupt.
  private let long = Experiments.comparison(
    strategies: [Experiments.kazez, Experiments.twoDown], trials: 250, replicates: 8000)

  /// Starts a long simulation and sends it a signal once its first batch is stored.
  private func interrupt(_ workshop: Workshop, by number: Int32) throws -> Workshop.Outcome {
    let running = try workshop.startPeach("simulate", "experiment.yaml", "--jobs", "1", "--force")
    while running.isRunning, try batches(workshop.path("small.sqlite")) == 0 { usleep(5000) }
    running.signal(number)
    return running.finish()
  }

  @Test func `an interrupted simulation continues where it was and ends the same`() throws {
    let workshop = try Workshop(long)
    let interrupted = try interrupt(workshop, by: SIGINT)
    #expect(interrupted.status == 130)
    #expect(interrupted.output == "")
    #expect(
      interrupted.error == """
        interrupted; finished runs are in small.sqlite. To continue:
          peach simulate experiment.yaml --jobs 1

        """)
    let stored = try batches(workshop.path("small.sqlite"))
    #expect((1..<16).contains(stored), "\(stored)")
    #expect(try workshop.files == ["experiment.yaml", "small.sqlite"])

    let resumed = try workshop.peach("simulate", "experiment.yaml", "--jobs", "2")
    #expect(resumed.status == 0)
    #expect(resumed.error == "")
    #expect(try batches(workshop.path("small.sqlite")) == 16)
    #expect(try workshop.peach("simulate", "experiment.yaml", "-o", "whole.sqlite").status == 0)
    for table in ["runs", "trials", "summary"] {
      let whole = try workshop.peach("export", "whole.sqlite", "--table", table)
      #expect(try workshop.peach("export", "small.sqlite", "--table", table) == whole)
    }
  }

  @Test func `an interrupted simulation that stores nothing says so`() throws {
    let workshop = try Workshop(long)
    let running = try workshop.startPeach("simulate", "experiment.yaml", "--summary-only")
    // Starting takes a small part of that.
    while running.isRunning, running.usedTicks < 50 { usleep(5000) }
    running.signal(SIGINT)
    let outcome = running.finish()
    #expect(outcome.status == 130)
    #expect(outcome.output == "")
    #expect(outcome.error == "interrupted; --summary-only stores no runs\n")
    #expect(try workshop.files == ["experiment.yaml"])
  }

  @Test func `the export of a stopped simulation shows its progress`() throws {
    let workshop = try Workshop(long)
    #expect(try interrupt(workshop, by: SIGINT).status == 130)
    let export = try workshop.peach("export", "small.sqlite", "--table", "runs")
    #expect(export.status == 0)
    let runs = export.error.firstMatch(of: /interrupted: (\d+) 000 of 32 000 runs/)
    let stored = try #require(runs.flatMap { Int($0.1) })
    #expect(
      export.error == """
        small.sqlite: the simulation was interrupted: \(stored) 000 of 32 000 runs are stored
          hint: peach simulate EXPERIMENT.yaml -o small.sqlite continues the simulation

        """)
    // The header, one row of kazez and two of a staircase for each run, and the end.
    #expect(export.lines.count > 1000 * stored)
  }

  @Test func `Ctrl-C ends a long run, and finished runs are kept`() throws {
    let slow =
      "  - {name: slow, kind: psi, stop: {trials: 1000000}, threshold: {from: 1, to: 200, count: 60, spacing: log}, "
      + "slope: {from: 0.01, to: 1, count: 30, spacing: log}}"
    let workshop = try Workshop(
      Experiments.comparison(listeners: [Experiments.keen], strategies: [Experiments.kazez, slow]))
    let running = try workshop.startPeach("simulate", "experiment.yaml", "--jobs", "1")
    while running.isRunning, try batches(workshop.path("small.sqlite")) == 0 { usleep(5000) }
    // It is in the first run of a million trials now, which takes minutes.
    usleep(200_000)
    let start = Date.now
    running.signal(SIGINT)
    let outcome = running.finish()
    #expect(Date.now.timeIntervalSince(start) < 5)
    #expect(outcome.status == 130)
    let runs = try workshop.peach("export", "small.sqlite", "--table", "runs").lines
    #expect(runs.count == 14)
    #expect(runs.dropFirst().dropLast().allSatisfy { $0.contains(",kazez,keen,") })
  }

  @Test func `an interrupted export leaves a complete file or none`() throws {
    let workshop = try Workshop(Experiments.comparison(trials: 5, replicates: 20_000))
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let before = try workshop.files
    var stopped = 0
    for _ in 1...5 {
      let running = try workshop.startPeach("export", "small.sqlite", "--table", "runs", "-o", "runs.csv", "--force")
      while running.isRunning, try workshop.files == before { usleep(500) }
      running.signal(SIGINT)
      let outcome = running.finish()
      #expect(outcome.output == "" && outcome.error == "")
      // One that was done before the signal came is whole.
      #expect([0, 130].contains(outcome.status))
      #expect(try workshop.files == (outcome.status == 0 ? (before + ["runs.csv"]).sorted() : before))
      if outcome.status == 130 { stopped += 1 }
      try? FileManager.default.removeItem(atPath: workshop.path("runs.csv"))
    }
    #expect(stopped > 0)
    #expect(try workshop.peach("export", "small.sqlite", "--table", "runs").output.utf8.count > 10_000_000)
  }

  @Test func `a request to end, a hang-up and SIGQUIT stop it too, each with its own number`() throws {
    for (number, status) in [(SIGTERM, Int32(143)), (SIGHUP, Int32(129)), (SIGQUIT, Int32(131))] {
      let workshop = try Workshop(long)
      let interrupted = try interrupt(workshop, by: number)
      #expect(interrupted.status == status)
      #expect(interrupted.error.hasPrefix("interrupted; "), "\(interrupted.error)")
      #expect(try batches(workshop.path("small.sqlite")) > 0)
    }
  }

  /// How many batches a results file holds; none while there is no file.
  private func batches(_ path: String) throws -> Int {
    guard FileManager.default.fileExists(atPath: path) else { return 0 }
    return try ResultsFile.open(path).batches().count
  }

  /// A workshop whose experiment has been simulated, and what was printed.
  private func simulated() throws -> (workshop: Workshop, outcome: Workshop.Outcome) {
    let workshop = try Workshop(Experiments.comparison())
    let outcome = try workshop.peach("simulate", "experiment.yaml", "-o", "results.sqlite")
    try #require(outcome.status == 0, "\(outcome.error)")
    return (workshop, outcome)
  }

  @Test func `a complete simulation prints its table and does not change the file`() throws {
    let (workshop, first) = try simulated()
    let before = try workshop.read("results.sqlite")
    let again = try workshop.peach("simulate", "experiment.yaml", "-o", "results.sqlite")
    #expect(again == first)
    #expect(try workshop.read("results.sqlite") == before)
  }

  @Test func `fewer replicates than are stored run nothing and show all`() throws {
    let (workshop, first) = try simulated()
    let before = try workshop.read("results.sqlite")
    let again = try workshop.peach("simulate", "experiment.yaml", "-o", "results.sqlite", "--replicates", "3")
    #expect(again.status == 0)
    #expect(again.output == first.output)
    #expect(again.error == "results.sqlite: has 12 replicates, and Peach shows all of them; 3 were requested\n")
    #expect(try workshop.read("results.sqlite") == before)
  }

  /// What makes an experiment another one.
  enum Change: String, CaseIterable {
    case seed, stop, listener, strategies

    var experiment: String {
      switch self {
      case .seed: Experiments.comparison(seed: 8)
      case .stop: Experiments.comparison(trials: 25)
      case .listener:
        Experiments.comparison(listeners: ["  - {name: keen, kind: gaussian, jnd: 6}", Experiments.dull])
      case .strategies: Experiments.comparison(strategies: [Experiments.kazez])
      }
    }

    var reason: String {
      switch self {
      case .seed: "seed is 8 in the file, 7 in the results\n"
      case .stop: "stop.trials is 25 in the file, 20 in the results\n"
      case .listener: "listeners.keen.jnd is 6 in the file, 5 in the results\n"
      case .strategies: "strategies"
      }
    }
  }

  @Test(arguments: Change.allCases)
  func `results of another experiment are kept, and the first difference named`(change: Change) throws {
    let (workshop, _) = try simulated()
    let before = try workshop.read("results.sqlite")
    try workshop.write("other.yaml", change.experiment)
    let refused = try workshop.peach("simulate", "other.yaml", "-o", "results.sqlite")
    #expect(refused.status == 65)
    #expect(refused.output == "")
    let message = "results.sqlite: holds results of another experiment: \(change.reason)"
    #expect(refused.error.hasPrefix(message), "\(refused.error)")
    #expect(refused.error.hasSuffix("\n  hint: write to another file with -o, or replace the results with --force\n"))
    #expect(try workshop.read("results.sqlite") == before)
    #expect(try workshop.files == ["experiment.yaml", "other.yaml", "results.sqlite"])

    let forced = try workshop.peach("simulate", "other.yaml", "-o", "results.sqlite", "--force")
    #expect(forced.status == 0)
    #expect(try workshop.peach("simulate", "other.yaml", "-o", "fresh.sqlite").status == 0)
    let fresh = try workshop.peach("export", "fresh.sqlite", "--table", "runs")
    #expect(try workshop.peach("export", "results.sqlite", "--table", "runs") == fresh)
  }

  @Test func `results of another build are kept`() throws {
    let (workshop, _) = try simulated()
    // Another build: the same program with a byte more.
    try workshop.write("other.sh", "cp $peach other && printf x >> other && ./other \"$@\"")
    let refused = try workshop.shell("sh other.sh simulate experiment.yaml -o results.sqlite")
    #expect(refused.status == 65)
    #expect(refused.error.hasPrefix("results.sqlite: holds results of another build of peach\n  hint: "))
    #expect(try workshop.shell("sh other.sh export results.sqlite --table runs").status == 0)
  }

  @Test func `an experiment with only a new name continues under the stored name`() throws {
    let (workshop, first) = try simulated()
    let before = try workshop.peach("export", "results.sqlite", "--table", "runs")
    try workshop.write("experiment.yaml", Experiments.comparison(name: "renamed"))
    let again = try workshop.peach("simulate", "experiment.yaml", "-o", "results.sqlite")
    #expect(again.status == 0)
    #expect(
      again.error
        == "results.sqlite: keeps its experiment name small, although the experiment file now has the name renamed\n")
    #expect(again.output == first.output)
    #expect(try workshop.peach("export", "results.sqlite", "--table", "runs") == before)
  }

  @Test func `--force continues results of the same experiment`() throws {
    let (workshop, first) = try simulated()
    let before = try workshop.read("results.sqlite")
    #expect(try workshop.peach("simulate", "experiment.yaml", "-o", "results.sqlite", "--force") == first)
    #expect(try workshop.read("results.sqlite") == before)
  }
}

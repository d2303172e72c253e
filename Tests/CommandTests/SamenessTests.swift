import Foundation
import Testing

/// The same rows, whatever the threads, and whatever else is in the file.
@Suite struct SamenessTests {
  private static let tables = ["runs", "trials", "summary"]

  /// Simulates an experiment and exports its tables.
  private func tables(
    of experiment: String, _ flags: [String] = [], environment: [String: String] = [:]
  ) throws -> [String: [String]] {
    let workshop = try Workshop(experiment)
    let call = ["simulate", "experiment.yaml", "-o", "results.sqlite"] + flags
    let simulated = try workshop.run(call, environment: environment)
    try #require(simulated.status == 0, "\(simulated.error)")
    #expect(simulated.error == "")
    var tables = ["": simulated.lines]
    for table in SamenessTests.tables {
      let outcome = try workshop.run(["export", "results.sqlite", "--table", table], environment: environment)
      #expect(outcome.status == 0)
      tables[table] = outcome.lines
    }
    return tables
  }

  /// The rows of one strategy or listener, in any order; the summary's are ordered by merit.
  private func rows(_ tables: [String: [String]], _ table: String, where isShared: (String) -> Bool) -> [String] {
    (tables[table] ?? []).filter(isShared).sorted()
  }

  @Test func `one, two and eight threads give the same bytes`() throws {
    // Three batches of each cell, so that they land out of order.
    let experiment = Experiments.comparison(trials: 10, replicates: 4500)
    let one = try tables(of: experiment, ["--jobs", "1"])
    // A header, ten cells and the end of the last line.
    #expect(one["runs"]?.count == 45_002)
    #expect(try tables(of: experiment, ["--jobs", "2"]) == one)
    #expect(try tables(of: experiment, ["--jobs", "8"]) == one)
  }

  @Test func `another seed gives other runs`() throws {
    let one = try tables(of: Experiments.comparison(seed: 1))
    let two = try tables(of: Experiments.comparison(seed: 2))
    #expect(one["runs"]?.first == two["runs"]?.first)
    #expect(one["runs"] != two["runs"])
    #expect(one["trials"] != two["trials"])
  }

  @Test func `a locale with a decimal comma changes nothing`() throws {
    let plain = try tables(of: Experiments.comparison(), environment: ["LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"])
    let german = try tables(
      of: Experiments.comparison(), environment: ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"])
    #expect(german == plain)
  }

  @Test func `removing a strategy leaves the rows of the others as they were`() throws {
    let all = try tables(of: Experiments.comparison())
    let fewer = try tables(of: Experiments.comparison(strategies: [Experiments.kazez, Experiments.weighted]))
    for table in SamenessTests.tables {
      let shared = rows(all, table) { !$0.contains("two-down") }
      #expect(shared.count > 4)
      #expect(rows(fewer, table) { _ in true } == shared)
    }
  }

  @Test func `removing a listener leaves the rows of the others as they were`() throws {
    let all = try tables(of: Experiments.comparison())
    let fewer = try tables(of: Experiments.comparison(listeners: [Experiments.dull]))
    for table in SamenessTests.tables {
      let shared = rows(all, table) { !$0.contains("keen") }
      #expect(shared.count > 4)
      #expect(rows(fewer, table) { _ in true } == shared)
    }
  }

  @Test func `the order of strategies and listeners changes only the order of rows`() throws {
    let all = try tables(of: Experiments.comparison())
    let turned = try tables(
      of: Experiments.comparison(
        listeners: [Experiments.dull, Experiments.keen],
        strategies: [Experiments.weighted, Experiments.twoDown, Experiments.kazez]))
    for table in SamenessTests.tables {
      #expect(rows(turned, table) { _ in true } == rows(all, table) { _ in true })
    }
    #expect(turned["runs"] != all["runs"])
  }

  @Test func `extending fifty replicates to eighty equals eighty at once`() throws {
    let workshop = try Workshop(Experiments.comparison(replicates: 50))
    func export(_ file: String, _ table: String) throws -> [String] {
      try workshop.peach("export", file, "--table", table).lines
    }
    #expect(try workshop.peach("simulate", "experiment.yaml", "-o", "grown.sqlite").status == 0)
    let before = try export("grown.sqlite", "runs")
    #expect(before.count == 1 + 10 * 50 + 1)
    #expect(try workshop.peach("simulate", "experiment.yaml", "-o", "grown.sqlite", "--replicates", "80").status == 0)
    #expect(try workshop.peach("simulate", "experiment.yaml", "-o", "whole.sqlite", "--replicates", "80").status == 0)
    for table in SamenessTests.tables {
      #expect(try export("grown.sqlite", table) == export("whole.sqlite", table))
    }
    let after = try export("grown.sqlite", "runs")
    #expect(after.count == 1 + 10 * 80 + 1)
    #expect(Set(after).isSuperset(of: before))
  }

  @Test func `strategies meet the same notes and signs`() throws {
    let trials = try #require(try tables(of: Experiments.comparison())["trials"])
    func notes(_ strategy: String) -> [String] {
      trials.filter { $0.contains("/keen/1,") && $0.hasPrefix("small,\(strategy)/") }.map { line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        return "\(fields[7]) \(fields[8]) \(fields[9]) \(fields[12].hasPrefix("-"))"
      }
    }
    #expect(notes("kazez").count == 20)
    #expect(notes("kazez") == notes("two-down"))
    #expect(notes("kazez") == notes("weighted"))
  }
}

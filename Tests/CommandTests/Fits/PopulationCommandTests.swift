import Foundation
import Testing

/// `peach fit --population`, on the published data of `experiments/data/vibration.csv`.
@Suite struct PopulationCommandTests {
  /// Six listeners of one condition, two alternatives.
  private func workshop() throws -> Workshop {
    var text = "participant,group,level,n,k\n"
    for listener in 0..<6 {
      for level in -3...3 {
        let distance = Double(level) - 0.4 * Double(listener) + 1
        let k = (20 * (0.5 + 0.49 / (1 + exp(-2 * distance)))).rounded() - (level == listener - 3 ? 1 : 0)
        text += "P\(listener),\(listener % 2 == 0 ? "old" : "young"),\(level),20,\(Int(k))\n"
      }
    }
    let workshop = try Workshop()
    try workshop.write("study.csv", text)
    return workshop
  }

  @Test func `a table begins with the answer, and CSV has a row for each number`() throws {
    let workshop = try workshop()
    let arguments = ["fit", "study.csv", "--population", "participant", "--between", "group", "--alternatives", "2"]
    let table = try workshop.run(arguments)
    #expect(table.status == 0)
    #expect(table.output.hasPrefix("6 listeners, 840 trials. Mean threshold old: "))
    #expect(table.output.contains("young − old"))
    let csv = try workshop.run(arguments + ["--format", "csv"])
    let rows = csv.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(
      rows[0].joined(separator: ",")
        == "row,quantity,listener,group,condition,estimate,se,low,high,effect_size,effect_size_low,effect_size_high,p,"
        + "unit,trials,status,rhat,ess_bulk,ess_tail")
    #expect(rows.count { $0[0] == "mean" } == 4)
    #expect(rows.count { $0[0] == "separate" && $0[1] == "threshold" } == 6)
    #expect(rows.count { $0[0] == "shrunken" && $0[1] == "width" } == 6)
  }

  @Test func `options that do not go together are rejected`() throws {
    let workshop = try workshop()
    let population = ["fit", "study.csv", "--population", "participant"]
    let cases: [([String], String)] = [
      (population + ["--by", "group"], "--by: cannot be combined with --population"),
      (
        population + ["--method", "bayes", "--coordinates", "intercept-slope"],
        "--coordinates: expected threshold-width with --method bayes"
      ),
      (
        population + ["--method", "bayes", "--interval", "profile"],
        "--interval: with method bayes the only value is posterior; got profile"
      ),
      (
        population + ["--method", "bayes", "--draws", "50"],
        "--draws: expected 100 to 100 000 with --method bayes, got 50"
      ),
      (population + ["--draws", "500"], "--draws: expected 100 to 100 000 with --method bayes, got 500"),
      (population + ["--points", "2"], "--points: expected 1, or 3 to 25, got 2"),
      (
        population + ["--within", "participant"],
        "--population, --within, --between: column 'participant' is named twice"
      ),
      (["fit", "study.csv", "--between", "group"], "--between: needs --population"),
      (["fit", "study.csv", "--notebook", "set"], "--notebook: needs --population"),
      (
        population + ["--notebook", "set", "--coordinates", "intercept-slope"],
        "--notebook: expected --coordinates threshold-width, whose curves it draws"
      ),
    ]
    for (arguments, message) in cases {
      let result = try workshop.run(arguments)
      #expect(result.status == 64)
      #expect(result.error.contains(message), "\(result.error)")
    }
  }

  @Test func `a posterior has diagnostics, and the same seed gives the same draws`() throws {
    let workshop = try workshop()
    let arguments = [
      "fit", "study.csv", "--population", "participant", "--alternatives", "2", "--method", "bayes", "--draws", "300",
    ]
    let csv = try workshop.run(arguments + ["--format", "csv"])
    #expect(csv.status == 0)
    let rows = csv.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    // The quantity of a correlation has a comma.
    for row in rows.dropFirst() where ["mean", "sd", "rate", "shrunken"].contains(row[0]) {
      #expect((Double(row[16]) ?? 9) < 1.1, "\(row)")
      #expect((Double(row[17]) ?? 0) > 50, "\(row)")
    }
    let json = try workshop.run(arguments + ["--format", "json"])
    #expect(json.output.contains("\"chains\": 4"))
    #expect(json.output.contains("\"draws\": 1200"))
    #expect(try workshop.run(arguments + ["--format", "csv"]).output == csv.output)
    #expect(try workshop.run(arguments + ["--format", "csv", "--seed", "2"]).output != csv.output)
  }

  @Test func `a report has a forest plot, curves, checks, the model in symbols, and methods`() throws {
    let workshop = try workshop()
    let result = try workshop.run([
      "fit", "study.csv", "--population", "participant", "--between", "group", "--alternatives", "2", "--report",
      "study.html",
    ])
    #expect(result.status == 0)
    #expect(result.error.contains("report: study.html"))
    let page = try workshop.text("study.html")
    for words in [
      "Listeners and their population, old", "Curves of the population", "Checks of the model", "change_of_mean",
      "ψᵢⱼ(x) = γ + (1 − γ − λ)·F(uᵢⱼ)", "adaptive Gauss–Hermite quadrature", "Moscatelli et al., 2012", "young − old",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    let again = try workshop.run([
      "fit", "study.csv", "--population", "participant", "--alternatives", "2", "--report", "study.html",
    ])
    #expect(again.status != 0)
  }

  @Test func `a notebook comes with its tables, and no folder is replaced`() throws {
    let workshop = try workshop()
    let arguments = [
      "fit", "study.csv", "--population", "participant", "--between", "group", "--alternatives", "2", "--notebook",
      "set",
    ]
    let result = try workshop.run(arguments)
    #expect(result.status == 0)
    #expect(result.error.contains("notebook: set/notebook.ipynb"))
    let counts = try workshop.text("set/data/study-study_description-counts_data.csv").split(separator: "\n")
    #expect(counts.count == 1 + 6 * 7)
    #expect(counts[1] == "P0,old,,-3,20,9")
    let population = try workshop.text("set/data/study-study_description-population_data.csv")
    #expect(population == (try workshop.run(Array(arguments.dropLast(2)) + ["--format", "csv"])).output)
    #expect(try workshop.run(arguments).status != 0)
    #expect(try workshop.run(["verify", "set"]).status == 0)
    // The module computes every function that a fit can have.
    let module = try workshop.text("set/peach_population.py")
    let functions = try workshop.peach("list", "functions", "--format", "json").output.matches(
      of: /"name":\s*"([a-z-]+)"/
    ).map(\.1)
    #expect(functions.count > 5)
    for function in functions { #expect(module.contains("\"\(function)\": "), "\(function)") }
  }

  /// The degenerate groups that a study may have, and what Peach says of each.
  @Test func `degenerate groups have a status in words`() throws {
    let workshop = try Workshop()
    /// Listener, condition, level, n and k.
    typealias Row = (Int, String, Int, Int, Int)
    func table(_ rows: [Row]) -> String {
      "participant,condition,group,level,n,k\n"
        + rows.map { "P\($0.0),\($0.1),g\($0.0 % 2),\($0.2),\($0.3),\($0.4)\n" }.joined()
    }
    func rising(_ listener: Int, _ condition: String = "a") -> [Row] {
      (0..<5).map { (listener, condition, $0, 20, [10, 11, 14, 18, 20][$0] - ($0 == listener % 5 ? 1 : 0)) }
    }
    typealias Case = (name: String, rows: [Row], options: [String], status: String, words: String)
    let cases: [Case] =
      [
        ("one", rising(0), [], "too-few-listeners", "a population needs at least 3 listeners"),
        (
          "correct", (0..<4).flatMap { listener in (0..<5).map { (listener, "a", $0, 20, 20) } }, [], "all-correct",
          "the answers of all listeners together"
        ),
        (
          "missing",
          (0..<6).flatMap { listener in rising(listener) + (listener % 2 == 0 ? rising(listener, "b") : []) },
          ["--within", "condition", "--between", "group", "--effects", "common"], "missing-condition",
          "group g1 has no trials in condition b"
        ),
        (
          "two", (0..<6).flatMap { listener in [(listener, "a", 0, 1, 0), (listener, "a", 3, 1, 1)] }, [],
          "too-few-trials", "no listener has 5 trials"
        ),
        (
          "twice", (0..<5).flatMap { rising($0) } + rising(0).map { (7, $0.1, $0.2, $0.3, $0.4) }, [],
          "duplicate-listeners", "P0 and P7 have the same answers at the same levels"
        ),
      ]
    for entry in cases {
      try workshop.write("\(entry.name).csv", table(entry.rows))
      let result = try workshop.run(
        ["fit", "\(entry.name).csv", "--population", "participant", "--alternatives", "2"] + entry.options)
      #expect(result.status == 0, "\(entry.name)")
      let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains("\(entry.status): "), "\(entry.name): \(text)")
      #expect(text.contains(entry.words), "\(entry.name): \(text)")
    }
  }

  @Test func `a listener in two groups is an error of the data`() throws {
    let workshop = try workshop()
    let result = try workshop.run(["fit", "study.csv", "--population", "group", "--between", "participant"])
    #expect(result.status == 65)
    #expect(
      result.error.contains("listener 'old' is in the groups 'P0' and 'P2'; expected one group for each listener"))
  }

  @Test func `--strict fails if there are too few listeners`() throws {
    let workshop = try workshop()
    let result = try workshop.run(["fit", "study.csv", "--population", "group", "--strict"])
    #expect(result.status == 1)
    #expect(result.output.contains("too-few-listeners: a population needs at least 3 listeners"))
  }
}

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
        + "unit,trials,status")
    #expect(rows.count { $0[0] == "mean" } == 4)
    #expect(rows.count { $0[0] == "separate" && $0[1] == "threshold" } == 6)
    #expect(rows.count { $0[0] == "shrunken" && $0[1] == "width" } == 6)
  }

  @Test func `options that do not go together are rejected`() throws {
    let workshop = try workshop()
    let population = ["fit", "study.csv", "--population", "participant"]
    let cases: [([String], String)] = [
      (population + ["--by", "group"], "--by: cannot be combined with --population"),
      (population + ["--method", "bayes"], "--method: expected ml or reduced with --population"),
      (population + ["--points", "2"], "--points: expected 1, or 3 to 25, got 2"),
      (
        population + ["--within", "participant"],
        "--population, --within, --between: column 'participant' is named twice"
      ),
      (["fit", "study.csv", "--between", "group"], "--between: needs --population"),
    ]
    for (arguments, message) in cases {
      let result = try workshop.run(arguments)
      #expect(result.status == 64)
      #expect(result.error.contains(message), "\(result.error)")
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

import Foundation
import Testing

/// `peach fit --history`, on data whose weights R's glm has told (`Tests/FittingTests/Golden`).
@Suite struct FitHistoryTests {
  private func workshop() throws -> Workshop {
    var text = "run,offset_cents,answer\n"
    for run in [1.0, 2.0] {
      var before = 0.0
      for trial in 1...60 {
        let t = Double(trial)
        let level = 20 * sin(1.7 * t + run) * (1 + Double(trial % 5)) / 3
        let isHigher = sin(12.9898 * t + 78.233 * before + run) * 10 + level + 3 * before > 0
        before = isHigher ? 1 : -1
        text += "\(Int(run)),\(level),\(isHigher ? "higher" : "lower")\n"
      }
    }
    let workshop = try Workshop()
    try workshop.write("data.csv", text)
    return workshop
  }

  @Test func `the kernel of all, as a table and for scripts`() throws {
    let workshop = try workshop()
    let table = try workshop.peach("fit", "data.csv", "--history", "1", "--lapse", "0")
    #expect(table.status == 0)
    #expect(table.error == "data.csv: Peach fits 2 runs together; --by run fits each separately\n")
    #expect(
      table.output.hasPrefix(
        "118 trials with a complete history,\n"
          + "  test whether earlier trials have an influence: χ² = 14.50, df = 2, p = 0.0007\n")
    )
    func sentences(_ text: String) -> String { text.replacing("\n", with: " ").replacing(#/ +/#, with: " ") }
    #expect(sentences(table.output).contains("λ is fixed at 0; --lapse changes it."))
    let usual = try workshop.peach("fit", "data.csv", "--history", "1")
    #expect(sentences(usual.output).contains("λ is fixed at 0.01; --lapse changes it."))
    let csv = try workshop.peach("fit", "data.csv", "--history", "1", "--lapse", "0", "--format", "csv")
    let rows = csv.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(
      rows[0].joined(separator: ",")
        == "term,lag,weight,weight_se,weight_low,weight_high,weight_p,equivalent_cents,equivalent_cents_se,lr,df,p,trials,runs,"
        + "log_likelihood,link,lapse,status")
    #expect(rows.dropFirst().map { "\($0[0]) \($0[1])" } == ["bias 0", "level 0", "answer 1", "stimulus 1"])
    #expect(abs((Double(rows[3][2]) ?? 0) - 0.90570345564545052) < 1e-8)
    #expect(rows[3][10...13] == ["2", rows[3][11], "118", "2"])
    let json = try workshop.peach(
      "fit", "data.csv", "--history", "1", "--by", "run", "--function", "logistic", "--format", "json")
    let values = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(values.count == 8)
    #expect(
      values.map { $0["run"] as? String ?? "" } == Array(repeating: "1", count: 4) + Array(repeating: "2", count: 4))
    #expect(
      values.allSatisfy {
        $0["link"] as? String == "logit" && $0["lapse"] as? Double == 0.01 && $0["trials"] as? Int == 59
      })
  }

  @Test func `options that contradict --history, or data without an order, are rejected`() throws {
    let workshop = try workshop()
    for (arguments, message) in [
      (["--history", "0"], "--history: expected a whole number from 1 to 50, got 0"),
      (["--history", "2", "--compare", "--by", "run"], "--compare: cannot be combined with --history"),
      (
        ["--history", "2", "--function", "weibull"],
        "--function: expected normal or logistic with --history, got 'weibull'"
      ),
      (
        ["--history", "2", "--lapse", "free"],
        "--lapse: expected a number from 0 to below 0.5 with --history, got 'free'"
      ),
    ] {
      let refused = try workshop.run(["fit", "data.csv"] + arguments)
      #expect(refused.status == 64)
      #expect(refused.error.hasPrefix("Error: \(message)\n"), "\(refused.error)")
    }
    try workshop.write("counts.csv", "level,n,k\n-5,10,2\n5,10,8\n")
    let counts = try workshop.peach("fit", "counts.csv", "--history", "1")
    #expect(
      counts
        == Workshop.Outcome(
          status: 65, output: "", error: "counts.csv: --history needs single trials in their order, got counts\n"))
  }
}

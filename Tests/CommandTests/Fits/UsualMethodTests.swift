import Testing

/// The method of a fit that nobody chose.
@Suite struct UsualMethodTests {
  /// Counts at four levels, so many trials each.
  private static func counts(_ trials: Int, _ name: String = "a") -> String {
    zip([2, 4, 8, 16], [0.55, 0.7, 0.9, 0.98]).map { "\(name),\($0),\(trials),\(Int(Double(trials) * $1))\n" }.joined()
  }

  private static let header = "g,level,n,k\n"

  @Test func `a fit is penalised for any number of trials`() throws {
    for trials in [99, 100, 1000] {
      let workshop = try Workshop(Self.header + Self.counts(trials), as: "data.csv")
      func fit(_ more: String...) throws -> String {
        let outcome = try workshop.run(["fit", "data.csv", "--alternatives", "2", "--format", "csv"] + more)
        #expect(outcome.status == 0)
        return outcome.output
      }
      #expect(try fit() == fit("--method", "reduced"))
      #expect(try fit("--method", "reduced") != fit("--method", "ml"))
    }
  }

  @Test func `one trial of another group changes no number of a group`() throws {
    func group(_ other: Int) throws -> Substring {
      let text =
        Self.header + Self.counts(200) + "b,2,\(other),\(other / 2)\nb,8,\(other),\(other - 10)\nb,16,200,199\n"
      let workshop = try Workshop(text, as: "data.csv")
      let outcome = try workshop.run(["fit", "data.csv", "--alternatives", "2", "--by", "g", "--format", "csv"])
      #expect(outcome.status == 0)
      return try #require(outcome.output.split(separator: "\n").dropFirst().first)
    }
    // 399 and 401 trials in the other group.
    #expect(try group(100) == group(101))
    #expect(try group(100) == group(20))
  }

  /// Were the method to change with the number of trials, so would the estimate: it moves by less than 1 % instead.
  @Test func `estimates move smoothly with the number of trials`() throws {
    func width(_ trials: Int) throws -> Double {
      let levels = zip([2, 4, 8, 16], [0.55, 0.7, 0.9, 0.95])
      let rows = levels.map { "\($0),\(trials),\(Int((Double(trials) * $1).rounded()))\n" }.joined()
      let workshop = try Workshop("level,n,k\n" + rows, as: "data.csv")
      return try workshop.fitRows("data.csv", "--alternatives 2 --method reduced").number("width")
    }
    #expect(abs(try width(120) / width(100) - 1) < 0.01)
  }

  @Test func `AIC and BIC come from maximum likelihood for every method`() throws {
    let workshop = try Workshop(Self.header + Self.counts(40), as: "data.csv")
    let fits = try ["ml", "reduced", "bayes"].map {
      try workshop.fitRows("data.csv", "--alternatives 2 --lapse 0.02 --method \($0)")
    }
    for fit in fits {
      #expect(abs(try fit.number("aic") - fits[0].number("aic")) < 1e-9)
      #expect(abs(try fit.number("bic") - fits[0].number("bic")) < 1e-9)
    }
    #expect(try fits[1].number("log_likelihood") < fits[0].number("log_likelihood"))
  }

  @Test func `intervals of free rates are printed, with the meaning of a rate of 0`() throws {
    let workshop = try Workshop(
      "level,n,k\n" + zip(1...7, [10, 9, 12, 15, 17, 19, 20]).map { "\($0),20,\($1)\n" }.joined(), as: "data.csv")
    for method in ["reduced", "ml", "bayes"] {
      let fit = try FitRows(
        workshop.fit("data.csv", "--alternatives 2 --method \(method) --format csv"),
        note: method == "reduced" ? FitSamples.fewAtFixedLevels : "")
      #expect(try fit.number("lapse") == 0 && fit.number("lapse_low") == 0)
      #expect(try (0.06...0.1).contains(fit.number("lapse_high")))
      #expect(fit.rows[0]["guess_low"] == "" && fit.rows[0]["guess_high"] == "")
    }
    let text = try workshop.fit("data.csv", "--alternatives 2 --method reduced").output
    #expect(text.contains("0 … 0.0831"))
    #expect(
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
        "estimated between 0 and 0.1; 0 fits best, but rates up to 0.0831 are compatible with the answers"))
    let fixed = try workshop.fitRows("data.csv", "--alternatives 2 --lapse 0.02")
    #expect(fixed.rows[0]["lapse_low"] == "" && fixed.rows[0]["lapse_high"] == "")
  }

  @Test func `the penalty is printed in the parameters of the function`() throws {
    let workshop = try Workshop(Self.header + Self.counts(40), as: "data.csv")
    func text(_ line: String) throws -> String {
      try workshop.fit("data.csv", "--method reduced --by g " + line).output.split { $0 == "\n" || $0 == " " }
        .joined(separator: " ")
    }
    #expect(try text("--alternatives 2").contains("ln L + ¼ ln det I(αβ, β), I at γ = λ = 0"))
    #expect(
      try text("--alternatives 2 --function weibull").contains(
        "ln L + ¼ ln det I(β ln α, β), I at γ = λ = 0"))
    #expect(
      try text("--reading direction --lapse 0.01").contains(
        "ln L + ½ ln det I(αβ, β), I at γ = λ = 0.01"))
  }
}

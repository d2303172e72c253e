import Foundation
import Testing

/// The guess rate: where it comes from, and how it is said.
@Suite struct GuessTests {
  /// Counts of a task with three alternatives.
  private static let three = "level,n,k\n1,60,18\n2,60,22\n3,60,35\n4,60,52\n5,60,59\n"
  private static let assumed = FitSamples.assumed()

  private func guess(_ workshop: Workshop, _ options: String) throws -> (guess: String?, error: String) {
    let outcome = try workshop.fit("data.csv", options + " --format csv")
    let rows = try FitRows(Workshop.Outcome(status: outcome.status, output: outcome.output, error: ""))
    return (rows.rows[0]["guess"], outcome.error)
  }

  @Test func `stated alternatives and fractions set the guess rate, without an assumption`() throws {
    let workshop = try Workshop(Self.three, as: "data.csv")
    for (options, value) in [
      ("--alternatives 3", "0.3333333333333333"), ("--guess 1/3", "0.3333333333333333"), ("--guess 0.25", "0.25"),
      ("--alternatives 4", "0.25"), ("--guess 1/3 --lapse 1/50", "0.3333333333333333"),
    ] {
      let fit = try guess(workshop, options)
      #expect(fit.guess == value && fit.error == "", "\(options)")
    }
    #expect(try workshop.fitRows("data.csv", "--guess 1/3 --lapse 1/50").rows[0]["lapse"] == "0.02")
    // Yes and no: it is free.
    #expect(try workshop.fitRows("data.csv", "--alternatives 1").rows[0]["parameters"] == "4")
    #expect(
      try workshop.fit("data.csv", "--alternatives 1").output.hasPrefix(
        "data.csv: proportion of \"yes\" answers at each level"))
  }

  @Test func `an assumed guess rate is reported once, and so are answers against it`() throws {
    let workshop = try Workshop(Self.three, as: "data.csv")
    let against =
      "data.csv: only 40 of 120 answers (33.3 %) at levels up to 2 are correct, far below the assumed guess rate of 0.5: if that "
      + "rate is wrong, set it with --alternatives M or --guess\n"
    for format in ["", "--format csv", "--format json"] {
      #expect(try workshop.fit("data.csv", format).error == Self.assumed + against)
    }
    #expect(try workshop.fit("data.csv", "--guess 0.5").error == against)
    #expect(try workshop.fit("data.csv", "--guess free --reading accuracy").error == "")
    // What the data say is not doubted.
    let said = Self.three.replacing("k\n", with: "k,alternatives\n").split(separator: "\n").enumerated()
      .map { $0.offset == 0 ? "\($0.element)\n" : "\($0.element),2\n" }.joined()
    try workshop.write("data.csv", said)
    #expect(try workshop.fit("data.csv").error == "")
    #expect(try workshop.fit("data.csv", "--guess 0.5").error == against)
    // 12 of 36 are not rare enough: the probability of so few is 0.03.
    try workshop.write("data.csv", "level,n,k\n1,36,12\n2,36,30\n3,36,35\n")
    #expect(try workshop.fit("data.csv").error == Self.assumed)
    #expect(try workshop.fit("data.csv", "--reading direction").error == "")
  }

  @Test func `the first group with answers against the guess rate is named`() throws {
    let rows = [
      "a,1,36,18\na,2,36,30\na,3,36,35\n", "b,1,60,15\nb,2,60,50\nb,3,60,59\n", "c,1,60,14\nc,2,60,50\nc,3,60,58\n",
    ]
    let workshop = try Workshop("ear,level,n,k\n" + rows.joined(), as: "data.csv")
    #expect(
      try workshop.fit("data.csv", "--by ear").error == Self.assumed
        + "data.csv: only 15 of 60 answers (25 %) at levels up to 1 in b are correct, far below the assumed guess rate of "
        + "0.5 (the same holds for 1 more of 3 groups): if that rate is wrong, set it with --alternatives M or "
        + "--guess\n")
  }

  @Test func `a column of alternatives sets the guess rate of each group`() throws {
    let workshop = try Workshop(
      """
      ear,level,n,k,alternatives
      l,1,40,14,3
      l,2,40,30,3
      l,3,40,39,3
      r,1,40,10,4
      r,2,40,28,4
      r,3,40,40,4

      """, as: "data.csv")
    let rows = try workshop.fitRows("data.csv", "--by ear").rows
    #expect(rows.map { $0["guess"] } == ["0.3333333333333333", "0.25"])
    let table = try workshop.fit("data.csv", "--by ear")
    #expect(table.error == "")
    #expect(table.output.contains("  guess      1/alternatives, as the data of each group state\n"), "\(table.output)")
    for option in ["--compare", "--share width"] {
      let outcome = try workshop.fit("data.csv", "--by ear \(option)")
      #expect(outcome.status == 64 && outcome.output == "")
      #expect(
        outcome.error.hasPrefix(
          "Error: \(option.split(separator: " ")[0]): expected groups with the same number of alternatives; "
            + "--guess or --alternatives states one for all\n"), "\(outcome.error)")
    }
    #expect(try workshop.fitRows("data.csv", "--by ear --alternatives 3 --compare").rows.count == 1)
    #expect(try workshop.fitRows("data.csv", "--guess 0.3").rows[0]["trials"] == "240")
  }

  @Test(
    arguments: [
      ("--alternatives 0", "--alternatives: expected a whole number from 1 (yes/no) to 100, got 0"),
      ("--alternatives 3 --guess 1/3", "--alternatives: cannot be combined with --guess"),
      (
        "--alternatives 3 --reading direction",
        "--alternatives: can be used only with --reading accuracy; with --reading direction, the guess rate equals the "
          + "lapse rate unless --guess states another"
      ),
      ("--guess 1/0", "--guess: expected a proportion, A/B, free, free:MAX or lapse, got '1/0'"),
      ("--guess 1/2/3", "--guess: expected a proportion, A/B, free, free:MAX or lapse, got '1/2/3'"),
      ("--guess 4/3", "--guess: expected a proportion from 0 to below 1, got 1.3333333333333333"),
      ("--separator :", "--separator: expected auto, ',', ';', tab or blank, got ':'"),
      ("--decimal ;", "--decimal: expected auto, '.' or ',', got ';'"),
      ("--separator , --decimal ,", "--decimal: expected '.' if --separator is ',', got ','"),
      ("--correct a --n b --k c", "expected --correct, --answer, or --n and --k, got --correct and --n and --k"),
      ("--correct a --answer b", "expected --correct, --answer, or --n and --k, got --correct and --answer"),
    ])
  func `invalid options are rejected before the data are read`(line: String, message: String) throws {
    let outcome = try Workshop().fit("data.csv", line)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: \(message)\n"), "\(outcome.error)")
  }

  @Test func `CSV and JSON contain α and β with the values of the text`() throws {
    let workshop = try Workshop(Self.three, as: "data.csv")
    for name in ["normal", "logistic", "weibull", "gumbel", "reversed-gumbel", "sech", "half-normal"] {
      let options = "--function \(name) --alternatives 3"
      let row = try workshop.fitRows("data.csv", options)
      let (alpha, beta) = (try row.number("alpha"), try row.number("beta"))
      let (threshold, guess, lapse) = (
        try row.number("threshold"), try row.number("guess"), try row.number("lapse")
      )
      // The formulas of `peach list functions`, at the threshold.
      let x = threshold
      let f =
        switch name {
        case "normal": erfc(-beta * (x - alpha) / 2.0.squareRoot()) / 2
        case "logistic": 1 / (1 + exp(-beta * (x - alpha)))
        case "weibull": 1 - exp(-pow(x / alpha, beta))
        case "gumbel": 1 - exp(-pow(10, beta * (x - alpha)))
        case "half-normal": erf(pow(x / alpha, beta) / 2)
        case "reversed-gumbel": exp(-pow(10, -beta * (x - alpha)))
        default: 2 / Double.pi * atan(exp(Double.pi / 2 * beta * (x - alpha)))
        }
      #expect(abs(f - 0.5) < 1e-9, "\(name)")
      // And in the slope there: a difference quotient of the same formula is left to the fits' own tests.
      #expect(beta > 0 && guess + lapse < 1)
      let object = try workshop.fit("data.csv", options + " --format json").output
      #expect(object.contains("\"alpha\": \(row.rows[0]["alpha"] ?? ""), \"beta\": \(row.rows[0]["beta"] ?? "")"))
    }
    let log = try workshop.fitRows("data.csv", "--log-level --alternatives 3")
    #expect(abs(pow(10, try log.number("alpha")) / (try log.number("threshold")) - 1) < 1e-9)
    // All correct: there is no curve.
    try workshop.write("data.csv", "level,n,k\n1,10,10\n2,10,10\n3,10,10\n4,10,10\n")
    let none = try workshop.fitRows("data.csv", "--guess 0.5")
    #expect(none.rows[0]["alpha"] == "" && none.rows[0]["beta"] == "")
  }
}

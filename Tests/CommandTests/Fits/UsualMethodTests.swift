import Testing

/// The method of a fit that nobody chose.
@Suite struct UsualMethodTests {
  /// Counts at four levels, so many trials each.
  private static func counts(_ trials: Int, _ name: String = "a") -> String {
    zip([2, 4, 8, 16], [0.55, 0.7, 0.9, 0.98]).map { "\(name),\($0),\(trials),\(Int(Double(trials) * $1))\n" }.joined()
  }

  private static let header = "g,level,n,k\n"

  @Test func `a fit of few trials is bias-reduced and says so, one of many is by maximum likelihood`() throws {
    for (trials, method) in [(99, "reduced"), (100, "ml")] {
      let workshop = try Workshop(Self.header + Self.counts(trials), as: "data.csv")
      func fit(_ more: String...) throws -> String {
        let outcome = try workshop.run(["fit", "data.csv", "--alternatives", "2", "--format", "csv"] + more)
        #expect(outcome.status == 0)
        return outcome.output
      }
      #expect(try fit() == fit("--method", method))
      #expect(try fit("--method", "reduced") != fit("--method", "ml"))
      let table = try workshop.peach("fit", "data.csv", "--alternatives", "2", "--wide").output
      let note = "fits are bias-reduced, for there are fewer than 400 trials"
      #expect(table.contains(note) == (method == "reduced"))
    }
  }

  @Test func `groups have one method, that of the smallest`() throws {
    let text = Self.header + Self.counts(200) + Self.counts(50, "b")
    let workshop = try Workshop(text, as: "data.csv")
    func fit(_ more: String...) throws -> Workshop.Outcome {
      try workshop.run(["fit", "data.csv", "--alternatives", "2", "--by", "g", "--compare", "--format", "json"] + more)
    }
    #expect(try fit().status == 0)
    #expect(try fit().output == fit("--method", "reduced").output)
  }
}

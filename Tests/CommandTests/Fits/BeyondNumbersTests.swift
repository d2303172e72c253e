import Testing

/// Priors and levels over so many orders of magnitude that what follows from them is beyond the numbers: it is left out,
/// and the fit goes on.
@Suite struct BeyondNumbersTests {
  private static let demo = FitSamples.path("psignifit-demo.csv")

  @Test(
    arguments: [
      ["--log-level", "--prior", "threshold: uniform(0, 1000)"],
      ["--log-level", "--function", "gumbel", "--prior", "threshold: uniform(-1e12, 1e12)"],
      ["--function", "weibull", "--prior", "width: uniform(0, 2000)"],
      ["--function", "weibull", "--prior", "threshold: uniform(0, 1000)"],
      ["--prior", "width: lognormal(1, 100)"], ["--log-level", "--prior", "width: lognormal(1, 100)"],
    ])
  func `a posterior that reaches beyond the numbers has no infinite mean or end of an interval`(
    options: [String]
  ) throws {
    let workshop = try Workshop()
    for format in ["table", "csv", "json"] {
      let found = try workshop.run(["fit", Self.demo, "--method", "bayes", "--format", format] + options)
      #expect(found.status == 0, "\(options): \(found.error)")
      let words = found.output.lowercased().split { !$0.isLetter && $0 != "_" }
      #expect(!words.contains("inf") && !words.contains("nan"), "\(found.output)")
    }
  }

  @Test func `an infinite posterior mean is reported`() throws {
    let workshop = try Workshop()
    let found = try workshop.run([
      "fit", Self.demo, "--method", "bayes", "--log-level", "--prior", "threshold: uniform(0, 1000)",
    ])
    #expect(found.output.contains("means: F is ½ at unbounded, width "))
  }

  @Test(arguments: ["normal", "weibull", "gumbel"])
  func `levels over 180 orders of magnitude are fitted`(function: String) throws {
    let levels = ["1e-90", "1e-45", "1", "1e45", "1e90"]
    let rows = zip(levels, [20, 24, 30, 35, 39]).map { "\($0),40,\($1)\n" }
    let workshop = try Workshop("level,n,k\n" + rows.joined(), as: "data.csv")
    for options in [[], ["--interval", "wald"], ["--guess", "free"]] {
      let found = try workshop.run(["fit", "data.csv", "--function", function] + options)
      #expect(found.status == 0, "\(options): \(found.error)")
    }
  }

  @Test func `a prior narrower than numbers lie apart is refused with its place`() throws {
    let workshop = try Workshop()
    let found = try workshop.run(
      ["fit", Self.demo, "--method", "bayes", "--prior", "threshold: normal(1e12, 1e-100)"])
    #expect(found.status == 64 || found.status == 65)
    #expect(found.error.contains("--prior:1:12: threshold: expected a prior with more than one possible value"))
  }
}

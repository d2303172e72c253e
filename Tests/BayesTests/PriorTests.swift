import Glibc
import PeachFitting
import PeachMath
import PeachSupport
import Testing

@Suite struct PriorTests {
  @Test func `the default prior is psignifit's and is printed in full`() throws {
    let text =
      "threshold: psignifit, width: psignifit, guess: beta(1, 10), lapse: beta(1, 10), overdispersion: beta(1, 10)"
    #expect(Prior().text == text)
    #expect(try Prior(parsing: "psignifit") == Prior())
    #expect(try Prior(parsing: " psignifit , lapse: psignifit") == Prior())
  }

  private static let texts = [
    "threshold: normal(20, 8), width: psignifit, guess: beta(1, 10), lapse: beta(1.5, 30), overdispersion: beta(1, 10)",
    "threshold: plateau(-5, 0, 20.25, 30), width: lognormal(4, 0.7), guess: uniform(0, 0.2), lapse: normal(0.02, 0.01), "
      + "overdispersion: uniform(0, 0.3)",
    "threshold: uniform(-3, 1000000000000), width: loguniform(0.01, 100), guess: beta(2, 30), lapse: uniform(0, 0.06), "
      + "overdispersion: beta(1, 4)",
    "threshold: psignifit, width: gamma(2, 3.5), guess: beta(1, 10), lapse: beta(1, 10), overdispersion: beta(1, 10)",
  ]

  @Test(arguments: texts) func `a prior is written as it was read`(text: String) throws {
    #expect(try Prior(parsing: text).text == text)
  }

  @Test func `parameters that are not mentioned keep psignifit's`() throws {
    let prior = try Prior(parsing: "threshold:normal( 20,8 ) ,lapse : beta(1, 25)")
    #expect(prior.threshold == .normal(mean: 20, deviation: 8))
    #expect(prior.lapse == .beta(1, 25))
    #expect(prior.width == .psignifit)
    #expect(prior.guess == .beta(1, 10))
  }

  private static let faults: [(text: String, problems: [String])] = [
    (
      "",
      [
        """
        --prior:1:1: expected a parameter, got 'the end'
          hint: parameters: threshold, width, guess, lapse, overdispersion, psignifit
        """
      ]
    ),
    (
      "thresold: normal(1, 2)", ["--prior:1:1: expected a parameter, got 'thresold'\n  hint: did you mean 'threshold'?"]
    ),
    (
      "width normal(1, 2)",
      [
        "--prior:1:7: width: expected ':', got 'normal(1, 2)'\n  hint: write for example width: normal(mean, deviation)"
      ]
    ),
    (
      "threshold: beta(1, 2)",
      [
        """
        --prior:1:12: threshold: expected a density for threshold, got 'beta'
          hint: one of psignifit, uniform(low, high), normal(mean, deviation), plateau(low, from, to, high)
        """
      ]
    ),
    (
      "threshold: normal(1)",
      ["--prior:1:20: threshold: expected 2 numbers, got 1\n  hint: write normal(mean, deviation)"]
    ),
    (
      "threshold: normal(1, 0x2)",
      [
        "--prior:1:22: threshold: expected a number, got '0x2'\n  hint: write normal(mean, deviation)"
      ]
    ),
    // Beyond these a density, or its square, is no number.
    (
      "threshold: normal(1e13, 2)",
      [
        "--prior:1:19: threshold: expected 0 or a number between 1e-100 and 1e12 in size, got '1e13'"
          + "\n  hint: write normal(mean, deviation)"
      ]
    ),
    (
      "width: gamma(2, 1e-101), lapse: beta(1, 1000000000001)",
      [
        "--prior:1:17: width: expected 0 or a number between 1e-100 and 1e12 in size, got '1e-101'"
          + "\n  hint: write gamma(shape, scale)",
        "--prior:1:41: lapse: expected 0 or a number between 1e-100 and 1e12 in size, got '1000000000001'"
          + "\n  hint: write beta(a, b)",
      ]
    ),
    (
      "threshold: normal(1, 2",
      [
        "--prior:1:23: threshold: expected ')', got 'the end'\n  hint: write normal(mean, deviation)"
      ]
    ),
    (
      "threshold: normal(1, 2) lapse: beta(1, 2)",
      [
        "--prior:1:25: expected ',' or the end of the prior, got 'lapse: beta(1, 2)'\n"
          + "  hint: separate parameters by commas"
      ]
    ),
    (
      "lapse: beta(1, 2), lapse: beta(1, 3)",
      ["--prior:1:20: lapse: expected each parameter only once\n  hint: leave out one of them"]
    ),
    (
      "lapse: beta(0.5, 2), width: uniform(-1, 2), guess: normal(2, 1), threshold: uniform(2, 1)",
      [
        "--prior:1:8: lapse: expected beta(a, b) with a and b of at least 1, got beta(0.5, 2)"
          + "\n  hint: change the numbers, or leave lapse out to use psignifit's prior",
        "--prior:1:29: width: expected widths ≥ 0, got uniform(-1, 2)"
          + "\n  hint: change the numbers, or leave width out to use psignifit's prior",
        "--prior:1:52: guess: expected a mean rate in 0…1, got normal(2, 1)"
          + "\n  hint: change the numbers, or leave guess out to use psignifit's prior",
        "--prior:1:77: threshold: expected uniform(low, high) with low < high, got uniform(2, 1)"
          + "\n  hint: change the numbers, or leave threshold out to use psignifit's prior",
      ]
    ),
  ]

  @Test(arguments: faults.indices) func `a fault names its place, what was expected and a remedy`(index: Int) {
    let fault = Self.faults[index]
    let error = #expect(throws: ConfigurationError.self) { try Prior(parsing: fault.text) }
    #expect(error?.problems.map(\.description) == fault.problems)
  }

  @Test func `a rate's prior must reach into its bounds`() throws {
    let prior = try Prior(parsing: "lapse: uniform(0.2, 0.3)")
    let error = #expect(throws: ConfigurationError.self) {
      try BayesData.fit(prior: prior, lapse: .free(upTo: 0.1))
    }
    #expect(
      error?.description == """
        --prior:1:1: lapse: expected a prior with probability in 0…0.1, got uniform(0.2, 0.3)
          hint: change the prior, or the bound of the lapse
        """)
  }

  /// Levels 1.5 … 9: range 7.5, smallest spacing 0.5.
  @Test func `psignifit's prior is written out for the levels, and as written out is the same`() throws {
    let posterior = try BayesData.fit().fit(BayesData.counts)
    #expect(posterior.prior.threshold == .plateau(low: -2.25, from: 1.5, to: 9, high: 12.75))
    #expect(posterior.prior.width == .plateau(low: 0.5, from: 1, to: 7.5, high: 22.5))
    let again = try BayesData.fit(prior: Prior(parsing: posterior.prior.text)).fit(BayesData.counts)
    let point = Posterior.Point(threshold: 3.61, width: 5.17, guess: 0.5, lapse: 0.031)
    #expect(again.logPosterior(at: point) == posterior.logPosterior(at: point))
  }

  /// The densities at a point, from their own formulas; the likelihood is subtracted out.
  private static let densities: [(text: String, expected: Double)] = [
    ("threshold: normal(3.1, 1.7)", exp(-0.3 * 0.3 / 2) / (1.7 * (2 * Double.pi).squareRoot())),
    ("threshold: uniform(-1, 7)", 1 / 8.0),
    ("width: lognormal(4, 0.7)", exp(-pow(log(5.17 / 4) / 0.7, 2) / 2) / (5.17 * 0.7 * (2 * Double.pi).squareRoot())),
    ("width: loguniform(0.1, 50)", 1 / (5.17 * log(500))),
    ("width: gamma(2, 3.5)", 5.17 / (3.5 * 3.5) * exp(-5.17 / 3.5)),
    ("lapse: uniform(0, 0.06)", 1 / 0.06),
    // On 0…½, where the integral of (1 − x)²⁴ is (1 − 2⁻²⁵)/25.
    ("lapse: beta(1, 25)", pow(1 - 0.031, 24) * 25 / (1 - pow(0.5, 25))),
    // Half the edge from −1 to 7.22.
    ("threshold: plateau(-1, 8.22, 10, 12)", 0.5 / (4.61 + 1.78 + 1)),
  ]

  @Test(arguments: densities.indices) func `each density is its own formula, normalised`(index: Int) throws {
    let (text, expected) = Self.densities[index]
    let point = Posterior.Point(threshold: 3.61, width: 5.17, guess: 0.5, lapse: 0.031)
    let prior = try Prior(parsing: text)
    let posterior = try BayesData.fit(prior: prior).fit(BayesData.counts)
    let reference = try BayesData.fit().fit(BayesData.counts)
    let parameter = try #require(
      Prior.Parameter.allCases.first { prior[$0] != Prior()[$0] })
    let psignifit: Double =
      switch parameter {
      case .threshold: 1 / (7.5 + 3.75)
      case .width: 1 / (0.25 + 6.5 + 7.5)
      default: pow(1 - 0.031, 9) * 10 / (1 - pow(0.5, 10))
      }
    let found = exp(posterior.logPosterior(at: point) - reference.logPosterior(at: point)) * psignifit
    #expect(abs(found / expected - 1) < 2e-6, "\(text)")
  }
}

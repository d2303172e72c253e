import Foundation
import Testing

/// `peach fit --method reduced`.
@Suite struct ReducedFitTests {
  /// Answers that jump from wrong to right: the likelihood alone is a step.
  private static let separated = "level,n,k\n" + zip(1...6, [0, 0, 0, 5, 5, 5]).map { "\($0),5,\($1)\n" }.joined()

  /// R's brglm2 with type = "MPL_Jeffreys" and a = 1/4 has the same threshold and width (Tests/FittingTests/Golden).
  @Test func `a step of maximum likelihood has threshold, width and interval`() throws {
    let workshop = try Workshop(Self.separated, as: "data.csv")
    #expect(try workshop.fitRows("data.csv", "--guess 0 --lapse 0").rows[0]["status"] == "step")
    let fit = try workshop.fitRows("data.csv", "--guess 0 --lapse 0 --method reduced")
    #expect(fit.rows[0]["status"] == "ok" && fit.rows[0]["method"] == "reduced")
    #expect(abs(try fit.number("threshold") - 3.5) < 1e-7)
    #expect(abs(try fit.number("width") - 0.8946662389214978) < 1e-6)
    #expect(abs(try fit.number("width_low") - 0.4484099562108969) < 1e-5)
    #expect(abs(try fit.number("width_high") - 2.5130717400278715) < 1e-4)
    // The likelihood is the plain one, below that of the step.
    #expect(try fit.number("log_likelihood") < -0.01)
    // AIC is that of maximum likelihood, whose step predicts every answer.
    #expect(try abs(fit.number("aic") - 4) < 1e-9)
  }

  @Test func `resamples are fitted by the same method`() throws {
    let data = "level,n,k\n" + zip(1...6, [0, 0, 1, 3, 4, 4]).map { "\($0),4,\($1)\n" }.joined()
    let workshop = try Workshop(data, as: "data.csv")
    for interval in ["percentile", "bca"] {
      let line = "--guess 0 --lapse 0 --bootstrap 200 --interval \(interval)"
      let fit = try workshop.fitRows("data.csv", line + " --method reduced")
      #expect(fit.rows[0]["resamples_failed"] == "0")
      #expect(try workshop.fitRows("data.csv", line).number("threshold_low") != fit.number("threshold_low"))
      let threshold = try fit.number("threshold")
      #expect(try fit.number("threshold_low") < threshold && fit.number("threshold_high") > threshold)
    }
  }

  @Test func `answers that are all correct give a bound in words and in JSON`() throws {
    let data = "offset_cents,n,k\n-30,3,0\n-12,2,0\n9,4,4\n21,2,2\n40,1,1\n"
    let workshop = try Workshop(data, as: "data.csv")
    let line = "--reading direction --at 0.75 --lapse 0.01 --method reduced"
    let text = try workshop.fit("data.csv", line).output
    #expect(
      text.contains(
        """
          status      all-correct: every answer agrees with the sign of its level: the
                      listener hears smaller differences, the threshold at most about
                      9.365 cents; measure at smaller differences
          method      penalised likelihood: ln L + ½ ln det I(αβ, β), I at γ = λ = 0.01
        """))
    let json = try workshop.fit("data.csv", line + " --format json").output
    #expect(json.contains(", \"interval_note\": null, \"bound\": 9.365453"))
    #expect(try !workshop.fit("data.csv", "--reading direction --format json").output.contains("bound"))
  }

  @Test func `a paper's paragraph names the penalty and its sources`() throws {
    let workshop = try Workshop(Self.separated, as: "data.csv")
    #expect(try workshop.fit("data.csv", "--method reduced --guess 0 --lapse 0 --report fit.html").status == 0)
    let page = try workshop.text("fit.html")
    for words in [
      "by maximising the penalised log-likelihood ln L + ¼ ln det I(αβ, β), I at γ = λ = 0, where I was the expected "
        + "information matrix at the presented levels (Firth, 1993; Kosmidis &amp; Firth, 2021)",
      "profile intervals of the penalised likelihood (Heinze &amp; Schemper, 2002)",
      "Bias reduction of maximum likelihood estimates",
    ] { #expect(page.contains(words), "\(words)") }
  }
}

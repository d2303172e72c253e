import Foundation
import Testing

/// What scripts read of fits.
@Suite struct FitColumnsTests {
  private static let fits =
    "function,reading,method,threshold,threshold_low,threshold_high,width,width_low,width_high,slope,guess,lapse,"
    + "log_likelihood,deviance,deviance_p,aic,bic,trials,levels,status,scale,parameters,threshold_se,width_se,pse,"
    + "pse_low,pse_high,jnd,jnd_low,jnd_high,bias,residual_level_r,residual_prediction_r,residual_order_r,resamples,"
    + "resamples_failed,overdispersion,alpha,beta,guess_low,guess_high,lapse_low,lapse_high,interval_note"
  private static let comparisons =
    "group_a,group_b,difference,difference_low,difference_high,parameters_shared,parameters_free,lr,df,p,p_simulated,"
    + "aic_shared,aic_free,bic_shared,bic_free,difference_p,difference_p_holm,participants,participants_left_out"

  @Test func `the columns that scripts rely on come first, and those of --by come last`() throws {
    let workshop = try Workshop(FitSamples.listeners, as: "data.csv")
    #expect(try workshop.fitRows("data.csv").header == Self.fits)
    let groups = try workshop.fitRows("data.csv", "--by listener level_dB --lapse 0.02")
    #expect(groups.header == Self.fits + ",listener,level_dB")
    #expect(groups.rows.count == 10)
    #expect(
      groups.rows.map { $0["listener"] } == Array(repeating: "anna", count: 5) + Array(repeating: "ben", count: 5))
    #expect(groups.rows.allSatisfy { $0["status"] == "too-few-levels" })
    #expect(try workshop.fitRows("data.csv", "--by listener --compare").header == Self.comparisons)
  }

  /// The maximum of the likelihood to 1e-6, by another program: 13 levels of 90 trials.
  @Test func `the columns contain the numbers of a known fit`() throws {
    let fit = try Workshop().fitRows(FitSamples.path("psignifit-demo.csv"), "--lapse 0")
    #expect(abs(try fit.number("threshold") - 0.0046478170) < 1e-8)
    #expect(abs(try fit.number("width") - 0.0046590718) < 1e-8)
    #expect(abs(try fit.number("log_likelihood") + 565.95516541) < 1e-7)
    #expect(abs(try fit.number("deviance") - 5.93281305) < 1e-6)
    #expect(abs(try fit.number("aic") - (2 * 2 + 2 * 565.95516541)) < 1e-6)
    #expect(abs(try fit.number("bic") - (2 * log(1170) + 2 * 565.95516541)) < 1e-6)
    // Of ψ = ½ + ½·Φ: half of 0.39894/σ, the width being 3.28971 σ.
    #expect(abs(try fit.number("slope") - 0.5 * 0.3989423 * 3.2897073 / 0.0046590718) < 1e-4)
    let row = fit.rows[0]
    #expect(row["function"] == "normal" && row["reading"] == "accuracy" && row["method"] == "ml")
    #expect(row["trials"] == "1170" && row["levels"] == "13" && row["status"] == "ok")
    #expect(row["guess"] == "0.5" && row["lapse"] == "0" && row["parameters"] == "2" && row["scale"] == "linear")
    let (low, high) = (try fit.number("threshold_low"), try fit.number("threshold_high"))
    let error = try fit.number("threshold_se")
    #expect(low < 0.0046478 && high > 0.0046478 && high - low < 4.5 * error)
    for column in ["deviance_p", "pse", "jnd_low", "bias", "resamples", "resamples_failed", "overdispersion"] {
      #expect(row[column] == "", "\(column)")
    }
  }

  @Test func `the direction reading has the point of subjective equality, the JND and the bias`() throws {
    let workshop = try Workshop(FitSamples.direction, as: "data.csv")
    let plain = try workshop.fitRows("data.csv", "--reading direction")
    #expect(try plain.number("pse") == plain.number("threshold"))
    #expect(try plain.number("pse_low") == plain.number("threshold_low"))
    #expect(try plain.number("bias") == -plain.number("pse"))
    // Φ⁻¹(0.75) of the σ that the width is 3.28971 of.
    #expect(abs(try plain.number("jnd") / plain.number("width") - 0.6744898 / 3.2897073) < 1e-6)
    #expect(abs(try plain.number("jnd_high") / plain.number("width_high") - 0.6744898 / 3.2897073) < 1e-6)
    #expect(plain.rows[0]["reading"] == "direction")
    #expect(try plain.number("guess") == plain.number("lapse"))
    // Read at 75 % correct of both signs the threshold is a size, and near the JND where the bias is small.
    let level = try workshop.fitRows("data.csv", "--reading direction --at 0.75 --lapse 0")
    #expect(try level.number("threshold") > level.number("jnd"))
    #expect(try level.number("threshold") < 1.1 * level.number("jnd"))
    #expect(abs(try level.number("pse") - plain.number("pse")) < 1e-5)
  }

  @Test func `gumbel on log10 is the Weibull, with width and slope in log10 units`() throws {
    let data = FitSamples.path("psignifit-demo.csv")
    let weibull = try Workshop().fitRows(data, "--function weibull --at 0.8")
    let gumbel = try Workshop().fitRows(data, "--function gumbel --log-level --at 0.8")
    #expect(abs(try weibull.number("threshold") / gumbel.number("threshold") - 1) < 1e-6)
    #expect(abs(try weibull.number("log_likelihood") - gumbel.number("log_likelihood")) < 1e-8)
    #expect(weibull.rows[0]["scale"] == "linear" && gumbel.rows[0]["scale"] == "log10")
    let slope = try gumbel.number("slope") / (log(10) * gumbel.number("threshold"))
    #expect(abs(try weibull.number("slope") / slope - 1) < 1e-5)
    let width = try gumbel.number("width")
    #expect(width > 0.3 && width < 0.6)
  }

  @Test func `a posterior has psignifit's highest point`() throws {
    // By psignifit 4.3, whose own search is good to 1e-4 of the levels' range.
    let data = FitSamples.path("psignifit-demo.csv")
    let fit = try Workshop().fitRows(data, "--method bayes --overdispersion")
    #expect(abs(try fit.number("threshold") - 0.00464485) < 1e-5)
    #expect(abs(try fit.number("width") - 0.00468384) < 5e-5)
    #expect(fit.rows[0]["method"] == "bayes" && fit.rows[0]["parameters"] == "4")
    #expect(try fit.number("overdispersion") < 0.01)
    let (low, high) = (try fit.number("threshold_low"), try fit.number("threshold_high"))
    #expect(low > 0.004 && low < 0.00464 && high > 0.00465 && high < 0.0053)
    #expect(try Workshop().fitRows(data, "--method bayes").rows[0]["overdispersion"] == "")
    // A prior that pulls is told by its numbers.
    let outcome = try Workshop().run([
      "fit", data, "--method", "bayes", "--prior", "width: normal(0.009, 0.0002)", "--format", "csv",
    ])
    #expect(try FitRows(outcome).number("width") > 0.007)
  }

  @Test func `JSON has the same fits, missing is null`() throws {
    let workshop = try Workshop(FitSamples.listeners, as: "data.csv")
    let outcome = try workshop.fit("data.csv", "--by listener --share width --format json")
    #expect(outcome.status == 0 && outcome.error == FitSamples.assumed())
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: [Any]])
    #expect(object.keys.sorted() == ["comparisons", "fits", "notes"])
    let csv = try workshop.fitRows("data.csv", "--by listener --share width")
    let fits = try #require(object["fits"] as? [[String: Any]])
    #expect(fits.count == 4 && csv.rows.count == 4)
    for (fit, row) in zip(fits, csv.rows) {
      #expect(Set(fit.keys) == Set(row.keys))
      for (name, value) in fit {
        switch value {
        case let text as String: #expect(row[name] == text)
        case is NSNull: #expect(row[name] == "")
        case let number as NSNumber:
          // Foundation reads numbers to 15 digits or so.
          let text = try #require(Double(row[name] ?? ""), "\(name)")
          #expect(abs(text - number.doubleValue) <= 1e-14 * abs(text), "\(name)")
          #expect(outcome.output.contains("\"\(name)\": \(row[name] ?? "")"))
        default: Issue.record("\(name): \(value)")
        }
      }
    }
    let comparisons = try #require(object["comparisons"] as? [[String: Any]])
    #expect(comparisons.map { $0["group_a"] as? String } == ["anna"])
    #expect(comparisons[0]["p_simulated"] is NSNull && comparisons[0]["p"] is NSNumber)
    let alone = try workshop.fit("data.csv", "--format json").output
    #expect(
      alone.hasSuffix(
        "],\n\"comparisons\": [],\n\"notes\": [\"Peach fits 2 listeners together; --by listener fits each separately\"]\n}\n"
      )
    )
  }
}

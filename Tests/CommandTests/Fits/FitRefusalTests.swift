import Foundation
import Testing

/// What `peach fit` does not do, and how it says so.
@Suite struct FitRefusalTests {
  private static let usage = """
    Usage: peach fit [<options>] [<data>]
      See 'peach fit --help' for more information.

    """

  /// Each with `data.csv` before it.
  @Test(
    arguments: [
      ("--guess chance", "--guess: expected a proportion, A/B, free, free:MAX or lapse, got 'chance'"),
      ("--guess free:x", "--guess: expected a proportion, A/B, free, free:MAX or lapse, got 'free:x'"),
      ("--guess -0.1", "--guess: expected a proportion from 0 to below 1, got -0.1"),
      ("--guess free:0.6", "--guess: expected a bound above 0 and up to 0.5, got 0.6"),
      ("--lapse 1", "--lapse: expected a proportion from 0 to below 1, got 1"),
      ("--lapse nan", "--lapse: expected a proportion, A/B, free, free:MAX, got 'nan'"),
      ("--lapse lapse", "--lapse: expected a proportion, free or free:MAX; only guess can be tied to lapse"),
      ("--guess 0.5 --lapse 0.5", "--lapse: expected guess + lapse < 1, got 0.5 and 0.5"),
      ("--at high", "--at: expected a proportion, got 'high'"),
      (
        "--at 0.4 --guess 0.5",
        "--at: expected a proportion above 0.5 and below 1 (between guess and 1 − lapse), got 0.4"
      ),
      (
        "--reading direction --at 0.5 --lapse 0.01",
        "--at: expected a proportion above 0.5 and below 0.99 (correct, averaged over both signs), got 0.5"
      ),
      (
        "--function wiebull",
        "--function: expected one of normal, logistic, weibull, gumbel, reversed-gumbel, sech, half-normal, got 'wiebull'; "
          + "did you mean 'weibull'?"
      ),
      (
        "--function weibull --log-level",
        "--log-level: expected no log-level, because the function weibull already takes the logarithm of the level; "
          + "gumbel on a log level is "
          + "the same curve"
      ),
      (
        "--reading direction --function weibull",
        "--function: expected a function of signed levels, got weibull, which takes their logarithm"
      ),
      (
        "--reading direction --log-level",
        "--log-level: expected no log-level, because signed levels have no logarithm"
      ),
      ("--bootstrap many", "--bootstrap: expected N or N:nonparametric, got 'many'"),
      ("--bootstrap 2000:smoothed", "--bootstrap: expected N or N:nonparametric, got '2000:smoothed'"),
      ("--bootstrap 99", "--bootstrap: expected 100 to 1000000 resamples, got 99"),
      ("--bootstrap 200 --method bayes", "--bootstrap: expected method ml or reduced: a posterior needs no resamples"),
      ("--simulate few", "--simulate: expected a whole number, got 'few'"),
      ("--simulate 99", "--simulate: expected 100 to 1000000 simulated data sets, got 99"),
      ("--interval posterior", "--interval: expected method bayes for a posterior interval"),
      ("--interval wald --method bayes", "--interval: with method bayes the only value is posterior; got wald"),
      (
        "--overdispersion",
        "--overdispersion: expected with --method bayes only, because it is a parameter of the posterior"
      ),
      ("--prior psignifit", "--prior: needs --method bayes"),
      (
        "--method bayes --prior widt:beta(1,2)",
        "--prior:1:1: expected a parameter, got 'widt'\n  hint: did you mean 'width'?"
      ),
      (
        "--method bayes --prior lapse:uniform(0.6,0.9)",
        "--prior:1:1: lapse: expected a prior with probability in 0…0.5, got uniform(0.6, 0.9)\n"
          + "  hint: change the prior, or the bound of the lapse"
      ),
      ("--share threshold", "--share: needs --by, which names the groups"),
      ("--compare", "--compare: needs --by, which names the groups"),
      (
        "--by listener --compare --method bayes",
        "--compare: needs --method ml or reduced"
      ),
      (
        "--by listener --share threshold,wdth",
        "--share: expected names from threshold,width,guess,lapse, got 'wdth'; did you mean 'width'?"
      ),
      ("--by listener --share threshold,", "--share: expected names from threshold,width,guess,lapse, got ''"),
      ("--by listener listener", "--by: column 'listener' is named twice"),
      ("--by status", "--by: the table of fits already has a column 'status'; rename that column of your data"),
      (
        "--by order --residuals r.csv",
        "--by: the table of fits already has a column 'order'; rename that column of your data"
      ),
      ("--residuals -", "--residuals: expected a file, because Peach prints the fits to standard output"),
    ])
  func `an option that cannot be followed is refused before the data are read`(line: String, message: String) throws {
    let outcome = try Workshop().fit("data.csv", line)
    #expect(outcome == Workshop.Outcome(status: 64, output: "", error: "Error: \(message)\n\(Self.usage)"))
  }

  @Test func `all errors in the options are reported`() throws {
    let outcome = try Workshop().fit("data.csv", "--guess 2 --lapse -1 --function weibull --log-level --simulate 1")
    #expect(outcome.status == 64)
    for option in ["--guess: ", "--lapse: ", "--log-level: ", "--simulate: "] {
      #expect(outcome.error.contains(option), "\(outcome.error)")
    }
  }

  @Test(
    arguments: [
      (["fit"], "expected DATA: a CSV file, a results file, or - for standard input; or --listener ID"),
      (["fit", "--by", "run", "data.csv"], "expected DATA before --by, which takes every word up to the next option"),
    ])
  func `data come first`(arguments: [String], message: String) throws {
    let outcome = try Workshop().run(arguments)
    #expect(outcome == Workshop.Outcome(status: 64, output: "", error: "Error: \(message)\n\(Self.usage)"))
  }

  @Test(
    arguments: [
      ("--reading loudness", "'accuracy' and 'direction'"), ("--method map", "'ml', 'reduced' or 'bayes'"),
      ("--interval hdi", "'profile', 'wald', 'percentile', 'bca' or 'posterior'"), ("--format xml", "'csv' or 'json'"),
      ("--seed -1", "--seed"), ("--seed 18446744073709551616", "--seed"), ("--reports out.html", "--reports"),
    ])
  func `a wrong word is refused with the right ones`(line: String, words: String) throws {
    let outcome = try Workshop().fit("data.csv", line)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: ") && outcome.error.contains(words), "\(outcome.error)")
  }

  @Test func `options that do not fit the data are rejected when the data are read`() throws {
    let workshop = try Workshop(FitSamples.listeners, as: "data.csv")
    // Of three alternatives it would be a proportion between guessing and right.
    let at = try workshop.fit("data.csv", "--at 0.45")
    #expect(at.status == 64 && at.output == "")
    #expect(
      at.error.hasPrefix(
        "Error: --at: expected a proportion above 0.5 and below 1 (between guess and 1 − lapse), got 0.45\n"))
    let share = try workshop.fit("data.csv", "--by listener --share guess")
    #expect(share.status == 64 && share.output == "")
    #expect(share.error.hasPrefix("Error: --share: expected a free parameter to share, got guess, which is fixed\n"))
    #expect(try workshop.fit("data.csv", "--by listener --share guess --guess free").status == 0)
  }

  @Test func `every pair of at most a hundred groups is compared`() throws {
    // All correct, so that nothing takes long.
    func data(_ groups: Int) -> String {
      "day,level,n,k\n" + (1...groups).map { "\($0),1,6,6\n\($0),2,6,6\n" }.joined()
    }
    let workshop = try Workshop(data(101), as: "data.csv")
    for option in ["--compare", "--share width"] {
      let outcome = try workshop.fit("data.csv", "--by day --lapse 0 \(option)")
      #expect(outcome.status == 64 && outcome.output == "")
      let name = option.split(separator: " ")[0]
      #expect(
        outcome.error.hasPrefix(
          "Error: \(name): expected at most 100 groups, because it compares every pair, got 101; fewer columns in --by "
            + "make fewer groups\n"), "\(outcome.error)")
    }
    // Without it they are fitted, and a hundred are compared.
    #expect(try workshop.fitRows("data.csv", "--by day --lapse 0").rows.count == 101)
    try workshop.write("data.csv", data(100))
    #expect(try workshop.fitRows("data.csv", "--by day --lapse 0 --compare").rows.count == 100 * 99 / 2)
  }

  @Test func `unreadable data exit with 74, and invalid data with 65, file and line`() throws {
    let workshop = try Workshop("level,n,k\n1,10,4\n2,10,11\n-3,x,2\n", as: "data.csv")
    #expect(try workshop.fit("missing.csv").status == 74)
    let wrong = try workshop.fit("data.csv")
    #expect(wrong.status == 65 && wrong.output == "")
    #expect(
      wrong.error == """
        data.csv:3:6: column 'k': expected at most n, which is 10, got 11
        data.csv:4:4: column 'n': expected a whole number from 0, got 'x'

        """)
    try workshop.write("data.csv", "level,n,k\n1,10,4\n0,10,8\n")
    for (options, name) in [("--log-level", "--log-level"), ("--function weibull", "--function weibull")] {
      let log = try workshop.fit("data.csv", options)
      #expect(log.status == 65)
      #expect(
        log.error.hasPrefix("data.csv:3:1: column 'level': expected a level above 0 for \(name), got 0\n"),
        "\(log.error)")
    }
    let by = try workshop.fit("data.csv", "--by levl")
    #expect(by.status == 65)
    #expect(by.error == "data.csv:1:1: --by: no column 'levl'\n  hint: did you mean 'level'?\n")
  }

  @Test func `residuals go to a new file or replace only residuals`() throws {
    let workshop = try Workshop(FitSamples.direction, as: "data.csv")
    try workshop.write("notes.txt", "mine\n")
    #expect(try workshop.fit("data.csv", "--residuals r.csv").status == 0)
    let first = try workshop.text("r.csv")
    #expect(try workshop.fit("data.csv", "--residuals r.csv --reading direction").status == 0)
    #expect(try workshop.text("r.csv") != first)
    let other = "exists already and is not a table of residuals; refusing to overwrite it"
    for (file, reason) in [("notes.txt", other), ("data.csv", "is the data")] {
      let outcome = try workshop.fit("data.csv", "--residuals \(file)")
      #expect(outcome.status == 74 && outcome.output == "")
      #expect(outcome.error == "\(file): \(reason)\n  hint: choose another file for --residuals\n")
    }
    #expect(try workshop.text("notes.txt") == "mine\n")
    #expect(try workshop.text("data.csv") == FitSamples.direction)
    #expect(try workshop.fit("r.csv", "--residuals r.csv").error.hasPrefix("r.csv: is the data\n"))
    #expect(try workshop.fit("data.csv", "--residuals no/such.csv").status == 74)
    #expect(try workshop.files == ["data.csv", "notes.txt", "r.csv"])
  }

  @Test func `a full disk is 74, a reader that goes away is success`() throws {
    let workshop = try Workshop(FitSamples.direction, as: "data.csv")
    let full = try workshop.shell("$peach fit data.csv > /dev/full")
    #expect(full.status == 74)
    #expect(full.error.contains("cannot be written: No space left on device"))
    let closed = try workshop.shell("$peach fit data.csv --format csv | true")
    #expect(
      closed == Workshop.Outcome(status: 0, output: "", error: FitSamples.assumed() + FitSamples.fewAtFixedLevels))
  }
}

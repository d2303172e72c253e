import Foundation
import Testing

/// What is drawn at random: the same on every run, each group by itself.
@Suite struct FitRandomTests {
  @Test func `a repeated command prints the same bytes, another seed other numbers`() throws {
    let workshop = try Workshop(FitSamples.listeners, as: "data.csv")
    for format in ["table", "csv", "json"] {
      let line = "--by listener --bootstrap 200 --simulate 200 --share width --format \(format)"
      let first = try workshop.fit("data.csv", line)
      #expect(first.status == 0 && first.error == FitSamples.assumed())
      #expect(try workshop.fit("data.csv", line) == first)
      #expect(try workshop.fit("data.csv", line + " --seed 1") == first)
      #expect(try workshop.fit("data.csv", line + " --seed 2").output != first.output)
    }
    #expect(try workshop.fit("data.csv", "--bootstrap 200 --seed 77").output.contains("seed 77"))
    #expect(try !workshop.fit("data.csv", "--seed 77").output.contains("77"))
  }

  @Test func `the draws of a group do not depend on other groups`() throws {
    let workshop = try Workshop(FitSamples.listeners, as: "data.csv")
    let options = "--by listener --bootstrap 300 --simulate 100"
    let both = try workshop.fitRows("data.csv", options)
    let lines = FitSamples.listeners.split(separator: "\n")
    try workshop.write("ben.csv", ([lines[0]] + lines[6...]).joined(separator: "\n") + "\n")
    let ben = try workshop.fitRows("ben.csv", options)
    #expect(ben.rows.count == 1 && ben.rows[0] == both.rows[1])
    #expect(both.rows[0]["deviance_p"] != both.rows[1]["deviance_p"])
  }

  @Test func `the bootstrap reports the numbers of resamples and failures`() throws {
    let workshop = try Workshop(FitSamples.direction, as: "data.csv")
    let line = "--reading direction --lapse 0.01"
    let bca = try workshop.fitRows("data.csv", line + " --bootstrap 400")
    #expect(bca.rows[0]["resamples"] == "400" && bca.rows[0]["resamples_failed"] == "0")
    let percentile = try workshop.fitRows("data.csv", line + " --bootstrap 400 --interval percentile")
    #expect(bca.rows[0]["threshold_low"] != percentile.rows[0]["threshold_low"])
    let profile = try workshop.fitRows("data.csv", line)
    for rows in [bca, percentile] {
      for column in ["threshold_low", "threshold_high", "width_low", "width_high"] {
        let ratio = try rows.number(column) / profile.number(column)
        #expect(abs(ratio - 1) < 0.3, "\(column)")
      }
    }
    let proportions = try workshop.fitRows("data.csv", line + " --bootstrap 400:nonparametric")
    #expect(proportions.rows[0]["threshold_low"] != bca.rows[0]["threshold_low"])
    // An interval that needs resamples has some where none are asked for.
    #expect(try workshop.fitRows("data.csv", line + " --interval bca").rows[0]["resamples"] == "2000")
  }

  /// So few errors that some resamples have none; those are told, and lie beyond both ends.
  @Test func `resamples without a threshold or width are counted`() throws {
    let workshop = try Workshop("level,n,k\n3,6,4\n5,6,5\n8,6,6\n", as: "data.csv")
    let line = "--lapse 0 --bootstrap 500"
    for kind in ["", ":nonparametric"] {
      let fit = try workshop.fitRows("data.csv", line + kind + " --interval percentile")
      #expect(fit.rows[0]["status"] == "ok" && fit.rows[0]["resamples"] == "500")
      let failed = try fit.number("resamples_failed")
      #expect(failed > 15 && failed < 60)
      // More than 2.5 %: no end of a 95 % interval is known.
      #expect(fit.rows[0]["threshold_low"] == "" && fit.rows[0]["threshold_high"] == "")
      let table = try workshop.fit("data.csv", line + kind + " --interval percentile").output
      let words = table.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
      #expect(words.contains("resamples, \(Int(failed)) without a threshold or width, seed 1"), "\(table)")
    }
  }

  /// With a fixed seed: the deviance of the first is 1.1 with 3 degrees of freedom, of the second over 40 with 4.
  @Test func `the p of the deviance tells a fit that does not hold`() throws {
    let workshop = try Workshop(FitSamples.direction, as: "data.csv")
    #expect(try workshop.fitRows("data.csv", "--reading direction --simulate 200").number("deviance_p") > 0.05)
    try workshop.write("bad.csv", FitSamples.counts([30, 44, 22, 44, 28, 44], of: 45))
    #expect(try workshop.fitRows("bad.csv", "--lapse 0 --simulate 200").number("deviance_p") < 0.01)
  }

  @Test func `an interrupted fit is 130 and leaves nothing`() throws {
    let workshop = try Workshop(FitSamples.listeners, as: "data.csv")
    let running = try workshop.startPeach("fit", "data.csv", "--bootstrap", "1000000", "--residuals", "r.csv")
    // Long after the handlers are there, long before a million fits are.
    Thread.sleep(forTimeInterval: 0.5)
    #expect(running.isRunning)
    running.signal(SIGINT)
    #expect(running.finish() == Workshop.Outcome(status: 130, output: "", error: FitSamples.assumed()))
    #expect(try workshop.files == ["data.csv"])
  }
}

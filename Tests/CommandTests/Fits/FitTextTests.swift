import Foundation
import Testing

/// What `peach fit` prints for people, whole.
@Suite struct FitTextTests {
  private func expect(
    _ data: String, _ line: String, prints text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try Workshop(data, as: "data.csv").fit("data.csv", line)
    let isSaid = ["--guess", "direction"].contains(where: line.contains)
    let words = Workshop.Outcome(status: 0, output: Self.withoutCurve(outcome.output), error: outcome.error)
    #expect(
      words == Workshop.Outcome(status: 0, output: text, error: isSaid ? "" : FitSamples.assumed()),
      sourceLocation: sourceLocation)
  }

  /// The lines of a drawn curve with the empty one behind them, by their place before the facts.
  private static func curve(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("  proportion ") }) else { return [] }
    return Array(lines[start...].prefix { !$0.isEmpty }) + [""]
  }

  private static func withoutCurve(_ text: String) -> String {
    let curve = curve(text)
    return curve.isEmpty ? text : text.replacing(curve.joined(separator: "\n") + "\n", with: "")
  }

  @Test func `data and curve are drawn in eight lines, with the threshold above its level`() throws {
    let workshop = try Workshop("level,n,k\n1,40,21\n2,40,25\n4,40,33\n8,40,38\n16,40,40\n", as: "data.csv")
    func drawn(_ locale: String, _ line: String = "") throws -> [String] {
      let words = ["fit", "data.csv"] + line.split(separator: " ").map(String.init)
      let outcome = try workshop.run(words, environment: ["LC_ALL": locale, "COLUMNS": "60"])
      #expect(outcome.status == 0, "\(outcome.error)")
      return Array(Self.curve(outcome.output).dropLast())
    }
    let lines = try drawn("C.UTF-8")
    #expect(lines.count == 8)
    #expect(lines.allSatisfy { $0.count <= 60 })
    #expect(lines.joined().count { $0 == "●" } == 5)
    // The line below the threshold ends above its number.
    let column = try #require(lines[6].firstIndex(of: "┊").map { lines[6].distance(from: lines[6].startIndex, to: $0) })
    let number = try #require(lines[7].firstMatch(of: #/3\.\d+/#))
    let place = lines[7].distance(from: lines[7].startIndex, to: number.range.lowerBound)
    #expect(place...place + 4 ~= column, "\(lines.joined(separator: "\n"))")
    let plain = try drawn("C")
    #expect(plain.count == 8)
    #expect(plain.allSatisfy { $0.allSatisfy(\.isASCII) }, "\(plain)")
    try workshop.write("data.csv", "level,n,k\n1,40,30\n2,40,30\n4,40,30\n")
    #expect(try drawn("C.UTF-8").isEmpty)
  }

  @Test func `the curve of a step rises at its threshold, whose digits are those of the table`() throws {
    let workshop = try Workshop("level,n,k\n1,10,0\n2,10,0\n3,10,10\n4,10,10\n", as: "data.csv")
    let words = ["fit", "data.csv", "--guess", "0", "--lapse", "0", "--method", "ml"]
    let outcome = try workshop.run(words, environment: ["LC_ALL": "C.UTF-8", "COLUMNS": "60"])
    #expect(outcome.output.contains("\nthreshold     2.500  "), "\(outcome.output)")
    let lines = Self.curve(outcome.output)
    #expect(lines[7].contains(" 2.500 "))
    // The line of the threshold stands in the column of the jump or next to it.
    let line = Array(lines[3])
    let rise = try #require(line.firstIndex { ("\u{2801}"..."\u{28FF}").contains($0) })
    let threshold = try #require(line.firstIndex(of: "┊"))
    #expect(abs(rise - threshold) <= 1, "\(outcome.output)")
  }

  @Test func `counts from standard input are fitted by maximum likelihood`() throws {
    let data = try String(contentsOfFile: FitSamples.path("psignifit-demo.csv"), encoding: .utf8)
    let workshop = try Workshop(data, as: "data.csv")
    let text = """
      standard input: proportion correct at each level, 13 levels, 1 170 trials

                 estimate  95 % interval
      ─────────  ────────  ─────────────────  ────────────────────────────────────────────────────────────
      threshold   0.00465  0.00436 … 0.00494  level at which F is ½ and ψ is 0.75
      width       0.00466  0.00372 … 0.00584  level, from F = 0.05 to 0.95
      slope         140.8                     dψ/dx at the threshold
      guess           0.5                     fixed
      lapse             0  0 … 0.0112         estimated between 0 and 0.1; 0 fits best, but rates up to
                                              0.0112 are compatible with the answers

        status      ok
        method      maximum likelihood
        function    normal, F = Φ(β(x−α)), α = 0.004648, β = 706.1
        intervals   95 %, profile likelihood
        deviance    5.93 with 10 degrees of freedom (13 levels, 3 free parameters)
        likelihood  ln L −565.955; AIC 1137.91, BIC 1153.10
        residuals   correlation of residuals +0.11 with level, +0.11 with the fitted
                    proportion, +0.11 with the order of rows

      options that you can add:
        --simulate 2000       adds a p value of the deviance, by simulation
        --bootstrap 2000      computes the intervals from resampled answers
        --residuals FILE.csv  writes each level's residual and its influence on the
                              fit
        --format csv          prints all numbers at full precision, one row for each
                              fit

      """
    let outcome = try workshop.shell("$peach fit - --method ml < data.csv")
    #expect(Self.withoutCurve(outcome.output) == text)
    #expect(outcome.status == 0 && outcome.error == FitSamples.assumed("standard input"))
    #expect(try workshop.shell("cat data.csv | $peach fit - --method ml") == outcome)
  }

  @Test func `the trials of a staircase are counted, and omissions and narrow ranges are reported`() throws {
    try expect(
      FitSamples.trials, "--guess 0.5 --lapse 0.02 --residuals r.csv",
      prints: """
        data.csv: proportion correct at each level, 5 levels, 17 trials

                   estimate  95 % interval
        ─────────  ────────  ─────────────  ───────────────────────────────────
        threshold      17.1  below 39.7     cents at which F is ½ and ψ is 0.74
        width            15  below 1130     cents, from F = 0.05 to 0.95
        slope       0.04183                 dψ/dx at the threshold, x in cents
        guess           0.5                 fixed
        lapse          0.02                 fixed

          status      ok
          method      maximum likelihood
          function    normal, F = Φ(β(x−α)), α = 17.08, β = 0.2184
          intervals   95 %, profile likelihood
          deviance    0.82 with 3 degrees of freedom (5 levels, 2 free parameters)
          likelihood  ln L −7.272; AIC 18.54, BIC 20.21
          residuals   correlation of residuals +0.60 with level, +0.61 with the fitted
                      proportion, −0.53 with the order of rows
          note        1 comfort trial is left out
          note        fewer than 100 trials whose levels seem to follow the answers
                      (adaptive): more or fewer than 95 % of such 95 % intervals may
                      contain the true value; VALIDATION.md has a table of their
                      coverage

        residuals: r.csv
        options that you can add:
          --simulate 2000   adds a p value of the deviance, by simulation
          --bootstrap 2000  computes the intervals from resampled answers
          --format csv      prints all numbers at full precision, one row for each fit

        """)
  }

  @Test func `answers higher have a point of subjective equality, a bias and a JND`() throws {
    try expect(
      FitSamples.direction, "--reading direction --lapse 0.01 --bootstrap 500 --simulate 500",
      prints: """
        data.csv: proportion of "higher" answers at each signed level, 6 levels, 120
          trials

               estimate  95 % interval
        ─────  ────────  ─────────────  ──────────────────────────────────
        pse        −1.6  −4.2 … 1.6     cents where F is ½
        bias        1.6  −1.6 … 4.2     cents, −pse
        jnd         6.9  4.9 … 10.0     cents, from F = 0.5 to 0.75
        width      33.4  23.8 … 48.7    cents, from F = 0.05 to 0.95
        slope   0.03847                 dψ/dx at the threshold, x in cents
        guess      0.01                 equal to the lapse rate
        lapse      0.01                 fixed

          status      ok
          method      maximum likelihood
          function    normal, F = Φ(β(x−α)), α = −1.561, β = 0.09839
          intervals   95 %, BCa bootstrap; 500 parametric resamples, 0 without a
                      threshold or width, seed 1
          deviance    1.35 with 4 degrees of freedom (6 levels, 2 free parameters); p =
                      0.96 from 500 data sets simulated with the fit, seed 1
          likelihood  ln L −48.783; AIC 101.57, BIC 107.14
          residuals   correlation of residuals +0.39 with level, +0.26 with the fitted
                      proportion, +0.39 with the order of rows

        options that you can add:
          --residuals FILE.csv  writes each level's residual and its influence on the
                                fit
          --format csv          prints all numbers at full precision, one row for each
                                fit

        """)
  }

  @Test func `a proportion correct of both signs is a level`() throws {
    try expect(
      FitSamples.direction, "--reading direction --at 0.75 --lapse 0.01",
      prints: """
        data.csv: proportion of "higher" answers at each signed level, 6 levels, 120
          trials

                   estimate  95 % interval
        ─────────  ────────  ─────────────  ──────────────────────────────────────────────────────────────
        threshold       7.1  5.2 … 10.0     cents with 75 % correct, averaged over both signs of the level
        pse            −1.6  −4.7 … 1.5     cents where F is ½
        bias            1.6  −1.5 … 4.7     cents, −pse
        jnd             6.9  5.0 … 9.6      cents, from F = 0.5 to 0.75
        width          33.4  24.6 … 46.9    cents, from F = 0.05 to 0.95
        slope       0.02995                 dψ/dx at the threshold, x in cents
        guess          0.01                 equal to the lapse rate
        lapse          0.01                 fixed

          status      ok
          method      maximum likelihood
          function    normal, F = Φ(β(x−α)), α = −1.561, β = 0.09839
          intervals   95 %, profile likelihood
          deviance    1.35 with 4 degrees of freedom (6 levels, 2 free parameters)
          likelihood  ln L −48.783; AIC 101.57, BIC 107.14
          residuals   correlation of residuals +0.39 with level, +0.26 with the fitted
                      proportion, +0.39 with the order of rows

        options that you can add:
          --simulate 2000       adds a p value of the deviance, by simulation
          --bootstrap 2000      computes the intervals from resampled answers
          --residuals FILE.csv  writes each level's residual and its influence on the
                                fit
          --format csv          prints all numbers at full precision, one row for each
                                fit

        """)
  }

  @Test func `a posterior states its prior`() throws {
    try expect(
      FitSamples.direction, "--reading direction --method bayes --overdispersion --lapse 0.01",
      prints: """
        data.csv: proportion of "higher" answers at each signed level, 6 levels, 120
          trials

               estimate  95 % interval
        ─────  ────────  ─────────────  ──────────────────────────────────
        pse        −1.6  −5.2 … 1.8     cents where F is ½
        bias        1.6  −1.8 … 5.2     cents, −pse
        jnd         6.9  5.2 … 10.8     cents, from F = 0.5 to 0.75
        width      33.4  25.5 … 52.7    cents, from F = 0.05 to 0.95
        slope   0.03847                 dψ/dx at the threshold, x in cents
        guess      0.01                 equal to the lapse rate
        lapse      0.01                 fixed

          status      ok
          method      Bayesian: the mode of the posterior distribution
          function    normal, F = Φ(β(x−α)), α = −1.561, β = 0.09839
          intervals   95 %, equal tails of the posterior
          prior       threshold: plateau(-40, -20, 20, 40), width: plateau(5, 10, 40,
                      120), overdispersion: beta(1, 10)
          posterior   means: F is ½ at −1.647, width 36.60; overdispersion η 0
          deviance    1.35 with 3 degrees of freedom (6 levels, 3 free parameters)
          likelihood  ln L −48.783; AIC 103.57, BIC 111.93
          residuals   correlation of residuals +0.39 with level, +0.26 with the fitted
                      proportion, +0.39 with the order of rows

        options that you can add:
          --simulate 2000       adds a p value of the deviance, by simulation
          --residuals FILE.csv  writes each level's residual and its influence on the
                                fit
          --format csv          prints all numbers at full precision, one row for each
                                fit

        """)
  }

  @Test func `groups are in a table, and one model is compared with separate fits`() throws {
    try expect(
      FitSamples.listeners, "--by listener --share threshold,width --simulate 200",
      prints: """
        data.csv: proportion correct at each level, 2 groups, 400 trials

        listener  threshold  95 % interval  width   lapse  deviance      p  trials  status
        ────────  ─────────  ─────────────  ─────  ──────  ────────  ─────  ──────  ──────
        anna           3.89  2.77 … 4.90     6.87       0       1.5  0.567     200  ok
        ben            5.56  3.87 … 6.71     6.82  0.0180       0.2  0.920     200  ok

          method     maximum likelihood
          function   normal, F = Φ(β(x−α))
          threshold  dB at which F is ½
          guess      fixed at 0.5
          lapse      estimated between 0 and 0.1
          intervals  95 %, profile likelihood
          p          p value of the deviance, from 200 data sets simulated with each
                     fit, seed 1

        one model of all groups, with threshold and width in common:

        listener  threshold  width  lapse  deviance  trials  status
        ────────  ─────────  ─────  ─────  ────────  ──────  ──────────────
        anna          4.343   5.99      0       2.2     200  ok
        ben           4.343   5.99  0.100       2.0     200  at-bound:lapse

        group_a  group_b  difference  95 % interval     p  p_holm    lr  df  lr_p  p_simulated  Δaic  Δbic
        ───────  ───────  ──────────  ─────────────  ────  ──────  ────  ──  ────  ───────────  ────  ────
        anna     ben           −1.68  −3.28 … 0.35   0.11    0.11  2.51   2  0.29         0.32  −1.5  −9.5

          difference    threshold of group a minus that of group b, from separate fits;
                        95 % interval and p value by profile likelihood
          p_holm        p value corrected for 1 difference (Holm 1979)
          lr, df, lr_p  test of the model with shared parameters against separate fits,
                        not of the difference: likelihood-ratio statistic, number of
                        extra parameters of separate fits, p value from χ²
          p_simulated   p value of the same test from 200 data sets simulated with
                        shared parameters, seed 1
          Δaic, Δbic    AIC and BIC of the model with shared parameters minus those of
                        separate fits; below 0 favours shared parameters

        options that you can add:
          --bootstrap 2000      computes the intervals from resampled answers
          --residuals FILE.csv  writes each level's residual and its influence on the
                                fit
          --format csv          prints all numbers at full precision, one row for each
                                fit

        """)
  }

  @Test func `the residuals of each level are written as the fit has them`() throws {
    let workshop = try Workshop(FitSamples.trials, as: "data.csv")
    #expect(try workshop.fit("data.csv", "--guess 0.5 --lapse 0.02 --by listener --residuals r.csv").status == 0)
    let lines = try workshop.text("r.csv").split(separator: "\n").map(String.init)
    #expect(lines[0] == "level,n,k,fitted,residual,order,influence_threshold,influence_width,listener")
    let rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    // In the order in which they came; the comfort trial is none of them.
    #expect(
      rows.map { $0[0...2] } == [
        ["40", "2", "2"], ["20", "6", "5"], ["30", "2", "2"], ["10", "3", "1"], ["15", "4", "3"],
      ])
    #expect(rows.map { $0[5] } == ["1.5", "7.833333333333333", "5.5", "14", "12.5"])
    #expect(rows.allSatisfy { $0[8] == "ida" })
    for row in rows {
      let (n, k) = (try #require(Double(row[1])), try #require(Double(row[2])))
      let (fitted, residual) = (try #require(Double(row[3])), try #require(Double(row[4])))
      func term(_ count: Double, _ p: Double) -> Double { count == 0 ? 0 : count * log(count / (n * p)) }
      let deviance = 2 * (term(k, fitted) + term(n - k, 1 - fitted))
      #expect(abs(abs(residual) - deviance.squareRoot()) < 1e-9)
      #expect((residual > 0) == (k / n > fitted))
    }
    // A level that the fit is without: its influence is what the fit without it says.
    let rest =
      FitSamples.trials.split(separator: "\n").filter { !$0.hasPrefix("ida,30,") }.joined(separator: "\n") + "\n"
    try workshop.write("rest.csv", rest)
    let whole = try workshop.fitRows("data.csv", "--guess 0.5 --lapse 0.02").number("threshold")
    let without = try workshop.fitRows("rest.csv", "--guess 0.5 --lapse 0.02").number("threshold")
    #expect(abs(try #require(Double(rows[2][6])) - (without - whole)) < 1e-4)
  }

  @Test func `data without a curve leave their answers in the residuals`() throws {
    let workshop = try Workshop(FitSamples.counts([5, 5, 5, 5]), as: "data.csv")
    #expect(try workshop.fit("data.csv", "--residuals r.csv").status == 0)
    #expect(
      try workshop.text("r.csv") == """
        level,n,k,fitted,residual,order,influence_threshold,influence_width
        1,10,5,,,1,,
        2,10,5,,,2,,
        3,10,5,,,3,,
        4,10,5,,,4,,

        """)
  }

  @Test func `one group has nothing to be compared with`() throws {
    let workshop = try Workshop(FitSamples.trials, as: "data.csv")
    let table = try workshop.fit("data.csv", "--by listener --share width")
    #expect(table.status == 0)
    #expect(
      table.output.hasPrefix("data.csv, listener ida: proportion correct at each level, 5 levels, 17 trials\n")
    )
    #expect(table.output.contains("  note        --by gives only one group, so there is nothing to compare\n"))
    #expect(try workshop.fit("data.csv", "--by listener --compare --format csv").lines.count == 2)
  }

  @Test func `only tables have lines wider than 80 columns`() throws {
    let workshop = try Workshop(FitSamples.listeners, as: "data.csv")
    for options in ["", "--guess 0 --lapse free:0.4 --at 0.6", "--by listener --bootstrap 200 --share lapse"] {
      for line in try workshop.fit("data.csv", options).lines where line.hasPrefix("  ") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }
}

import Foundation
import Testing

/// Data that determine no smooth function are named, and done with.
@Suite struct DegenerateFitTests {
  struct Case: CustomTestStringConvertible {
    var positives: [Int]
    var guess = "0"
    var status: String
    var logLikelihood: Double
    var threshold = ""
    /// The ends of the profile, and how close they are asked for; nil where there are none.
    var interval: (low: Double, high: Double, tolerance: Double)?
    /// What the table says of it.
    var words: String

    var testDescription: String { "\(positives), guess \(guess)" }
  }

  static let cases = [
    Case(
      positives: [0, 0, 7, 10, 10], status: "step", logLikelihood: -6.108643, threshold: "3",
      // By scipy, a dense ladder of scales at each of 160 thresholds.
      interval: (2.539315, 3.095873, 1e-5),
      words: "step: the answers jump from wrong to right at 3, the only level between them"),
    Case(
      positives: [0, 0, 10, 10], status: "step", logLikelihood: 0, threshold: "2.5",
      // The gap, but for the scale of the steepest function that is looked at.
      interval: (2, 3, 0.006),
      words: "step: the answers jump from wrong to right between 2 and 3: the threshold lies in that gap; measure "
        + "at levels between them to find the slope"),
    Case(
      positives: [10, 8, 5, 2, 0], status: "decreasing", logLikelihood: -34.657359,
      words: "decreasing: no rising function fits better than a flat line: the proportion correct does not rise with "
        + "the level. Check that k counts the correct answers."),
    Case(
      positives: [5, 5, 5, 5], status: "constant", logLikelihood: -27.725887,
      words: "constant: the proportion is the same at every level"),
    Case(
      positives: [10, 10, 10], guess: "0.5", status: "all-correct", logLikelihood: 0,
      words: "all-correct: every answer is correct: the threshold lies below the levels; measure at lower ones"),
    Case(
      positives: [10, 10, 10], status: "one-answer", logLikelihood: 0,
      words: "one-answer: every answer is correct (or yes)"),
    Case(
      positives: [0, 0, 0], status: "one-answer", logLikelihood: 0, words: "one-answer: no answer is correct (or yes)"),
    Case(
      positives: [7], guess: "0.5", status: "too-few-levels", logLikelihood: -6.108643,
      words: "too-few-levels: 1 distinct level for 2 free parameters: measure at more levels"),
  ]

  @Test(arguments: cases) func `they have a status, and the likelihood of the limit`(_ sample: Case) throws {
    let workshop = try Workshop(FitSamples.counts(sample.positives), as: "data.csv")
    let options = "--guess \(sample.guess) --lapse 0"
    let fit = try workshop.fitRows("data.csv", options)
    let row = fit.rows[0]
    #expect(row["status"] == sample.status)
    #expect(abs(try fit.number("log_likelihood") - sample.logLikelihood) < 1e-6)
    #expect(abs(try fit.number("aic") - (4 - 2 * sample.logLikelihood)) < 2e-6)
    #expect(row["threshold"] == sample.threshold)
    if let (low, high, tolerance) = sample.interval {
      #expect(abs(try fit.number("threshold_low") - low) < tolerance)
      #expect(abs(try fit.number("threshold_high") - high) < tolerance)
    } else {
      #expect([row["threshold_low"], row["threshold_high"]] == ["", ""])
    }
    for column in ["width", "width_low", "slope", "threshold_se", "width_se"] {
      #expect(row[column] == "", "\(column)")
    }
    let table = try workshop.fit("data.csv", options)
    #expect(table.status == 0)
    #expect(table.output.unwrapped.contains(" status " + sample.words), "\(table.output)")
    #expect(try workshop.fit("data.csv", options + " --strict").status == 1)
  }

  /// Three free parameters of two levels: the likelihood of what can be met, 6 and 9 of 10, or of a flat line where the
  /// answers fall, 15 of 20.
  @Test(arguments: [([6, 9], -9.980946404007046), ([9, 6], -11.246702892376167)])
  func `too few levels print the likelihood of their limit`(positives: [Int], logLikelihood: Double) throws {
    let workshop = try Workshop(FitSamples.counts(positives), as: "data.csv")
    let fit = try workshop.fitRows("data.csv")
    #expect(fit.rows[0]["status"] == "too-few-levels" && fit.rows[0]["parameters"] == "3")
    #expect(abs(try fit.number("log_likelihood") - logLikelihood) < 1e-6)
    #expect(abs(try fit.number("aic") - (6 - 2 * logLikelihood)) < 2e-6)
    #expect(abs(try fit.number("bic") - (3 * log(20) - 2 * logLikelihood)) < 2e-6)
    // ln of the proportions' own likelihood is −9.980946 and −9.980946 too.
    #expect(abs(try fit.number("deviance") - 2 * (-9.980946404007046 - logLikelihood)) < 2e-6)
    for column in ["threshold", "threshold_low", "width", "slope", "guess", "lapse"] {
      #expect(fit.rows[0][column] == "", "\(column)")
    }
    let table = try workshop.fit("data.csv").output.unwrapped
    #expect(table.contains(" status too-few-levels: 2 distinct levels for 3 free parameters"), "\(table)")
  }

  @Test func `each status of several fits is reported once with its count`() throws {
    var data = "listener,level,n,k\n"
    for (name, positives) in [
      ("a", [0, 0, 10, 10]), ("b", [1, 4, 7, 10]), ("c", [0, 0, 0, 10]), ("d", [5, 5, 5, 5]),
    ] {
      for (index, count) in positives.enumerated() { data += "\(name),\(index + 1),10,\(count)\n" }
    }
    let table = try Workshop(data, as: "data.csv").fit("data.csv", "--by listener --guess 0 --lapse 0").output.unwrapped
    #expect(
      table.contains(" step 2 of 4: the answers jump from one level to the next, with at most one level on the slope"))
    #expect(table.contains(" constant 1 of 4: the proportion is the same at every level"))
    #expect(!table.contains(" ok 1 of 4"))
  }

  @Test func `--strict looks at every fit, and all are printed`() throws {
    let workshop = try Workshop(FitSamples.listeners, as: "data.csv")
    let fine = try workshop.fit("data.csv", "--by listener --strict --format csv")
    #expect(fine.status == 0)
    try workshop.write("data.csv", FitSamples.listeners + "carl,0,40,40\ncarl,2,40,40\ncarl,4,40,40\n")
    let outcome = try workshop.fit("data.csv", "--by listener --strict --format csv")
    #expect(outcome.status == 1 && outcome.error == FitSamples.assumed())
    #expect(outcome.lines.count == 5)
    #expect(try workshop.fit("data.csv", "--by listener --format csv").output == outcome.output)
  }
}

extension String {
  /// Without the line ends and indents of a text for people.
  fileprivate var unwrapped: String { split { $0 == "\n" || $0 == " " }.joined(separator: " ") + " " }
}

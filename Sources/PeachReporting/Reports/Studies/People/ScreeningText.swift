import PeachSupport
package import PeachTrials

/// The outcome of a headphone screening as text.
package enum ScreeningText {
  /// "6 of 6 in huggins; passed; likelihood ratio 4.0; probability of headphones 0.80 (prior 0.50)".
  package static func text(_ result: ScreeningResult) -> String {
    let scores = result.screening.tests.map { test in
      result.correct[test].map { "\($0) of \(HeadphoneTest.trials) in \(test.rawValue)" }
        ?? "\(test.rawValue) not finished"
    }
    guard let isPassed = result.isPassed, let ratio = result.likelihoodRatio, let probability = result.probability
    else {
      return scores.joined(separator: ", ")
    }
    return [
      scores.joined(separator: ", "),
      outcome(result, isPassed: isPassed),
      "likelihood ratio \(number(ratio))",
      "probability of headphones \(TextTable.fixed(probability, 2)) (prior \(TextTable.fixed(result.screening.prior, 2)))",
    ].joined(separator: "; ")
  }

  /// "passed", "failed", or "failed, the study has ended".
  static func outcome(_ result: ScreeningResult, isPassed: Bool) -> String {
    isPassed ? "passed" : result.isExcluded ? "failed, the study has ended" : "failed"
  }

  /// Two digits that mean something.
  static func number(_ ratio: Double) -> String { TextTable.fixed(ratio, ratio < 1 ? 3 : ratio < 10 ? 1 : 0) }
}

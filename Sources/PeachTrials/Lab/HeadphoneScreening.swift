import PeachSupport

/// The headphone screening of a study: its tests, and what the study does with their outcome.
package struct HeadphoneScreening: Hashable, Sendable {
  package enum Choice: String, CaseIterable, Hashable, Sendable {
    case antiphase, huggins, both

    package var tests: [HeadphoneTest] {
      switch self {
      case .antiphase: [.antiphase]
      case .huggins: [.huggins]
      case .both: HeadphoneTest.allCases
      }
    }

    /// The probabilities to pass all its tests.
    ///
    /// About 7 % of listeners with loudspeakers pass both tests (Milne et al. 2021). For headphones both tests count as independent.
    package var rates: PassRates {
      switch self {
      case .antiphase, .huggins: tests[0].rates
      case .both:
        PassRates(headphones: tests.reduce(1) { $0 * $1.rates.headphones }, loudspeakers: 0.07)
      }
    }
  }

  package static let key = "screening"

  package var choice: Choice
  /// The correct answers that each test needs in this study; `nil` for the published numbers.
  package var pass: Int?
  /// The probability of headphones before the screening.
  package var prior: Double
  /// Whether the study ends for a listener who fails.
  package var excludes: Bool

  package init(_ choice: Choice, pass: Int? = nil, prior: Double = 0.5, excludes: Bool = false) {
    self.choice = choice
    self.pass = pass
    self.prior = prior
    self.excludes = excludes
  }

  package var tests: [HeadphoneTest] { choice.tests }

  /// The correct answers that a test needs in this study.
  package func needed(in test: HeadphoneTest) -> Int { pass ?? test.criterion }

  static func read(_ lab: Reader) -> HeadphoneScreening? {
    lab.section(key, "Headphone screening before the first block; six trials for each test") { reader in
      HeadphoneScreening(
        reader.choice("test", "Test: antiphase (Woods et al. 2017), huggins (Milne et al. 2021) or both"),
        pass: reader.optionalInteger(
          "pass", unit: "trials", in: 1...HeadphoneTest.trials,
          "Correct answers of 6 that each test needs; default: 5 in antiphase, 6 in huggins, as published"),
        prior: reader.number(
          "prior", unit: "1", in: .within(0.001...0.999), default: 0.5,
          "Probability, before the screening, that a listener of the study wears headphones"),
        excludes: reader.flag(
          "exclude", default: false, "Whether the study ends for a listener who fails the screening"))
    }
  }
}

/// The outcome of a listener's headphone screening.
package struct ScreeningResult: Hashable, Sendable {
  package var screening: HeadphoneScreening
  /// The correct answers of each finished test.
  package var correct: [HeadphoneTest: Int]

  package init(_ screening: HeadphoneScreening, correct: [HeadphoneTest: Int]) {
    self.screening = screening
    self.correct = correct
  }

  /// Whether all tests are finished.
  package var isComplete: Bool { screening.tests.allSatisfy { correct[$0] != nil } }

  /// Whether the listener passed by the numbers of this study; `nil` before the end.
  package var isPassed: Bool? { passed { screening.needed(in: $0) } }

  /// How many times as probable the outcome is with headphones as with loudspeakers; `nil` before the end. It is that of the
  /// published numbers of correct answers, for which the rates are known.
  package var likelihoodRatio: Double? {
    passed(\.criterion).map { screening.choice.rates.likelihoodRatio(isPassed: $0) }
  }

  /// The probability that the listener wears headphones, from the study's prior; `nil` before the end.
  package var probability: Double? {
    likelihoodRatio.map { ratio in
      let odds = screening.prior / (1 - screening.prior) * ratio
      return odds / (1 + odds)
    }
  }

  /// Whether the study ends for the listener.
  package var isExcluded: Bool { screening.excludes && isPassed == false }

  private func passed(_ needed: (HeadphoneTest) -> Int) -> Bool? {
    isComplete ? screening.tests.allSatisfy { correct[$0, default: 0] >= needed($0) } : nil
  }
}

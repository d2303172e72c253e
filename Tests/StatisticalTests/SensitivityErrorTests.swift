import PeachMath
import PeachTrials
import Testing

/// The standard error of d′ against the spread of estimates from simulated answers.
///
/// n = 4 000 experiments each, of 400 trials of either kind or 800 in all; the standard deviation of their d′ has a
/// standard error of 1.1 %. The standard error is a limit for many trials: at these numbers it is 0.2 to 0.6 % below the
/// spread and the mean of d′ 0.01 to 0.05 of it too large, by sums over all counts. The tolerances are 1 % and 0.06 on
/// top of our own error at a false-alarm rate of 1e-6. A standard error that is wrong by 10 %, such as that of another
/// task's slope, is caught with power above 0.99.
@Suite struct SensitivityErrorTests {
  private static let experiments = 4000

  private func binomial(_ probability: Double, of trials: Int, _ random: inout RandomStream) -> Int {
    (0..<trials).count { _ in random.unit() < probability }
  }

  private func check(
    _ name: String, truth: Double, error: Double, seed: UInt64, _ estimate: (inout RandomStream) throws -> Sensitivity
  ) throws {
    var random = RandomStream(seed: seed)
    let sample = Sample(values: try (0..<Self.experiments).map { _ in try estimate(&random).dPrime })
    Expectations.mean(
      sample.deviation, standardError: sample.deviationError, is: error, stated: 0.01 * error,
      "spread, \(name), seed \(seed)")
    Expectations.mean(
      sample.mean, standardError: sample.standardError, is: truth, stated: 0.06 * error, "mean, \(name), seed \(seed)")
  }

  @Test func `the error of d′ from hits and false alarms is its spread`() throws {
    let tasks: [any TwoResponseTask] =
      [YesNo(), TwoAlternativeForcedChoice()]
      + DecisionRule.allCases.flatMap { [SameDifferent(rule: $0), ABX(rule: $0)] as [any TwoResponseTask] }
    for seed in Expectations.seeds {
      for task in tasks {
        let truth = try task.sensitivity(
          hits: ObservedProportion(336, of: 400), falseAlarms: ObservedProportion(104, of: 400))
        try check(task.title, truth: truth.dPrime, error: try #require(truth.standardError), seed: seed) { random in
          try task.sensitivity(
            hits: ObservedProportion(binomial(0.84, of: 400, &random), of: 400),
            falseAlarms: ObservedProportion(binomial(0.26, of: 400, &random), of: 400))
        }
      }
    }
  }

  @Test func `the error of d′ from correct answers is its spread`() throws {
    let tasks: [any DetectionTask] =
      [YesNo(), ForcedChoice(alternatives: 4)]
      + DecisionRule.allCases.flatMap {
        [SameDifferent(rule: $0), ABX(rule: $0), Oddity(rule: $0)] as [any DetectionTask]
      }
    for seed in Expectations.seeds {
      for task in tasks {
        let truth = try task.sensitivity(correct: ObservedProportion(616, of: 800))
        try check(task.title, truth: truth.dPrime, error: try #require(truth.standardError), seed: seed) { random in
          try task.sensitivity(correct: ObservedProportion(binomial(0.77, of: 800, &random), of: 800))
        }
      }
    }
  }
}

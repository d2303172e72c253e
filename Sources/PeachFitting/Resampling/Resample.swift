import PeachMath
package import PeachTrials

/// New answers at the levels of given data.
package enum Resample {
  /// The data with new random answers.
  ///
  /// - Parameters:
  ///   - probabilities: The probability of a positive response, one for each level.
  ///   - lapse: The probability of a wrong answer to a catch trial, if there are any.
  package static func counts(
    like counts: Counts, _ probabilities: [Double], lapse: Double? = nil, using random: inout some UniformSource
  ) -> Counts {
    var drawn = counts
    if counts.catches.trials > 0, let lapse {
      let wrong = random.binomial(trials: counts.catches.trials, probability: lapse)
      drawn.catches = Counts.Catches(correct: counts.catches.trials - wrong, wrong: wrong)
    }
    drawn.setPositives { index, bin in
      random.binomial(trials: bin.trials, probability: probabilities[index])
    }
    return drawn
  }
}

/// A source of uniform random numbers, so that resampling is as reproducible as the stream it is given.
package protocol UniformSource {
  /// The next number, in 0..<1.
  mutating func uniform() -> Double
  /// How many of so many trials are positive, each with a probability. One number for each trial.
  mutating func binomial(trials: Double, probability: Double) -> Double
}

extension UniformSource {
  // A requirement with a default, so that the loop is compiled for each source and calls nothing.
  package mutating func binomial(trials: Double, probability: Double) -> Double {
    var positives = 0
    for _ in 0..<Int(trials) where uniform() < probability { positives += 1 }
    return Double(positives)
  }

  /// A standard normal number, by the quantile of one uniform number.
  mutating func normal() -> Double { NormalDistribution.quantile(max(uniform(), 0x1p-60)) }
}

extension RandomStream: UniformSource {
  /// The next number in 0..<1: the same as `unit()`.
  package mutating func uniform() -> Double { unit() }
}

import PeachSupport

/// The binomial distribution, for bounds on counts with a stated false-alarm rate.
public enum Binomial {
  /// Whether a count is credible for a probability: each of the two tails that begin at the count is at least as
  /// probable as half of `falseAlarm`. A true probability is therefore refused in at most that share of samples.
  ///
  /// The tails are summed, not approximated.
  ///
  /// - Parameters:
  ///   - count: The number of successes, 0…`trials`; with another number the program may stop.
  ///   - trials: The number of trials.
  ///   - probability: In 0…1; at either end the count must be the certain one.
  ///   - falseAlarm: The largest share of samples, 0…1, in which a true probability is refused.
  ///
  /// ```swift
  /// #expect(Binomial.accepts(312, of: 400, probability: 0.75, falseAlarm: 1e-6))
  /// ```
  public static func accepts(_ count: Int, of trials: Int, probability: Double, falseAlarm: Double) -> Bool {
    guard probability > 0 else { return count == 0 }
    guard probability < 1 else { return count == trials }
    let below = (0...count).reduce(0) { $0 + mass($1, trials, probability) }
    let above = (count...trials).reduce(0) { $0 + mass($1, trials, probability) }
    return min(below, above) >= falseAlarm / 2
  }

  private static func mass(_ count: Int, _ trials: Int, _ probability: Double) -> Double {
    let (n, k) = (Double(trials), Double(count))
    let ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
    return exp(ways + k * log(probability) + (n - k) * log1p(-probability))
  }
}

import PeachStrategies
package import PeachSupport
package import PeachTrials

/// The trials of a staircase whose mean is its estimate.
///
/// It follows from what the experiment says of the strategy, and is reported only if the mean of those levels is the
/// threshold that was stored.
package enum AveragedReversals {
  /// - Parameters:
  ///   - strategy: Its name.
  ///   - strategies: The settings of the strategies, as resolved experiments have them.
  ///   - trials: Of one run, in order.
  ///   - threshold: Its own estimate.
  /// - Returns: The numbers of the trials; `nil` if the estimate is not made of reversals, or it is not known of which.
  package static func trials(
    of strategy: String, in strategies: [Value], _ trials: [TrialRecord], threshold: Double?
  ) -> Set<Int>? {
    guard let threshold else { return nil }
    return strategies.lazy.filter { $0["name"]?.word == strategy && usesReversals($0) }
      .compactMap { counted(by: $0, trials, threshold) }.first
  }

  private static func counted(by rule: Value, _ trials: [TrialRecord], _ threshold: Double) -> Set<Int>? {
    let reversals = trials.filter(\.isReversal)
    // A reversal at which the step changes counts no more.
    let changes = (rule["step"]?["after-reversals"]?.fields ?? []).compactMap { Int($0.key) }
    let changed = changes.filter { $0 <= reversals.count }.max() ?? 0
    let estimator = rule["estimator"]
    var counted = Array(reversals.dropFirst(max(changed, estimator?["skip"]?.wholeNumber ?? 0)))
    if let last = estimator?["last"]?.wholeNumber {
      counted = counted.suffix(last)
    } else if estimator?["skip"] == nil, !counted.count.isMultiple(of: 2) {
      counted.removeFirst()
    }
    return isMean(threshold, of: counted.map(\.level)) ? Set(counted.map(\.trial)) : nil
  }

  /// Whether a strategy with these settings estimates by reversals: by default, all staircases use the mean of an even
  /// number of reversals after the last change of step.
  private static func usesReversals(_ rule: Value) -> Bool {
    if let estimator = rule["estimator"] { return estimator["kind"]?.word == "reversals" }
    return BuiltInStrategies.registry[rule["kind"]?.word ?? ""]?.family == .staircases
  }

  /// Whether a value is the arithmetic or geometric mean or the median of levels.
  private static func isMean(_ value: Double, of levels: [Double]) -> Bool {
    guard !levels.isEmpty else { return false }
    let count = Double(levels.count)
    let sorted = levels.sorted()
    let median = (sorted[(levels.count - 1) / 2] + sorted[levels.count / 2]) / 2
    let arithmetic = levels.reduce(0, +) / count
    let geometric = exp(levels.reduce(0) { $0 + log($1) } / count)
    return [arithmetic, geometric, median].contains { abs($0 - value) <= 1e-9 * max(1e-9, abs(value)) }
  }
}

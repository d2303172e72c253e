/// How close the estimate of a strategy is after each trial, of the runs whose trials are kept.
///
/// Only its own estimates enter, held against the truth at its own target.
public struct RunningError: Sendable {
  /// The number of runs, the sum of squared errors and of their squares after each trial.
  private var sums: [(count: Double, square: Double, fourth: Double)] = []

  public init() {}

  public mutating func add(trial: Int, error: Double) {
    guard trial >= 1, error.isFinite else { return }
    if sums.count < trial {
      sums += [(count: Double, square: Double, fourth: Double)](repeating: (0, 0, 0), count: trial - sums.count)
    }
    let square = error * error
    sums[trial - 1].count += 1
    sums[trial - 1].square += square
    sums[trial - 1].fourth += square * square
  }

  /// The root mean square error after each trial that at least half as many runs have as the best known one, with the
  /// standard error of the delta method.
  public var figures: [(trial: Int, figure: Estimated)] {
    let most = sums.map(\.count).max() ?? 0
    return sums.enumerated().compactMap { index, sum in
      guard sum.count >= 2, sum.count * 2 >= most, sum.square > 0 else { return nil }
      let mean = sum.square / sum.count
      let variance = max(0, (sum.fourth / sum.count - mean * mean) * sum.count / (sum.count - 1))
      let error = (variance / sum.count).squareRoot() / (2 * mean.squareRoot())
      return (index + 1, Estimated(value: mean.squareRoot(), standardError: error))
    }
  }
}

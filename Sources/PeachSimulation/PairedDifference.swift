import PeachMath
package import PeachStorage
package import PeachTrials

/// How two cells with the same listener differ by the same estimator. Strategies meet the same random numbers there, so
/// that a difference of pairs is surer than either figure.
package struct PairedDifference: Sendable {
  /// A difference with its 95 % interval, and the probability of one as large where there is none, corrected for the
  /// family; what too few pairs do not determine is nil.
  package struct Figure: Hashable, Sendable {
    package var difference: MonteCarloValue
    package var low: Double?
    package var high: Double?
    package var p: Double?

    /// Whether Peach states this difference. The probability that any statement about a family is false is at most 5 %.
    package var isTold: Bool { p.map { $0 < 0.05 } ?? false }
  }

  package var first: CellRecord
  package var second: CellRecord
  package var estimator: String
  /// Replicates that both have.
  package var replicates: Int
  /// The number of pairs in which both runs have a threshold.
  package var pairs: Int
  /// The first's root mean square error less the second's, and the same difference of mean errors, over the pairs.
  package var rootMeanSquareError: Figure
  package var bias: Figure
  /// The share of replicates in which the first is closer to the truth less the share in which the second is, over all
  /// replicates. A failed run is infinitely far from the truth; equal distances are nobody's.
  package var closer: Figure

  /// Whether errors or distances from the truth are said to differ.
  package var isTold: Bool { rootMeanSquareError.isTold || closer.isTold }

  /// With fewer pairs the errors of differences are too unsure to test by.
  package static let leastPairs = 20
}

/// The errors of one cell's runs by one estimator, by replicate.
package struct PairedRuns: Sendable {
  package var replicates: [Int] = []
  /// NaN if the run has no threshold.
  package var errors: [Double] = []
  /// Whether the truth is known; without it no run is closer than another.
  package var hasTruth: Bool

  package init(hasTruth: Bool) { self.hasTruth = hasTruth }

  package init(of estimator: EstimatorRecord) { self.init(hasTruth: estimator.truth != nil) }

  package mutating func add(_ estimate: EstimateRecord, _ estimator: EstimatorRecord, _ axis: Axis) {
    add(estimate.replicate, error: Summary.outcome(of: estimate, estimator, axis).error)
  }

  package mutating func add(_ replicate: Int, error: Double?) {
    replicates.append(replicate)
    errors.append(error ?? .nan)
  }

  /// Distances from the truth that differ by less than rounding are equal, wherever the axis has its origin.
  fileprivate static func isCloser(_ error: Double, than other: Double) -> Bool {
    guard error.isFinite else { return false }
    guard other.isFinite else { return true }
    return abs(other) - abs(error) > 1e-9 * max(abs(error), abs(other)) + 1e-12
  }
}

extension PairedDifference {
  /// - Parameters:
  ///   - runs: The runs of the first cell, by ascending replicate; `others` are those of the second.
  package init(
    _ first: CellRecord, _ runs: PairedRuns, _ second: CellRecord, _ others: PairedRuns, estimator: String
  ) {
    var (own, other): ([Double], [Double]) = ([], [])
    var (only, onlyOther, all, place) = (0, 0, 0, 0)
    for (index, replicate) in runs.replicates.enumerated() {
      while place < others.replicates.count, others.replicates[place] < replicate { place += 1 }
      guard place < others.replicates.count, others.replicates[place] == replicate else { continue }
      all += 1
      if runs.errors[index].isFinite, others.errors[place].isFinite {
        own.append(runs.errors[index])
        other.append(others.errors[place])
      }
      if PairedRuns.isCloser(runs.errors[index], than: others.errors[place]) { only += 1 }
      if PairedRuns.isCloser(others.errors[place], than: runs.errors[index]) { onlyOther += 1 }
    }
    self.first = first
    self.second = second
    self.estimator = estimator
    replicates = all
    pairs = own.count
    rootMeanSquareError = .ofPairs(Statistics.differenceOfRootMeanSquares(own, other), own.count)
    bias = .ofPairs(Statistics.differenceOfMeans(own, other), own.count)
    closer = runs.hasTruth && others.hasTruth ? .ofShares(only: only, onlyOther: onlyOther, of: all) : .none
  }
}

extension PairedDifference.Figure {
  static let none = PairedDifference.Figure(difference: .none, low: nil, high: nil, p: nil)

  /// By Student's t of the standard error from the pairs.
  static func ofPairs(_ difference: MonteCarloValue, _ pairs: Int) -> PairedDifference.Figure {
    var figure = PairedDifference.Figure(difference: difference, low: nil, high: nil, p: nil)
    guard pairs >= PairedDifference.leastPairs, let value = difference.value, let error = difference.standardError
    else { return figure }
    let freedom = Double(pairs - 1)
    let reach = StudentT.quantile(0.975, degreesOfFreedom: freedom) * error
    figure.low = value - reach
    figure.high = value + reach
    if error > 0 {
      figure.p = StudentT.bothTails(value / error, degreesOfFreedom: freedom)
    } else if value == 0 {
      figure.p = 1
    }
    return figure
  }

  /// The interval is a normal approximation for paired shares; the test is the exact sign test of the pairs that differ.
  ///
  /// Source: Dixon & Mood (1946), J. Am. Stat. Assoc. 41:557–566, doi:10.1080/01621459.1946.10501898.
  static func ofShares(only: Int, onlyOther: Int, of total: Int) -> PairedDifference.Figure {
    let difference = Statistics.differenceOfShares(only: only, onlyOther: onlyOther, of: total)
    var figure = PairedDifference.Figure(difference: difference, low: nil, high: nil, p: nil)
    guard total >= PairedDifference.leastPairs, let value = difference.value, let error = difference.standardError
    else { return figure }
    let reach = StudentT.quantile(0.975, degreesOfFreedom: Double(total - 1)) * error
    figure.low = max(-1, value - reach)
    figure.high = min(1, value + reach)
    figure.p = min(1, 2 * Binomial.lowerTail(min(only, onlyOther), of: only + onlyOther, probability: 0.5))
    return figure
  }

  /// The distance within which the true difference lies with this probability of being wrong, however it is signed: the
  /// smallest margin for which two one-sided t tests show equivalence. `nil` if too few pairs determine it.
  ///
  /// Source: Schuirmann (1987), J. Pharmacokinet. Biopharm. 15:657–680, doi:10.1007/BF01068419.
  func margin(error probability: Double, pairs: Int) -> Double? {
    guard pairs >= PairedDifference.leastPairs, let value = difference.value, let error = difference.standardError
    else { return nil }
    return abs(value) + StudentT.quantile(1 - probability, degreesOfFreedom: Double(pairs - 1)) * error
  }
}

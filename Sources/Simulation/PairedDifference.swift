import Numerics
public import Records
package import Trials

/// How two cells with the same listener differ by the same estimator. Strategies meet the same random numbers there, so
/// that a difference of pairs is surer than either figure.
public struct PairedDifference: Sendable {
  /// A difference with its 95 % interval, and the probability of one as large where there is none, corrected for the
  /// family; what too few pairs do not determine is nil.
  public struct Figure: Hashable, Sendable {
    public var difference: Estimated
    public var low: Double?
    public var high: Double?
    public var p: Double?

    /// Whether it is said to be one: of all said of a family, with a probability of at most 5 % any is false.
    public var isTold: Bool { p.map { $0 < 0.05 } ?? false }
  }

  public var first: CellRecord
  public var second: CellRecord
  public var estimator: String
  /// Replicates that both have.
  public var replicates: Int
  /// Those in which both have a threshold.
  public var pairs: Int
  /// The first's root mean square error less the second's, and likewise of the mean error: over the pairs.
  public var rootMeanSquareError: Figure
  public var bias: Figure
  /// Likewise of the share of runs within a tenth of the truth: over all replicates, a failed run being outside.
  public var withinTenth: Figure

  /// Whether errors or shares within a tenth are said to differ.
  public var isTold: Bool { rootMeanSquareError.isTold || withinTenth.isTold }

  /// With fewer pairs the errors of differences are too unsure to test by.
  public static let leastPairs = 20
}

/// What counts of the runs of one cell by one estimator, by replicate.
package struct PairedRuns {
  package var replicates: [Int] = []
  /// NaN where the run has no threshold.
  package var errors: [Double] = []
  /// nil where nothing is a tenth of the truth.
  package var isWithin: [Bool]?

  package init(hasShares: Bool) { isWithin = hasShares ? [] : nil }

  package init(of estimator: EstimatorRecord) {
    self.init(hasShares: estimator.truth.map { $0 != 0 } ?? false)
  }

  package mutating func add(_ estimate: EstimateRecord, _ estimator: EstimatorRecord, _ axis: Axis) {
    let error = Summary.outcome(of: estimate, estimator, axis).error
    add(estimate.replicate, error: error, isWithin: error != nil && Summary.isWithinTenth(estimate, estimator))
  }

  package mutating func add(_ replicate: Int, error: Double?, isWithin within: Bool) {
    replicates.append(replicate)
    errors.append(error ?? .nan)
    isWithin?.append(within)
  }
}

extension PairedDifference {
  /// - Parameters:
  ///   - runs: Of the first cell, by rising replicate; `others` of the second.
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
      if let isWithin = runs.isWithin, let isOther = others.isWithin, isWithin[index] != isOther[place] {
        if isWithin[index] { only += 1 } else { onlyOther += 1 }
      }
    }
    self.first = first
    self.second = second
    self.estimator = estimator
    replicates = all
    pairs = own.count
    rootMeanSquareError = .ofPairs(Statistics.differenceOfRootMeanSquares(own, other), own.count)
    bias = .ofPairs(Statistics.differenceOfMeans(own, other), own.count)
    let hasShares = runs.isWithin != nil && others.isWithin != nil
    withinTenth = hasShares ? .ofShares(only: only, onlyOther: onlyOther, of: all) : .none
  }
}

extension PairedDifference.Figure {
  static let none = PairedDifference.Figure(difference: .none, low: nil, high: nil, p: nil)

  /// By Student's t of the standard error from the pairs.
  static func ofPairs(_ difference: Estimated, _ pairs: Int) -> PairedDifference.Figure {
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

  /// The interval by the normal approximation of the paired shares, the test by the exact binomial of the pairs that
  /// differ.
  ///
  /// Source: McNemar (1947), Psychometrika 12:153–157, doi:10.1007/BF02295996.
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
}

import PeachMath
import PeachSupport

/// A figure computed from simulated runs, with its Monte Carlo standard error: how much another seed would change it.
public struct MonteCarloValue: Hashable, Sendable {
  /// The figure; `nil` if the runs do not determine it, for example if there are no runs or the truth is unknown.
  public var value: Double?
  /// The standard error in the unit of the figure, at least 0; a share of 0 or 1 has the standard error 0. `nil` if
  /// there is no figure, or if the runs are too few, or too many of them failed, to estimate it.
  public var standardError: Double?

  package init(value: Double?, standardError: Double?) {
    self.value = value
    self.standardError = standardError
  }

  package static let none = MonteCarloValue(value: nil, standardError: nil)
}

/// Figures of a sample, with standard errors.
///
/// A figure that is a smooth function of means has the standard error of the mean of its influence function, which is
/// the delta method. Quantiles have theirs from order statistics.
///
/// Source: Morris, White & Crowther (2019), Stat. Med. 38:2074–2102, doi:10.1002/sim.8086; Hampel (1974), J. Am. Stat.
/// Assoc. 69:383–393, doi:10.1080/01621459.1974.10482962; David & Nagaraja (2003), Order statistics, §7.1.
package enum Statistics {
  /// In two passes, the second of which takes up what the first rounded away: equal values have exactly their mean.
  package static func mean(_ values: [Double]) -> Double {
    let first = values.reduce(0, +) / Double(values.count)
    return first + values.reduce(0) { $0 + ($1 - first) } / Double(values.count)
  }

  /// The sample variance, n − 1 in the denominator; 0 below two values.
  package static func variance(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let center = mean(values)
    return values.reduce(0) { $0 + ($1 - center) * ($1 - center) } / Double(values.count - 1)
  }

  package static func meanFigure(_ values: [Double]) -> MonteCarloValue {
    values.isEmpty ? .none : MonteCarloValue(value: mean(values), standardError: standardError(values))
  }

  /// Without a standard error below three values: two are equally far from their mean, which says nothing of scatter.
  package static func standardDeviation(_ values: [Double]) -> MonteCarloValue {
    guard values.count > 1 else { return .none }
    let center = mean(values)
    let variance = variance(values)
    let deviation = variance.squareRoot()
    guard deviation > 0 else { return MonteCarloValue(value: 0, standardError: 0) }
    let influence = values.map { (($0 - center) * ($0 - center) - variance) / (2 * deviation) }
    return MonteCarloValue(value: deviation, standardError: values.count > 2 ? standardError(influence) : nil)
  }

  package static func rootMeanSquare(_ values: [Double]) -> MonteCarloValue {
    guard !values.isEmpty else { return .none }
    let square = mean(values.map { $0 * $0 })
    guard square > 0 else { return MonteCarloValue(value: 0, standardError: 0) }
    let root = square.squareRoot()
    return MonteCarloValue(value: root, standardError: standardError(values.map { ($0 * $0 - square) / (2 * root) }))
  }

  /// The root mean square of values less that of others, paired with them.
  package static func differenceOfRootMeanSquares(_ values: [Double], _ others: [Double]) -> MonteCarloValue {
    guard let first = rootMeanSquare(values).value, let second = rootMeanSquare(others).value else { return .none }
    func influence(_ value: Double, _ root: Double) -> Double {
      root > 0 ? (value * value - root * root) / (2 * root) : 0
    }
    let differences = zip(values, others).map { influence($0, first) - influence($1, second) }
    return MonteCarloValue(value: first - second, standardError: standardError(differences))
  }

  /// Mean cost times variance of the errors; without a standard error below three values.
  package static func sweat(errors: [Double], costs: [Double]) -> MonteCarloValue {
    guard errors.count > 1 else { return .none }
    let center = mean(errors)
    let variance = variance(errors)
    let cost = mean(costs)
    let influence = zip(errors, costs).map { error, own in
      variance * (own - cost) + cost * ((error - center) * (error - center) - variance)
    }
    return MonteCarloValue(value: cost * variance, standardError: errors.count > 2 ? standardError(influence) : nil)
  }

  /// A constant over the sweat factor. Its standard error is the jackknife's: far errors, which few samples have, move an
  /// inverse more than the delta method knows of. None below four values.
  ///
  /// Source: Efron & Stein (1981), Ann. Stat. 9:586–596, doi:10.1214/aos/1176345462.
  package static func efficiency(ideal: Double?, errors: [Double], costs: [Double]) -> MonteCarloValue {
    guard let ideal, let sweat = sweat(errors: errors, costs: costs).value, sweat > 0 else { return .none }
    let count = Double(errors.count)
    guard errors.count > 3 else { return MonteCarloValue(value: ideal / sweat, standardError: nil) }
    let (center, cost) = (mean(errors), mean(costs))
    let squares = (count - 1) * variance(errors)
    let without = zip(errors, costs).map { error, own in
      let rest = max(0, squares - count / (count - 1) * (error - center) * (error - center)) / (count - 2)
      return ideal * (count - 1) / ((count * cost - own) * rest)
    }
    let error = ((count - 1) * (count - 1) / count * variance(without)).squareRoot()
    return MonteCarloValue(value: ideal / sweat, standardError: error.isFinite ? error : nil)
  }

  /// A count out of n.
  package static func count(_ count: Int, of total: Int) -> MonteCarloValue {
    let share = Double(count) / Double(total)
    return MonteCarloValue(value: Double(count), standardError: (Double(total) * share * (1 - share)).squareRoot())
  }

  /// A share of n.
  package static func proportion(_ count: Int, of total: Int) -> MonteCarloValue {
    guard total > 0 else { return .none }
    let share = Double(count) / Double(total)
    return MonteCarloValue(value: share, standardError: (share * (1 - share) / Double(total)).squareRoot())
  }

  /// The 95 % score interval of a proportion, which has a width at 0 and 1 too.
  ///
  /// Source: Wilson (1927), J. Am. Stat. Assoc. 22:209–212, doi:10.1080/01621459.1927.10502953.
  package static func scoreInterval(_ count: Double, of total: Double) -> (low: Double, high: Double) {
    let (share, square) = (count / total, NormalDistribution.end95 * NormalDistribution.end95)
    let middle = (share + square / (2 * total)) / (1 + square / total)
    let half = (square * (share * (1 - share) + square / (4 * total)) / total).squareRoot() / (1 + square / total)
    return (max(0, middle - half), min(1, middle + half))
  }

  /// - Parameter sorted: Rising.
  package static func median(sorted: [Double]) -> MonteCarloValue {
    sorted.isEmpty
      ? .none : MonteCarloValue(value: quantile(0.5, sorted), standardError: quantileError(0.5, sorted))
  }

  /// The median of values of which some are infinite: without a value where half or more are, and without a standard error
  /// where its upper order statistic is one of them.
  ///
  /// - Parameter sorted: Rising, the finite ones alone.
  package static func median(sorted: [Double], infinite: Int) -> MonteCarloValue {
    let all = sorted + Array(repeating: .infinity, count: infinite)
    let median = median(sorted: all)
    guard let value = median.value, value.isFinite else { return .none }
    return MonteCarloValue(value: value, standardError: median.standardError.flatMap { $0.isFinite ? $0 : nil })
  }

  /// The mean difference of paired values.
  package static func differenceOfMeans(_ values: [Double], _ others: [Double]) -> MonteCarloValue {
    meanFigure(zip(values, others).map { $0 - $1 })
  }

  /// The difference of two shares of the same n, of which `only` had the first alone and `onlyOther` the second.
  package static func differenceOfShares(only: Int, onlyOther: Int, of total: Int) -> MonteCarloValue {
    guard total > 0 else { return .none }
    let (count, difference) = (Double(total), Double(only - onlyOther))
    let variance = max(0, Double(only + onlyOther) - difference * difference / count)
    return MonteCarloValue(value: difference / count, standardError: variance.squareRoot() / count)
  }

  /// The distance between the quartiles. Their errors correlate by ⅓.
  package static func interquartileRange(sorted: [Double]) -> MonteCarloValue {
    guard sorted.count > 1 else { return .none }
    let low = quantileError(0.25, sorted)
    let high = quantileError(0.75, sorted)
    let error = low.flatMap { low in high.map { (low * low + $0 * $0 - 2 * low * $0 / 3).squareRoot() } }
    return MonteCarloValue(value: quantile(0.75, sorted) - quantile(0.25, sorted), standardError: error)
  }

  /// Linear between order statistics: definition 7 of Hyndman & Fan (1996), Am. Stat. 50:361–365.
  package static func quantile(_ share: Double, _ sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let low = Int(place)
    let high = min(low + 1, sorted.count - 1)
    // Of two infinities there is no difference.
    if sorted[low] == sorted[high] || place == Double(low) { return sorted[low] }
    return sorted[low] + (place - Double(low)) * (sorted[high] - sorted[low])
  }

  /// Half the distance between the order statistics one binomial standard deviation of rank to either side; if values
  /// tie there, the standard deviation over all bootstrap samples, since that distance knows only steps between ties.
  private static func quantileError(_ share: Double, _ sorted: [Double]) -> Double? {
    let count = Double(sorted.count)
    let spread = (share * (1 - share) / count).squareRoot()
    guard share - spread > 0, share + spread < 1, sorted.count > 4 else { return nil }
    if hasTies(sorted, from: share - spread, to: share + spread) { return bootstrapError(share, sorted) }
    return (quantile(share + spread, sorted) - quantile(share - spread, sorted)) / 2
  }

  private static func hasTies(_ sorted: [Double], from low: Double, to high: Double) -> Bool {
    let last = Double(sorted.count - 1)
    let (first, end) = (Int(low * last), min(Int(high * last) + 1, sorted.count - 1))
    return (first..<end).contains { sorted[$0] == sorted[$0 + 1] }
  }

  /// The standard deviation of a quantile over all bootstrap samples, without drawing any. `nil` if infinite values count.
  ///
  /// Source: Maritz & Jarrett (1978), J. Am. Stat. Assoc. 73:194–196, doi:10.1080/01621459.1978.10480027.
  private static func bootstrapError(_ share: Double, _ sorted: [Double]) -> Double? {
    let count = Double(sorted.count)
    let (a, b) = (share * (count + 1), (1 - share) * (count + 1))
    let reach = 9 * (share * (1 - share) * count).squareRoot() + 2
    let (first, end) = (max(0, Int(share * count - reach)), min(sorted.count, Int(share * count + reach) + 1))
    // About the quantile itself, so that large numbers lose no digits.
    let centre = quantile(share, sorted)
    guard centre.isFinite else { return nil }
    var (below, sum, squares) = (BetaDistribution.cumulative(Double(first) / count, a: a, b: b), 0.0, 0.0)
    for index in first..<end {
      let through = BetaDistribution.cumulative(Double(index + 1) / count, a: a, b: b)
      let (weight, distance) = (through - below, sorted[index] - centre)
      below = through
      guard distance.isFinite else {
        if weight > 1e-6 { return nil }
        continue
      }
      sum += weight * distance
      squares += weight * distance * distance
    }
    return max(0, squares - sum * sum).squareRoot()
  }

  private static func standardError(_ values: [Double]) -> Double? {
    values.count > 1 ? (variance(values) / Double(values.count)).squareRoot() : nil
  }
}

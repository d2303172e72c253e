/// Count, mean and standard deviation of values that come one by one.
///
/// Source: Welford (1962), Technometrics 4(3):419–420, doi:10.1080/00401706.1962.10490022.
package struct RunningStatistics: Hashable, Sendable {
  package private(set) var count = 0
  /// 0 while there is no value.
  package private(set) var mean = 0.0
  /// The sum of squared differences from the mean.
  package private(set) var squares = 0.0

  /// More values than this cannot be taken over: up to here a double counts exactly.
  package static let greatestCount = 1 << 53

  package init() {}

  /// Continues from earlier statistics.
  ///
  /// - Precondition: The count is in 0…`greatestCount`, squares are not negative, mean and squares finite.
  package init(count: Int, mean: Double, squares: Double) {
    precondition(
      0...Self.greatestCount ~= count && mean.isFinite && squares >= 0 && squares.isFinite, "no statistics")
    self.count = count
    self.mean = mean
    self.squares = squares
  }

  package mutating func add(_ value: Double) {
    count += 1
    let difference = value - mean
    mean += difference / Double(count)
    squares += difference * (value - mean)
  }

  /// The sample variance, n − 1 in the denominator; nil below two values.
  package var variance: Double? { count < 2 ? nil : squares / Double(count - 1) }

  package var standardDeviation: Double? { variance?.squareRoot() }
}

/// Count, mean and standard deviation of values met one by one.
///
/// Source: Welford (1962), Technometrics 4(3):419–420, doi:10.1080/00401706.1962.10490022.
public struct RunningStatistics: Hashable, Sendable {
  public private(set) var count = 0
  /// 0 while there is no value.
  public private(set) var mean = 0.0
  private var squares = 0.0

  public init() {}

  public mutating func add(_ value: Double) {
    count += 1
    let difference = value - mean
    mean += difference / Double(count)
    squares += difference * (value - mean)
  }

  /// The sample variance, n − 1 in the denominator; nil below two values.
  public var variance: Double? { count < 2 ? nil : squares / Double(count - 1) }

  public var standardDeviation: Double? { variance?.squareRoot() }
}

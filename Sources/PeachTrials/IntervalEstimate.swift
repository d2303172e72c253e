/// A number with its 95 % interval.
public struct IntervalEstimate: Hashable, Sendable {
  public var value: Double
  public var low: Double
  public var high: Double

  public init(value: Double, low: Double, high: Double) {
    self.value = value
    self.low = low
    self.high = high
  }
}

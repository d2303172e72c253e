/// A number with its 95 % interval.
package struct IntervalEstimate: Hashable, Sendable {
  package var value: Double
  package var low: Double
  package var high: Double

  package init(value: Double, low: Double, high: Double) {
    self.value = value
    self.low = low
    self.high = high
  }
}

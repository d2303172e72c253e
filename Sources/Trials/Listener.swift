/// What answers comparisons. Live listeners are people; a simulated one is a value with a stream of its own.
public protocol Listener: Sendable {
  /// "Higher", or in a level task a positive response. Draws the same number of values on every trial, whatever the
  /// level and the outcome, so that strategies meet the same listener draw by draw.
  mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Bool
  /// The probability that `answer` is true for a listener who does not learn: the truth of a simulation.
  func probability(of comparison: Comparison) -> Double
  /// λ: the distance from 1 of the upper asymptote of accuracy.
  var lapse: Double { get }
}

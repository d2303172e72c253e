/// What answers comparisons. Live listeners are people; a simulated one is a value with a stream of its own.
public protocol Listener: Sendable {
  /// "Higher", or in a level task a positive response. Draws the same number of values on every trial, whatever the
  /// level and the outcome, so that strategies meet the same listener draw by draw.
  mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Bool
  /// The probability that `answer` is true for a listener who does not learn: the truth of a simulation.
  func probability(of comparison: Comparison) -> Double
  /// λ: the distance from 1 of the upper asymptote of accuracy.
  var lapse: Double { get }
  /// Sits a copy of this listener down to one track. Leave it to the default: a requirement only so that the loop is
  /// compiled for every listener's own type.
  func sit(
    _ strategy: StrategyFactory, using streams: inout Streams, random: inout RandomStream, log: inout TrackLog
  ) -> PlayedTrack
}

extension Listener {
  @inlinable
  public func sit(
    _ strategy: StrategyFactory, using streams: inout Streams, random: inout RandomStream, log: inout TrackLog
  ) -> PlayedTrack {
    var listener = self
    return strategy.play(using: &streams, log: &log) { listener.answer($0, using: &random) }
  }
}

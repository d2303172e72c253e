import PeachTrials

/// The control of a tunable note while it is moved. It starts at its centre.
struct TuningControl {
  /// Cents to either end.
  let range: Double
  /// −1…1.
  private(set) var position = 0.0
  /// Number of changes of the direction of tuning.
  private(set) var adjustments = 0
  private var lastDirection = 0.0

  init(range: Double) { self.range = range }

  mutating func turn(cents: Double) { move(to: position + cents / range) }

  /// Goes to a position, at most to an end. What moves nothing is no change of direction.
  mutating func move(to wanted: Double) {
    let next = min(1, max(-1, wanted))
    guard next != position else { return }
    let direction = next > position ? 1.0 : -1.0
    if lastDirection == -direction { adjustments += 1 }
    lastDirection = direction
    position = next
  }
}

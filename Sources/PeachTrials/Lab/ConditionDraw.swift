/// How the conditions of a block take turns from trial to trial.
///
/// The choice follows from the numbers of answered trials alone, so that a block that continues makes the same choice as one that was
/// never left.
package enum ConditionDraw: String, CaseIterable, Hashable, Sendable {
  /// Each round has every condition once, in random order.
  case shuffled
  /// The order of the file, again and again.
  case inTurn = "in-turn"
  /// Each trial draws one of the conditions with equal probability.
  case random

  /// The condition of the next trial.
  ///
  /// - Parameters:
  ///   - open: The indices of the conditions that have a next trial, rising; at least one.
  ///   - trials: The answered trials of every condition, by index.
  ///   - streams: The streams of the block, one for each trial of the block.
  /// - Returns: One of the open indices.
  package func next(among open: [Int], after trials: [Int], using streams: StreamFamily) -> Int {
    var random = streams.stream(replicate: trials.reduce(1, +))
    switch self {
    case .random: return open[random.index(below: open.count)]
    case .shuffled, .inTurn:
      let fewest = open.map { trials[$0] }.min() ?? 0
      let due = open.filter { trials[$0] == fewest }
      return self == .inTurn ? due[0] : due[random.index(below: due.count)]
    }
  }
}

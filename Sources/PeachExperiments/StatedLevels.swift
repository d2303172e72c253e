import PeachStrategies
import PeachSupport

/// Levels that an experiment file states for one strategy, and where.
struct StatedLevels: Sendable {
  var strategy: String
  /// Whether each of its levels is a step away from the last one.
  var movesBySteps: Bool
  /// The place of `start`; `nil` if the file does not state it.
  var start: Place?
  /// The place of `levels`, and the lowest and the highest of them; `nil` if the file does not state them.
  var levels: (place: Place, range: ClosedRange<Double>)?

  /// One for each strategy at the root of a file that has been read without a problem.
  static func all(in root: Node, _ kinds: StrategyRegistry) -> [StatedLevels] {
    guard case .sequence(let strategies, _)? = root["strategies"] else { return [] }
    return strategies.compactMap { node in
      guard let name = node["name"]?.text, let kind = node["kind"]?.text.flatMap({ kinds[$0] }),
        // Checking must not start a program.
        kind.family != .other, kind.family != .combinators
      else { return nil }
      return StatedLevels(
        strategy: name, movesBySteps: kind.family == .staircases || kind.family == .steps,
        start: node["start"]?.place, levels: node["levels"].flatMap { node in range(node).map { (node.place, $0) } })
    }
  }

  /// The lowest and the highest number of a grid; `nil` if it varies.
  private static func range(_ node: Node) -> ClosedRange<Double>? {
    let nodes: [Node?] =
      switch node {
      case .sequence(let items, _): items
      case .mapping: [node["from"], node["to"]]
      case .scalar, .refused: [node]
      }
    let values = nodes.compactMap { $0?.plainText.flatMap(NumberGrammar.double) }
    guard values.count == nodes.count, let low = values.min(), let high = values.max() else { return nil }
    return low...high
  }
}

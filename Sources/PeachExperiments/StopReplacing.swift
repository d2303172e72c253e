import PeachSupport

/// Puts another number of trials into the stops of an experiment, its own and those of its strategies, that count trials
/// alone. A stop that looks at something else stays as it is, as do those of a strategy's parts.
enum StopReplacing {
  static func replaced(in root: Node, trials: Int) -> Node {
    guard case .mapping(let entries, let place) = root else { return root }
    return .mapping(
      entries.map { entry in
        var entry = entry
        if entry.key == "stop" { entry.value = stop(entry.value, trials) }
        if entry.key == "strategies", case .sequence(let items, let place) = entry.value {
          entry.value = .sequence(items.map { strategy($0, trials) }, place: place)
        }
        return entry
      }, place: place)
  }

  private static func strategy(_ node: Node, _ trials: Int) -> Node {
    guard let own = node["stop"] else { return node }
    return node.replacing([.key("stop")], with: stop(own, trials))
  }

  private static func stop(_ node: Node, _ trials: Int) -> Node {
    guard countsTrialsAlone(node) else { return node }
    let count = Node.scalar(text: String(trials), isQuoted: false, place: node.place)
    return .mapping([Node.Entry(key: "trials", place: node.place, value: count)], place: node.place)
  }

  /// The reader reports errors.
  private static func countsTrialsAlone(_ node: Node) -> Bool {
    guard case .mapping(let entries, _) = node, !entries.isEmpty else { return false }
    return entries.allSatisfy { entry in
      switch entry.key {
      case "trials", "maximum": true
      case "any", "all":
        if case .sequence(let items, _) = entry.value { items.allSatisfy(countsTrialsAlone) } else { false }
      default: false
      }
    }
  }
}

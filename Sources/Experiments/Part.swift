import Configuration

/// A task, a listener or a strategy of an experiment file, with the values it varies.
struct Part {
  var node: Node
  var name: String
  var sweeps: [Sweep]

  /// This part with one value chosen for each sweep.
  func node(choosing choice: [Int]) -> Node {
    zip(sweeps, choice).reduce(node) { node, pair in
      node.replacing(pair.0.steps[...], with: pair.0.choices[pair.1].node)
    }
  }

  /// Every choice of one value for each sweep, the last varying fastest.
  var choices: [[Int]] {
    sweeps.reduce([[]]) { choices, sweep in
      choices.flatMap { choice in sweep.choices.indices.map { choice + [$0] } }
    }
  }
}

extension Value {
  /// What several readings of one part have in common: a field that differs between them followed from a varied value
  /// and is left out; a varied value becomes its `vary`.
  static func common(_ readings: [Value], sweeps: [Sweep]) -> Value {
    guard let first = readings.first else { return .mapping([]) }
    return common(first, readings, sweeps.map { ($0.steps[...], $0.values) }) ?? .mapping([])
  }

  private static func common(
    _ first: Value, _ readings: [Value], _ sweeps: [(steps: ArraySlice<NodeStep>, values: [Value])]
  ) -> Value? {
    if let varied = sweeps.first(where: { $0.steps.isEmpty }) {
      return .mapping([Field("vary", .list(varied.values))])
    }
    switch first {
    case .mapping(let fields):
      return .mapping(
        fields.compactMap { field in
          let inner = readings.compactMap { $0[field.key] }
          let below = sweeps.filter { $0.steps.first == .key(field.key) }.map { ($0.steps.dropFirst(), $0.values) }
          guard inner.count == readings.count, let value = common(field.value, inner, below) else { return nil }
          return Field(field.key, value)
        })
    case .list(let items):
      let lists = readings.compactMap { reading in if case .list(let items) = reading { items } else { nil } }
      guard lists.allSatisfy({ $0.count == items.count }), lists.count == readings.count else { return nil }
      let merged = items.indices.compactMap { index in
        let below = sweeps.filter { $0.steps.first == .index(index) }.map { ($0.steps.dropFirst(), $0.values) }
        return common(items[index], lists.map { $0[index] }, below)
      }
      return merged.count == items.count ? .list(merged) : nil
    default:
      return readings.allSatisfy { $0 == first } ? first : nil
    }
  }
}

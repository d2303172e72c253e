import PeachSupport

/// A task, a listener, a strategy or a stop of an experiment file, with the values it varies.
struct Part {
  var node: Node
  var name: String
  var sweeps: [Sweep]

  /// This part with the value of each sweep that a choice has.
  func node(choosing choice: SweepGrid.Choice, of grid: SweepGrid) -> Node {
    sweeps.reduce(node) { node, sweep in
      node.replacing(sweep.steps[...], with: sweep.choices[choice[grid.place(of: sweep)]].node)
    }
  }
}

extension Value {
  /// The common fields of several readings of one part. A field that differs between them follows from a varied value
  /// and is left out. A varied value becomes its `vary`, or the name of its sweep.
  static func common(_ readings: [Value], sweeps: [Sweep]) -> Value {
    guard let first = readings.first else { return .mapping([]) }
    return common(first, readings, sweeps.map { ($0.steps[...], $0.resolved) }) ?? .mapping([])
  }

  private static func common(
    _ first: Value, _ readings: [Value], _ sweeps: [(steps: ArraySlice<NodeStep>, resolved: Value)]
  ) -> Value? {
    if let varied = sweeps.first(where: { $0.steps.isEmpty }) { return varied.resolved }
    switch first {
    case .mapping(let fields):
      return .mapping(
        fields.compactMap { field in
          let inner = readings.compactMap { $0[field.key] }
          let below = sweeps.filter { $0.steps.first == .key(field.key) }.map { ($0.steps.dropFirst(), $0.resolved) }
          guard inner.count == readings.count, let value = common(field.value, inner, below) else { return nil }
          return Field(field.key, value)
        })
    case .list(let items):
      let lists = readings.compactMap { reading in if case .list(let items) = reading { items } else { nil } }
      guard lists.allSatisfy({ $0.count == items.count }), lists.count == readings.count else { return nil }
      let merged = items.indices.compactMap { index in
        let below = sweeps.filter { $0.steps.first == .index(index) }.map { ($0.steps.dropFirst(), $0.resolved) }
        return common(items[index], lists.map { $0[index] }, below)
      }
      return merged.count == items.count ? .list(merged) : nil
    default:
      return readings.allSatisfy { $0 == first } ? first : nil
    }
  }
}

package import PeachSupport

/// Lays what differs in the target over the standard, and what differs in a block over the sounds of a file.
package enum StimulusOverlay {
  /// The standard with the target's keys in place of its own. Mappings inside are laid over mappings.
  package static func target(_ change: Node, over standard: Node) -> Node {
    guard case .mapping(let changes, let place) = change, case .mapping(let entries, _) = standard else {
      return change
    }
    // Another source replaces that of the standard.
    let sources = SoundSources.all.map { $0.key }
    let hasSource = changes.contains { sources.contains($0.key) }
    var merged = entries.filter { entry in
      !(hasSource && sources.contains(entry.key) && !changes.contains { $0.key == entry.key })
    }
    // A level in one form replaces the other.
    let forms = ComposedSound.LevelForm.allCases.map(\.rawValue)
    if changes.contains(where: { forms.contains($0.key) }) {
      merged.removeAll { entry in forms.contains(entry.key) && !changes.contains { $0.key == entry.key } }
    }
    for entry in changes {
      guard let index = merged.firstIndex(where: { $0.key == entry.key }) else {
        merged.append(entry)
        continue
      }
      merged[index] = Node.Entry(
        key: entry.key, place: entry.place, value: value(entry.value, over: merged[index].value))
    }
    return .mapping(merged, place: place)
  }

  private static func value(_ change: Node, over standard: Node) -> Node {
    // A draw is one value, not a mapping of values.
    guard case .mapping = change, change["draw"] == nil, standard["draw"] == nil else { return change }
    return target(change, over: standard)
  }

  /// Whether the level is in it.
  static func varies(_ node: Node) -> Bool {
    switch node {
    case .scalar(let text, _, _): ["x", "-x", "+x"].contains(text)
    case .sequence(let items, _): items.contains(where: varies)
    case .mapping(let entries, _): entries.contains { varies($0.value) }
    case .refused: true
    }
  }
}

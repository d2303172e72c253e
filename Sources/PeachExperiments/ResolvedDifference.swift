import PeachSupport

/// Finds where two resolved experiments part.
package struct ResolvedDifference {
  /// The first difference that affects results, in words; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - stored: The resolved experiment of a results file, as JSON.
  ///   - new: The resolved experiment of the experiment file, or of another results file, as JSON.
  ///   - place: The name of the stored file, for the message.
  ///   - newPlace: The name of the new file, for the message.
  package static func first(
    stored: String, new: String, as place: String = "the results", and newPlace: String = "the file"
  ) -> String? {
    guard let old = try? YAMLText.parse(stored, file: "results"),
      let new = try? YAMLText.parse(new, file: "experiment")
    else { return nil }
    return ResolvedDifference(place: place, newPlace: newPlace).between(old, new, "")
  }

  private let place: String
  private let newPlace: String

  private func between(_ old: Node, _ new: Node, _ path: String) -> String? {
    func said(_ old: String, _ new: String) -> String {
      "\(path) is \(SafeText.cut(new)) in \(newPlace), \(SafeText.cut(old)) in \(place)"
    }
    switch (old, new) {
    case (.mapping(let olds, _), .mapping(let news, _)):
      var keys = olds.map(\.key)
      keys += news.map(\.key).filter { !keys.contains($0) }
      for key in keys where !(path.isEmpty && ["name", "question", "replicates"].contains(key)) {
        let below = path.isEmpty ? key : "\(path).\(key)"
        switch (old[key], new[key]) {
        case (let a?, let b?): if let found = between(a, b, below) { return found }
        case (let a?, nil): return "\(below) is not in \(newPlace), \(shown(a)) in \(place)"
        case (nil, let b?): return "\(below) is \(shown(b)) in \(newPlace), not in \(place)"
        case (nil, nil): break
        }
      }
      return nil
    case (.sequence(let olds, _), .sequence(let news, _)):
      for (index, (a, b)) in zip(olds, news).enumerated() {
        let name = a["name"]?.text ?? "\(index + 1)"
        if let found = between(a, b, "\(path).\(name)") { return found }
      }
      return olds.count == news.count ? nil : said("\(olds.count) items", "\(news.count) items")
    default:
      return shown(old) == shown(new) ? nil : said(shown(old), shown(new))
    }
  }

  private func shown(_ node: Node) -> String {
    switch node {
    case .scalar(let text, _, _): text
    case .refused: node.shown
    case .sequence(let items, _): "[" + items.map(shown).joined(separator: ", ") + "]"
    case .mapping(let entries, _): "{" + entries.map { "\($0.key): \(shown($0.value))" }.joined(separator: ", ") + "}"
    }
  }
}

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
    guard let old = Value(storedJSON: stored), let new = Value(storedJSON: new) else { return nil }
    return ResolvedDifference(place: place, newPlace: newPlace).between(old, new, "")
  }

  private let place: String
  private let newPlace: String

  private func between(_ old: Value, _ new: Value, _ path: String) -> String? {
    func said(_ old: String, _ new: String) -> String {
      "\(path) is \(SafeText.cut(new)) in \(newPlace), \(SafeText.cut(old)) in \(place)"
    }
    switch (old, new) {
    case (.mapping(let olds), .mapping(let news)):
      var keys = olds.map(\.key)
      keys += news.map(\.key).filter { !keys.contains($0) }
      for key in keys where !(path.isEmpty && ["name", "question", "replicates"].contains(key)) {
        let below = path.isEmpty ? key : "\(path).\(key)"
        switch (old[key], new[key]) {
        case (let a?, let b?): if let found = between(a, b, below) { return found }
        case (let a?, nil): return "\(below) is not in \(newPlace), \(a.plain) in \(place)"
        case (nil, let b?): return "\(below) is \(b.plain) in \(newPlace), not in \(place)"
        case (nil, nil): break
        }
      }
      return nil
    case (.list(let olds), .list(let news)):
      for (index, (a, b)) in zip(olds, news).enumerated() {
        let name = a["name"]?.word ?? "\(index + 1)"
        if let found = between(a, b, "\(path).\(name)") { return found }
      }
      return olds.count == news.count ? nil : said("\(olds.count) items", "\(news.count) items")
    default:
      return old.plain == new.plain ? nil : said(old.plain, new.plain)
    }
  }
}

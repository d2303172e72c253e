import PeachSupport

/// One value that differs between two resolved experiments.
package struct ResolvedChange: Hashable, Sendable {
  /// The keys that lead to the value; list items stand under their names.
  package var path: String
  /// `nil` if the value is missing there.
  package var stored: String?
  package var new: String?
}

/// Tells changes that a study can go on with from all others.
///
/// Limits and stop rules decide which levels may come and when a track ends. They change nothing about the stimuli, the
/// listener's task or the blocks, so that stored trials keep their meaning.
package enum CourseChanges {
  /// Keys of a strategy or of the whole file.
  private static let courseKeys: Set<String> = ["limits", "stop", "at-limit"]
  /// The stop of a block, inside `lab`.
  private static let blockKey = "trials"
  /// The key for the contents of the screens, inside `lab`.
  private static let screenKey = "progress"

  /// The values that differ, if all of them are limits, stop rules or what the screens show.
  ///
  /// - Parameters:
  ///   - stored: The resolved experiment of the study, as JSON.
  ///   - new: The resolved experiment of the file, as JSON.
  /// - Returns: `nil` if another value differs too, or if one of the experiments cannot be read.
  package static func between(stored: String, new: String) -> [ResolvedChange]? {
    let differences = CourseChanges.differences(stored: stored, new: new)
    guard let differences, differences.other == nil else { return nil }
    return differences.changes
  }

  /// The first value that differs and that no study can change, in words; `nil` if there is none.
  package static func firstOther(stored: String, new: String) -> String? {
    differences(stored: stored, new: new)?.other
  }

  private struct Differences {
    var changes: [ResolvedChange] = []
    /// The first that is not a change of course.
    var other: String?
  }

  private static func differences(stored: String, new: String) -> Differences? {
    guard let old = Value(storedJSON: stored), let new = Value(storedJSON: new) else { return nil }
    var differences = Differences()
    collect(old, new, Location(), &differences)
    return differences
  }

  /// The place of a value in an experiment.
  private struct Location {
    /// Keys of mappings only.
    var keys: [String] = []
    /// Keys, and the names of list items.
    var path: [String] = []

    func below(_ key: String) -> Location { Location(keys: keys + [key], path: path + [key]) }
    func item(_ name: String) -> Location { Location(keys: keys, path: path + [name]) }

    var isCourse: Bool {
      guard let last = keys.last else { return false }
      if courseKeys.contains(last) { return keys.count == 1 || keys[0] == "strategies" }
      guard keys[0] == "lab" else { return false }
      return last == blockKey && keys.count == 3 || last == screenKey && keys.count == 2
    }
  }

  /// Adds what differs below a location.
  private static func collect(_ old: Value?, _ new: Value?, _ location: Location, _ found: inout Differences) {
    let (before, after) = (old?.plain, new?.plain)
    if before == after { return }
    let path = location.path.joined(separator: ".")
    if location.isCourse {
      found.changes.append(ResolvedChange(path: path, stored: before, new: after))
      return
    }
    switch (old, new) {
    case (.mapping(let olds)?, .mapping(let news)?):
      var keys = olds.map(\.key)
      keys += news.map(\.key).filter { !keys.contains($0) }
      // These decide no result.
      let ignored = location.keys.isEmpty ? ["name", "question", "replicates"] : []
      for key in keys where !ignored.contains(key) { collect(old?[key], new?[key], location.below(key), &found) }
    case (.list(let olds)?, .list(let news)?) where olds.count == news.count:
      for (index, pair) in zip(olds, news).enumerated() {
        collect(pair.0, pair.1, location.item(pair.1["name"]?.word ?? "\(index + 1)"), &found)
      }
    default:
      let (stored, new) = (before.map(SafeText.cut), after.map(SafeText.cut))
      found.other =
        found.other
        ?? (stored.map { stored in
          new.map { "\(path) is \($0) in the file, but \(stored) in the stored study" }
            ?? "the file does not state \(path), but in the stored study it is \(stored)"
        } ?? "\(path) is \(new ?? "") in the file, but the stored study does not state it")
    }
  }
}

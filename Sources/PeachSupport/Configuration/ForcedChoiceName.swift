/// The field's names of tasks with alternatives, for hints: 2afc, 3-AFC, 4ifc.
package enum ForcedChoiceName {
  /// How many alternatives a name states: 1 for yes/no, 2 where it is only forced choice; `nil` for other words.
  package static func alternatives(in word: String) -> Int? {
    let word = word.lowercased().replacing("-", with: "").replacing("_", with: "").replacing("/", with: "")
    if ["yesno", "yn", "detection"].contains(word) { return 1 }
    if ["mafc", "nafc", "afc", "ifc", "forcedchoice"].contains(word) { return 2 }
    guard let match = word.wholeMatch(of: /(\d{1,3})[ai]fc/), let count = Int(match.1), count >= 2 else { return nil }
    return count
  }
}

package import PeachSupport

/// Trials of one strategy in one go, with a name of their own.
package struct LabBlock: Sendable {
  /// The name in records and tables.
  package var name: String
  /// The strategy from the file; `nil` for the only one, and for pitch matching.
  package var strategy: String?
  /// In place of what the strategy's stop says.
  package var trials: Int?
  /// Whether right and wrong are told.
  package var givesFeedback: Bool
  /// Shown before it begins.
  package var instructions: [PageText]
  /// The task settings that differ from those of the file, by key.
  package var task: Node?
  /// Practice is stored as such and enters no fit.
  package var isPractice: Bool
  package var place: Place
}

extension LabBlock {
  package static let practiceName = "practice"

  /// - Parameters:
  ///   - strategies: The names of the file's strategies; empty for pitch matching.
  ///   - givesFeedback: The default for feedback.
  static func read(
    _ reader: Reader, isPractice: Bool, strategies: [String], givesFeedback: Bool
  ) -> LabBlock {
    LabBlock(
      name: isPractice ? practiceName : reader.name("name", "Name of the block, which tables show in the column block"),
      strategy: strategy(reader, strategies),
      trials: reader.optionalInteger(
        "trials", unit: "trials", in: 1...TrackPlayer.longestTrack,
        "Number of trials of the block, instead of the strategy's stop"),
      givesFeedback: reader.statedFlag(
        "feedback", default: givesFeedback,
        "Whether the listener gets feedback in this block; default: the lab's setting feedback")
        ?? givesFeedback,
      instructions: PageText.read(reader, "instructions", "Pages that the listener reads before the block begins"),
      task: task(reader), isPractice: isPractice, place: reader.place)
  }

  private static func strategy(_ reader: Reader, _ names: [String]) -> String? {
    let key = "strategy"
    let name = reader.optionalText(key, "Name of the block's strategy; needed if the file has several")
    let known = names.joined(separator: ", ")
    if let name, !names.contains(name) {
      let hint = NearestName.of(name, among: names).map { "did you mean \(SafeText.quoted($0))?" }
      reader.report(
        names.isEmpty
          ? "expected no strategy in a task of matchings" : "expected one of \(known), got \(SafeText.quoted(name))",
        at: key, hint: hint)
    }
    if name == nil, names.count > 1, !reader.has(key) { reader.reportMissing(key, expected: "one of \(known)") }
    return name
  }

  private static func task(_ reader: Reader) -> Node? {
    let key = "task"
    let parameter = Parameter(
      name: key, kind: .section, fallback: "none",
      meaning: "Keys of the task that differ in this block, with "
        + "their values")
    guard let node = reader.node(parameter, required: false) else { return nil }
    guard case .mapping = node else {
      reader.report("expected a mapping, got \(node.shown)", at: key)
      return nil
    }
    reader.resolve(key, Value(asWritten: node))
    return node
  }
}

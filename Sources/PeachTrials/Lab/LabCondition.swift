package import PeachSupport

/// One of the conditions that a block mixes: it has a track of its own.
package struct LabCondition: Sendable {
  /// The name in records and tables.
  package var name: String
  /// The strategy from the file; `nil` for the block's.
  package var strategy: String?
  /// The task settings that differ from those of the block, by key.
  package var task: Node?
  package var place: Place
}

extension LabCondition {
  /// - Parameter strategies: The names of the file's strategies.
  static func read(_ reader: Reader, strategies: [String]) -> LabCondition {
    LabCondition(
      name: reader.name("name", "Name of the condition, as in the column condition"),
      strategy: LabBlock.strategy(
        reader, strategies, isNeeded: false, "Name of the condition's strategy; default: the strategy of the block"),
      task: LabBlock.task(
        reader, "Keys of the section task whose values differ in this condition from those of the block"),
      place: reader.place)
  }

  /// Reads the conditions of a block; empty if it has none.
  static func list(_ reader: Reader, strategies: [String]) -> [LabCondition] {
    let key = "conditions"
    let conditions =
      reader.list(
        key, required: false,
        "Conditions that take turns from trial to trial, at least two; each has its own track and number of trials"
      ) { read($0, strategies: strategies) } ?? []
    if conditions.count == 1 {
      reader.report(
        "expected at least two conditions, got 1", at: key, hint: "leave conditions out; the block then has one track")
    }
    UniqueNames.check(conditions.map { ($0.name, $0.place) }, at: "\(reader.path).\(key)", reader.diagnostics)
    return conditions
  }
}

package import PeachSupport

/// Trials of one strategy in one go, with a name of their own.
package struct LabBlock: Sendable {
  /// The name in records and tables.
  package var name: String
  /// The strategy from the file; `nil` for the only one, for a strategy of the block's own, and for pitch matching.
  package var strategy: String?
  /// The strategy that the block states itself; `nil` if it names one of the file.
  package var ownStrategy: Node?
  /// In place of what the strategy's stop says.
  package var trials: Int?
  /// Whether the listener gets feedback.
  package var givesFeedback: Bool
  /// Shown before it begins.
  package var instructions: [PageText]
  /// The task settings that differ from those of the file, by key.
  package var task: Node?
  /// Practice is stored as such and enters no fit.
  package var isPractice: Bool
  /// The groups of listeners that get it; empty for all.
  package var groups: [String] = []
  /// The days on which it comes; empty for all, and for practice on the first day only.
  package var days: [String] = []
  /// The conditions that take turns from trial to trial; empty for a block with one track.
  package var conditions: [LabCondition] = []
  package var draw = ConditionDraw.shuffled
  /// The rules of answering that differ from those of the study.
  package var responses: ResponseRules
  /// The headphone test that it is; `nil` for a block of the file.
  package var headphoneTest: HeadphoneTest?
  package var place: Place
}

extension LabBlock {
  /// The parts that have a session each: the conditions, or the block itself.
  ///
  /// - Parameter day: The day's name; `nil` in a study without days.
  package func parts(on day: String?) -> [LabPart] {
    conditions.isEmpty
      ? [LabPart(block: name, day: day)]
      : conditions.map { LabPart(block: name, day: day, condition: $0.name) }
  }
}

extension LabBlock {
  /// The block of a headphone test, whose answers enter no fit, as those of practice.
  init(_ test: HeadphoneTest) {
    self.init(
      name: test.blockName, strategy: nil, ownStrategy: nil, trials: nil, givesFeedback: false, instructions: [],
      task: nil, isPractice: true, responses: ResponseRules(), headphoneTest: test,
      place: Place(file: "", line: 1, column: 1))
  }
}

extension LabBlock {
  package static let practiceName = "practice"

  /// - Parameters:
  ///   - strategies: The names of the file's strategies; empty for pitch matching.
  ///   - givesFeedback: The default for feedback.
  static func read(
    _ reader: Reader, isPractice: Bool, strategies: [String], givesFeedback: Bool
  ) -> LabBlock {
    let ownStrategy = ownStrategy(reader)
    let conditions = LabCondition.list(reader, strategies: strategies)
    let isOfMatchings = reader.word("kind", in: "task") == TrialTask.Kind.matching.rawValue
    let needsStrategy = !isOfMatchings && (conditions.isEmpty || conditions.contains { $0.strategy == nil })
    return LabBlock(
      name: isPractice ? practiceName : reader.name("name", "Name of the block, which tables show in the column block"),
      strategy: ownStrategy != nil
        ? nil
        : strategy(
          reader, strategies, isNeeded: needsStrategy, strategyMeaning),
      ownStrategy: ownStrategy,
      trials: reader.optionalInteger(
        "trials", unit: "trials", in: 1...TrackPlayer.longestTrack,
        "Number of trials of the block, instead of the strategy's stop rule"),
      givesFeedback: reader.statedFlag(
        "feedback", default: givesFeedback,
        "Whether the listener gets feedback in this block; default: the value of the key feedback of the section lab")
        ?? givesFeedback,
      instructions: PageText.read(
        reader, "instructions", "Pages that the listener reads before the block begins", mayPlay: true),
      task: task(
        reader,
        "Keys of the section task whose values differ in this block from those of the file; all keys if the block has "
          + "another kind of task"),
      isPractice: isPractice, groups: names(reader, "groups", "Groups of listeners that get the block; default: all"),
      days: names(
        reader, "days",
        isPractice ? "Days on which practice comes; default: the first" : "Days on which the block comes; default: all"),
      conditions: conditions,
      draw: reader.choice(
        "draw", default: ConditionDraw.shuffled,
        "How conditions take turns: each once in every round in random order, in the order of the file, or each trial at "
          + "random"),
      responses: ResponseRules.read(reader, isBlock: true),
      place: reader.place)
  }

  private static let strategyMeaning =
    "Name of the block's strategy, or a whole strategy {name, kind, …}; needed if the file has several"

  /// The strategy that a block states as a mapping.
  private static func ownStrategy(_ reader: Reader) -> Node? {
    let key = "strategy"
    guard let stated = reader.value(key), case .mapping = stated else { return nil }
    let parameter = Parameter(name: key, kind: .section, fallback: "none", meaning: strategyMeaning)
    guard let node = reader.node(parameter, required: false) else { return nil }
    reader.resolve(key, Value(of: node))
    return node
  }

  /// A list of names, which the caller checks.
  private static func names(_ reader: Reader, _ key: String, _ meaning: String) -> [String] {
    guard let words = reader.words(key, required: false, shownAs: "none", meaning) else { return [] }
    reader.resolve(key, .list(words.map { .text($0.text) }))
    return words.map(\.text)
  }

  static func strategy(_ reader: Reader, _ names: [String], isNeeded: Bool, _ meaning: String) -> String? {
    let key = "strategy"
    let name = reader.optionalText(key, meaning)
    let known = names.joined(separator: ", ")
    if let name, !names.contains(name) {
      let hint = NearestName.question(for: name, among: names)
      reader.report(
        names.isEmpty
          ? "expected no strategy, because pitch matchings have none"
          : "expected one of \(known), got \(SafeText.quoted(name))",
        at: key, hint: hint)
    }
    if isNeeded, name == nil, names.count > 1, !reader.has(key) {
      reader.reportMissing(key, expected: "one of \(known)")
    }
    return name
  }

  static func task(_ reader: Reader, _ meaning: String) -> Node? {
    let key = "task"
    let parameter = Parameter(name: key, kind: .section, fallback: "none", meaning: meaning)
    guard let node = reader.node(parameter, required: false) else { return nil }
    guard case .mapping = node else {
      reader.report("expected a mapping, got \(node.shown)", at: key)
      return nil
    }
    reader.resolve(key, Value(of: node))
    return node
  }
}

/// The block, the day and the condition that tell the sessions of one listener in a study apart.
package struct LabPart: Hashable, Sendable {
  /// The block's name.
  package var block: String
  /// The day's name; `nil` in a study without days.
  package var day: String?
  /// The condition's name; `nil` in a block without conditions.
  package var condition: String?

  package init(block: String, day: String? = nil, condition: String? = nil) {
    self.block = block
    self.day = day
    self.condition = condition
  }

  /// Names of the part as a listener's tables show it: "mixed, low", with the day in front if there are days.
  package var text: String { [day, block, condition].compactMap(\.self).joined(separator: ", ") }
}

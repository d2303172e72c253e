package import PeachSupport

/// How the listeners of a study answer: with which keys, until when, and what else they are asked or allowed.
package struct ResponseRules: Hashable, Sendable {
  /// The listeners who answer with swapped keys.
  package enum Swap: String, CaseIterable, Hashable, Sendable {
    case none
    case byPlace = "by-place"
  }

  /// `nil` for the usual keys.
  package var keys: ResponseKeys?
  package var swap = Swap.none
  package var deadline: ResponseDeadline?
  package var confidence: ConfidenceScale?
  package var repeats: RepeatRule?

  package init() {}

  /// The rules of a block, which states only those that differ from those of its study.
  package func over(_ study: ResponseRules) -> ResponseRules {
    var rules = study
    rules.keys = keys ?? study.keys
    rules.deadline = deadline ?? study.deadline
    rules.confidence = confidence ?? study.confidence
    rules.repeats = repeats ?? study.repeats
    return rules
  }

  /// Whether a listener has swapped keys. Half of the listeners have, and half of those with the same order of blocks.
  ///
  /// - Parameters:
  ///   - place: The listener's place among those of the same group, from 1.
  ///   - design: How many listeners of a group make a whole design.
  package static func isSwapped(place: Int, design: Int) -> Bool {
    let row = (place - 1) % max(1, design)
    let round = (place - 1) / max(1, design)
    return (row + round) % 2 == 1
  }

  /// The rules for one listener and one task.
  ///
  /// - Parameters:
  ///   - place: The listener's place among those of the same group, from 1.
  ///   - design: How many listeners of a group make a whole design.
  package func inForce(for task: TrialTask, place: Int, design: Int) -> SessionResponses {
    var responses = SessionResponses()
    let own = keys?.of(task.answerNames)
    if swap == .byPlace { responses.isSwapped = ResponseRules.isSwapped(place: place, design: design) }
    responses.keys = responses.isSwapped == true ? own?.swapped : own
    responses.deadline = deadline
    responses.confidence = confidence
    responses.repeats = repeats
    return responses
  }

  /// Why the rules do not serve a task; `nil` if they do.
  package func problem(for task: TrialTask) -> String? {
    let names = task.answerNames
    if let problem = keys?.problem(for: names) { return "keys: \(problem)" }
    let own = keys?.of(names)
    if swap == .byPlace, own == nil {
      return "swap: expected keys for the answers \(names.joined(separator: ", ")), which are swapped"
    }
    if let key = repeats?.keys.first(where: { own?.answer(by: $0) != nil }), let answer = own?.answer(by: key) {
      return "repeat: the keyboard key \(key) already gives the answer \(answer)"
    }
    return nil
  }
}

/// How a listener answers in one session: the rules of its study with the keys in force.
package struct SessionResponses: Hashable, Sendable {
  /// `nil` for the usual keys of the task.
  package var keys: ResponseKeys?
  /// `nil` if the study swaps no keys.
  package var isSwapped: Bool?
  package var deadline: ResponseDeadline?
  package var confidence: ConfidenceScale?
  package var repeats: RepeatRule?

  package init() {}

  /// The rules as they are stored with a session; `nil` if there are none.
  package var value: Value? {
    var fields: [Value.Field] = []
    if let keys { fields.append(.init("keys", keys.value)) }
    if let isSwapped { fields.append(.init("swapped", .flag(isSwapped))) }
    if let deadline { fields.append(.init("deadline", deadline.value)) }
    if let confidence { fields.append(.init("confidence", confidence.value)) }
    if let repeats { fields.append(.init("repeat", repeats.value)) }
    return fields.isEmpty ? nil : .mapping(fields)
  }
}

/// The time in which a trial must be answered.
package struct ResponseDeadline: Hashable, Sendable {
  /// The fate of a trial without an answer in time.
  package enum Consequence: String, CaseIterable, Hashable, Sendable {
    /// It is stored without an answer, and the strategy learns of a wrong one.
    case wrong
    /// It is discarded and counted, and the same trial comes again.
    case again
    /// It is stored without an answer, and the strategy counts it without learning of it.
    case skip
  }

  /// From the onset of the target, or of the last note or interval.
  package var seconds: Double
  package var then: Consequence

  package init(seconds: Double, then: Consequence) {
    self.seconds = seconds
    self.then = then
  }

  var value: Value { .mapping([.init("seconds", .number(seconds)), .init("then", .text(then.rawValue))]) }
}

/// A rating of confidence after each answer.
package struct ConfidenceScale: Hashable, Sendable {
  package var from: Int
  package var to: Int
  /// Two for the ends, or one for each value; empty for none.
  package var labels: [PageText]
  /// One for each value, from the lowest; the digits by default.
  package var keys: [String]

  package init(from: Int, to: Int, labels: [PageText] = [], keys: [String]? = nil) {
    self.from = from
    self.to = to
    self.labels = labels
    self.keys = keys ?? (from...to).map(String.init)
  }

  /// The value of a key; `nil` if it has none.
  package func rating(by key: String) -> Int? { keys.firstIndex(of: key).map { from + $0 } }

  /// The label of a value; `nil` if it has none.
  package func label(of rating: Int) -> PageText? {
    if labels.count == to - from + 1 { return labels[rating - from] }
    return rating == from ? labels.first : rating == to ? labels.last : nil
  }

  /// The rating of a listener who is so certain.
  ///
  /// - Parameter certainty: From 0, a guess, to 1.
  package func rating(ofCertainty certainty: Double) -> Int {
    from + Int((min(max(certainty, 0), 1) * Double(to - from)).rounded())
  }

  var value: Value {
    .mapping([
      .init("from", .integer(from)), .init("to", .integer(to)), .init("keys", .list(keys.map(Value.text))),
      .init("labels", .list(labels.map(\.value))),
    ])
  }
}

/// Whether a listener may hear a trial again.
package struct RepeatRule: Hashable, Sendable {
  /// How often.
  package var most: Int
  package var keys: [String]

  package init(most: Int, keys: [String] = ["r"]) {
    self.most = most
    self.keys = keys
  }

  var value: Value { .mapping([.init("most", .integer(most)), .init("keys", .list(keys.map(Value.text)))]) }
}

// MARK: Reading

extension ResponseRules {
  /// Reads the rules of a study, or those of a block that differ.
  static func read(_ reader: Reader, isBlock: Bool) -> ResponseRules {
    var rules = ResponseRules()
    rules.keys = ResponseKeys.read(reader)
    if !isBlock {
      rules.swap = reader.choice(
        "swap", default: Swap.none,
        "Whose response keys are swapped: nobody's (none), or those of half of the listeners, by their number in the "
          + "study and balanced over the orders of blocks (by-place)")
    }
    rules.deadline = reader.section("deadline", "Time in which a trial must be answered") { inner in
      ResponseDeadline(
        seconds: inner.number(
          "seconds", unit: "s", in: .within(0.05...3600), "Time from the onset of the target, or of the last interval"),
        then: inner.choice(
          "then",
          "What happens to a trial without an answer in time. wrong: Peach stores it without an answer, and the "
            + "strategy treats it as wrong. skip: Peach stores it without an answer, and the strategy does not learn "
            + "of it. again: Peach discards and counts it, and presents it again. Pitch matchings are always presented "
            + "again"))
    }
    rules.confidence = reader.section("confidence", "A rating of confidence after each answer", ConfidenceScale.read)
    rules.repeats = reader.section("repeat", "Whether the listener may hear the sound of a trial again") { inner in
      RepeatRule(
        most: inner.integer("most", in: 1...100, "How many times the listener may hear the sound of one trial again"),
        keys: ResponseRules.keys(inner, default: ["r"], "Keys that play the sound of the trial again"))
    }
    return rules
  }

  fileprivate static func keys(_ reader: Reader, default fallback: [String], count: Int? = nil, _ meaning: String)
    -> [String]
  {
    let key = "keys"
    let shown = count == nil ? "[\(fallback.joined(separator: ", "))]" : "digits"
    guard let words = reader.words(key, required: false, form: "a list of keys", shownAs: shown, meaning) else {
      reader.resolve(key, .list(fallback.map(Value.text)))
      return fallback
    }
    for word in words where !ResponseKeys.isKey(word.text) {
      reader.report("expected \(ResponseKeys.expected), got \(SafeText.quoted(word.text))", at: key)
    }
    let keys = words.map(\.text)
    if Set(keys).count < keys.count { reader.report("expected each key once", at: key) }
    if let count, keys.count != count {
      reader.report("expected \(count) keyboard keys, one for each value, got \(keys.count)", at: key)
    }
    reader.resolve(key, .list(keys.map(Value.text)))
    return keys
  }
}

extension ConfidenceScale {
  static func read(_ reader: Reader) -> ConfidenceScale {
    let from = reader.integer("from", in: 0...8, default: 1, "The lowest value: a guess")
    let to = reader.integer("to", in: 1...9, default: 4, "The highest value: certain")
    if from >= to { reader.report("expected from < to, got from: \(from) and to: \(to)", at: "to") }
    let top = max(to, from + 1)
    let labels = PageText.read(
      reader, "labels", "Two labels for the ends of the scale, or one for each value")
    if ![0, 2, top - from + 1].contains(labels.count) {
      reader.report("expected 2 labels, or \(top - from + 1), one for each value, got \(labels.count)", at: "labels")
    }
    let keys = ResponseRules.keys(
      reader, default: (from...top).map(String.init), count: top - from + 1, "A key for each value, from the lowest")
    return ConfidenceScale(from: from, to: top, labels: labels, keys: keys)
  }
}

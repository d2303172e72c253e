package import PeachSupport

/// The keys that a study assigns to answers, by the name of the answer.
///
/// A key is a character, or one of `names`. Any response box that acts as a keyboard can be used.
package struct ResponseKeys: Hashable, Sendable {
  /// The keys of one answer.
  package struct Answer: Hashable, Sendable {
    package var name: String
    package var keys: [String]

    package init(_ name: String, _ keys: [String]) {
      self.name = name
      self.keys = keys
    }
  }

  /// In the order of the file.
  package var answers: [Answer]

  package init(_ answers: [Answer]) { self.answers = answers }

  /// The keys that are no characters.
  package static let names = [
    "up", "down", "left", "right", "page-up", "page-down", "enter", "space", "backspace",
  ]
  /// Keys with a meaning in every trial: leaving and help.
  package static let reserved = ["q", "?"]

  static let expected =
    "keys such as k, 1, up, down, left, right, page-up, page-down, enter, space or backspace; not q and ?"

  /// Whether a text names a key that can be assigned.
  static func isKey(_ text: String) -> Bool {
    names.contains(text)
      || text.count == 1 && !reserved.contains(text) && text.lowercased() == text
        && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0.value < 0x20 }
  }

  /// The answer with a key; `nil` if the key is no answer's.
  package func answer(by key: String) -> String? { answers.first { $0.keys.contains(key) }?.name }

  /// The keys of an answer; empty if it has none.
  package func keys(of answer: String) -> [String] { answers.first { $0.name == answer }?.keys ?? [] }

  /// The keys of the answers of one task, in its order; `nil` if they are of other tasks alone.
  package func of(_ names: [String]) -> ResponseKeys? {
    let own = names.compactMap { name in answers.first { $0.name == name } }
    return own.isEmpty ? nil : ResponseKeys(own)
  }

  /// These keys with the answers in the opposite order: the key of the first answer becomes that of the last.
  package var swapped: ResponseKeys {
    ResponseKeys(zip(answers, answers.reversed()).map { Answer($0.name, $1.keys) })
  }

  /// Why the keys do not serve the answers of a task; `nil` if they do, or are of other tasks alone.
  package func problem(for names: [String]) -> String? {
    guard let own = of(names) else { return nil }
    if own.answers.count < names.count {
      let missing = names.filter { name in !own.answers.contains { $0.name == name } }
      return
        "expected keys for each answer, but \(missing.joined(separator: ", ")) \(missing.count == 1 ? "has" : "have") none"
    }
    var seen: [String: String] = [:]
    for answer in own.answers {
      for key in answer.keys {
        if let other = seen[key], other != answer.name {
          return "the keyboard key \(key) is stated for both \(other) and \(answer.name)"
        }
        seen[key] = answer.name
      }
    }
    return nil
  }
}

extension ResponseKeys {
  private static let form = "answers with their keys, such as {higher: [k, up], lower: [j, down]}"

  /// Reads `keys`; `nil` if the section does not have it, or after a problem.
  static func read(_ reader: Reader) -> ResponseKeys? {
    let key = "keys"
    let parameter = Parameter(
      name: key, kind: .form(form), fallback: "usual",
      meaning: "The keys of each answer; the answers of other tasks keep their usual keys")
    guard let node = reader.node(parameter, required: false) else { return nil }
    guard case .mapping(let entries, _) = node, !entries.isEmpty else {
      reader.report("expected \(form), got \(node.shown)", at: key)
      return nil
    }
    var isValid = true
    func report(_ message: String, _ name: String, _ place: Place, hint: String? = nil) {
      isValid = false
      reader.diagnostics.report(
        Problem(place: place, path: "\(reader.path).\(key).\(name)", message: message, hint: hint))
    }
    let answers = entries.map { entry in
      if !TrialTask.allAnswerNames.contains(entry.key) {
        report(
          "expected the name of an answer, got \(SafeText.quoted(entry.key))", entry.key, entry.place,
          hint: NearestName.question(for: entry.key, among: TrialTask.allAnswerNames)
            ?? "answers are \(TrialTask.allAnswerNames.joined(separator: ", "))")
      }
      var items = [entry.value]
      if case .sequence(let list, _) = entry.value { items = list }
      if items.isEmpty { report("expected \(expected), got an empty list", entry.key, entry.place) }
      let keys = items.compactMap { item -> String? in
        if let text = item.text, isKey(text) { return text }
        report("expected \(expected), got \(item.shown)", entry.key, item.place)
        return nil
      }
      return Answer(entry.key, keys)
    }
    guard isValid else { return nil }
    let keys = ResponseKeys(answers)
    reader.resolve(key, keys.value)
    return keys
  }

  package var value: Value { .mapping(answers.map { .init($0.name, .list($0.keys.map(Value.text))) }) }
}

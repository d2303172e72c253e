package import PeachListeners
package import PeachSupport
package import PeachTrials

/// A simulated listener as it is written on one line: its kind, then its parameters, `gaussian jnd=12 lapse=0.02`.
package struct ResponderText: Sendable {
  /// The specification with defaults filled in, as it is stored.
  package var resolved: String
  package var listener: any Listener

  /// - Parameters:
  ///   - place: The name in messages: `--responder`.
  ///   - twins: Looks up the listener of a twin.
  /// - Throws: `ConfigurationError` with all problems.
  package init(
    parsing text: String, place: String, task: TrialTask, listeners: ListenerRegistry = BuiltInListeners.registry,
    twins: Experiment.Overrides.Twins? = nil
  ) throws(ConfigurationError) {
    (listener, resolved) = try ResponderLine.read(text, place, task, twins) { reader in
      listeners.kind(from: reader)?.read(reader, in: task, among: listeners)
    }
  }

  /// The parsed line before any check; `nil` if it cannot be parsed.
  package static func written(_ text: String) -> Node? {
    try? ResponderLine.node(ResponderLine.words(of: text), file: "")
  }
}

/// The text of a responder who tunes: `tuner constant=4 spread=8`.
package struct MatchingResponderText: Sendable {
  /// The specification with defaults filled in, as it is stored.
  package var resolved: String
  package var listener: any MatchingListener

  /// - Parameter place: The name in messages: `--responder`.
  /// - Throws: `ConfigurationError` with all problems.
  package init(
    parsing text: String, place: String, task: TrialTask,
    listeners: MatchingListenerRegistry = BuiltInListeners.matching
  ) throws(ConfigurationError) {
    (listener, resolved) = try ResponderLine.read(text, place, task, nil) { reader in
      listeners.kind(from: reader)?.read(reader, in: task)
    }
  }
}

/// One line: a kind, then its parameters.
private enum ResponderLine {
  static func read<Model>(
    _ text: String, _ place: String, _ task: TrialTask, _ twins: Experiment.Overrides.Twins?,
    _ model: (Reader) -> Model?
  ) throws(ConfigurationError) -> (Model, resolved: String) {
    do throws(ConfigurationError) {
      return try read(words(of: text), place, task, twins, model)
    } catch {
      throw placed(error, in: text)
    }
  }

  /// Separated by space, but for that inside a list, a mapping or quotes: `of={kind: gaussian, jnd: 12}` is one.
  static func words(of text: String) -> [Substring] {
    var depth = 0
    var isQuoted = false
    return text.split { character in
      if character == "\"" { isQuoted.toggle() }
      if "{[".contains(character) { depth += 1 }
      if "}]".contains(character) { depth -= 1 }
      return depth <= 0 && !isQuoted && character.isWhitespace
    }
  }

  /// The mapping that words stand for.
  static func node(_ words: [Substring], file: String) throws(ConfigurationError) -> Node {
    let pairs = words.dropFirst().map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? "\(parts[0]): \(parts[1])" : "\(word): "
    }
    return try YAMLText.parse(
      "{" + (["kind: \(words.first ?? "")"] + pairs).joined(separator: ", ") + "}", file: file)
  }

  private static func read<Model>(
    _ words: [Substring], _ place: String, _ task: TrialTask, _ twins: Experiment.Overrides.Twins?,
    _ model: (Reader) -> Model?
  ) throws(ConfigurationError) -> (Model, resolved: String) {
    let diagnostics = Diagnostics()
    let written = try ResponderLine.node(words, file: place)
    // A responder has the name of the listener it answers for.
    let node = ReplayFiles.embedded(
      in: TwinNodes.resolved(written, twins, diagnostics, path: "responder", isNamed: false), of: task.kind.rawValue,
      diagnostics, path: "responder")
    var resolved: [Value.Field] = []
    let listener = Reader.read(node, path: "responder", diagnostics: diagnostics) { reader -> Model? in
      guard let listener = model(reader) else {
        _ = reader.dataKeys()
        return nil
      }
      resolved = reader.resolved
      return listener
    }
    try diagnostics.check()
    guard let listener = listener ?? nil else {
      throw ConfigurationError([Problem(place: node.place, path: "responder", message: "expected a listener")])
    }
    let parts = resolved.map { field in
      let value =
        if case .text(let text) = field.value, !text.contains(where: \.isWhitespace) { text } else {
          field.value.json()
        }
      return field.key == "kind" ? value : "\(field.key)=\(value)"
    }
    return (listener, parts.joined(separator: " "))
  }

  /// Problems where they stand in the text, rather than in the mapping that is read for it: `{kind: WORD, KEY: VALUE}`.
  private static func placed(_ error: ConfigurationError, in text: String) -> ConfigurationError {
    // The columns, from 1, of each word there and here.
    var starts: [(mapping: Int, text: Int, word: Substring)] = []
    var column = 8
    for word in words(of: text) {
      starts.append((column, text.distance(from: text.startIndex, to: word.startIndex) + 1, word))
      // A colon and a space stand for the equals sign, or are added; then a comma and a space.
      column += word.count + (starts.count == 1 ? 0 : word.contains("=") ? 1 : 2) + 2
    }
    return ConfigurationError(
      error.problems.map { problem in
        var problem = problem
        let start = starts.last { $0.mapping <= problem.place.column } ?? (8, 1, "")
        var past = max(0, problem.place.column - start.mapping)
        if start.mapping > 8, past > start.word.prefix(while: { $0 != "=" }).count { past -= 1 }
        problem.place.column = start.text + min(past, start.word.count)
        return problem
      }, omitted: error.omitted)
  }
}

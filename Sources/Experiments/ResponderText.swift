public import Configuration
public import Listeners
public import Trials

/// A simulated listener as it is written on one line: its kind, then its parameters, `gaussian jnd=12 lapse=0.02`.
public struct ResponderText: Sendable {
  /// The specification with defaults filled in, as it is stored.
  public var resolved: String
  public var listener: any Listener

  /// - Parameter place: What messages name: `--responder`.
  /// - Throws: `ConfigurationError` with all that is wrong.
  public init(
    parsing text: String, place: String, task: TrialTask, listeners: ListenerRegistry = BuiltInListeners.registry
  ) throws(ConfigurationError) {
    let words = text.split(whereSeparator: \.isWhitespace)
    let pairs = words.dropFirst().map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? "\(parts[0]): \(parts[1])" : "\(word): "
    }
    let diagnostics = Diagnostics()
    let node = try YAMLText.parse(
      "{" + (["kind: \(words.first ?? "")"] + pairs).joined(separator: ", ") + "}", file: place)
    var resolved: [Value.Field] = []
    let listener = Reader.read(node, path: "responder", diagnostics: diagnostics) { reader -> (any Listener)? in
      guard let kind = listeners.kind(from: reader) else {
        _ = reader.dataKeys()
        return nil
      }
      let listener = kind.read(reader, in: task)
      resolved = reader.resolved
      return listener
    }
    try diagnostics.check()
    guard let listener = listener ?? nil else {
      throw ConfigurationError([Problem(place: node.place, path: "responder", message: "expected a listener")])
    }
    self.listener = listener
    let parts = resolved.map { field in
      let value = if case .text(let text) = field.value { text } else { field.value.json() }
      return field.key == "kind" ? value : "\(field.key)=\(value)"
    }
    self.resolved = parts.joined(separator: " ")
  }
}

/// Reads one mapping of a configuration file.
///
/// Each key is read once, and that call declares the parameter: name, unit, bounds, default, meaning. From it come
/// decoding, the problems of a file, the resolved file and `peach list`. A problem does not stop the reading: a value
/// inside the bounds stands in, so that one pass finds all problems.
///
/// ```swift
/// let factor = reader.number("factor", unit: "1", in: .above(1), default: 2, "Ratio of levels after a wrong answer")
/// ```
public final class Reader {
  /// The declared parameters in order. Those of a section have dotted names, those of a list have `[]` after its name.
  public internal(set) var parameters: [Parameter] = []
  /// The resolved values, with defaults filled in.
  public private(set) var resolved: [Value.Field] = []
  public let path: String
  public let place: Place
  public let diagnostics: Diagnostics
  /// Whether parameters are only listed: there is no file, and nothing is missing.
  public let isDescribing: Bool
  let entries: [Node.Entry]
  var declared: [String] = []
  /// Problems of missing keys, with the keys that would have solved each.
  var missing: [(names: [String], problem: Problem)] = []
  /// The keys whose values are wrong: nothing that follows from a stand-in is reported of them.
  var wrong: Set<String> = []

  private init(path: String, place: Place, diagnostics: Diagnostics, isDescribing: Bool, entries: [Node.Entry]) {
    self.path = path
    self.place = place
    self.diagnostics = diagnostics
    self.isDescribing = isDescribing
    self.entries = entries
  }

  /// Reads `node` with `body`, then reports undeclared and missing keys; `nil` if the node is not a mapping.
  ///
  /// - Parameter numberKey: The key that is probably meant if a number stands in place of the mapping.
  public static func read<T>(
    _ node: Node, path: String, diagnostics: Diagnostics, numberKey: String? = nil, _ body: (Reader) -> T
  ) -> T? {
    guard case .mapping(let entries, let place) = node else {
      if !node.isRefused {
        let hint = numberKey.flatMap { hintForNumber(node, at: path, key: $0) }
        diagnostics.report(
          Problem(place: node.place, path: path, message: "expected a mapping, got \(node.shown)", hint: hint))
      }
      return nil
    }
    let reader = Reader(path: path, place: place, diagnostics: diagnostics, isDescribing: false, entries: entries)
    let result = body(reader)
    reader.reportKeys()
    return result
  }

  /// The parameters that `body` declares.
  public static func describe(_ body: (Reader) -> Void) -> [Parameter] {
    let reader = Reader(
      path: "", place: Place(file: "", line: 1, column: 1), diagnostics: Diagnostics(), isDescribing: true,
      entries: [])
    body(reader)
    return reader.parameters
  }

  /// The node under a key with a syntax of its own. This call declares `parameter`; the caller resolves the value.
  public func node(_ parameter: Parameter, required: Bool) -> Node? { declare(parameter, required: required) }

  /// The keys of this mapping in the order of the file, for a section whose keys are data (such as trial counts).
  public func dataKeys() -> [Node.Entry] {
    declared += entries.map(\.key)
    return entries
  }

  /// Whether the file has this key.
  public func has(_ name: String) -> Bool { entries.contains { $0.key == name } }

  /// The node under a key. This call declares no parameter.
  public func value(_ name: String) -> Node? { entries.first { $0.key == name }?.value }

  /// The text under a key; `nil` if the key has another kind of value. This call declares no parameter.
  public func word(_ name: String) -> String? { value(name)?.text }

  /// The text under a key of an inner mapping; `nil` if there is none. This call declares no parameter.
  public func word(_ name: String, in section: String) -> String? {
    guard case .mapping(let inner, _) = entries.first(where: { $0.key == section })?.value else { return nil }
    return inner.first { $0.key == name }?.value.text
  }

  /// Puts a value into the resolved file, in place of an earlier one.
  public func resolve(_ name: String, _ value: Value) {
    if let place = resolved.firstIndex(where: { $0.key == name }) {
      resolved[place].value = value
    } else {
      resolved.append(Value.Field(name, value))
    }
  }
}

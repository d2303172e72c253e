/// Reads one mapping of a configuration file. Peach passes it to the `read` of a strategy or a listener.
///
/// Each key is read once, and that call declares the parameter: name, unit, bounds, default, meaning. From it come
/// decoding, the problems of a file, `peach list`, and the resolved file, which has all defaults filled in. A problem
/// does not stop the reading: a value inside the bounds stands in, so that one pass finds all problems.
///
/// The calls share these arguments. `unit` is `1` for a number without a unit, and `axis` for the unit of levels.
/// `meaning` explains the parameter in lists. `source` is a publication for its default or meaning.
///
/// ```swift
/// let factor = reader.number("factor", unit: "1", in: .above(1), default: 2, "Ratio of levels after a wrong answer")
/// ```
public final class Reader {
  /// The parameters that the reading calls have declared so far, in order. With a file, these are the keys of this
  /// mapping. Without one (`isDescribing`), parameters inside a section follow under names such as `step.factor`, and
  /// those of a list's items under names such as `parts[].kind`.
  public internal(set) var parameters: [Parameter] = []
  /// The values of the resolved file so far: valid values of the file, and defaults of missing keys. A key with an
  /// invalid value, or without value and default, is left out.
  public private(set) var resolved: [Value.Field] = []
  /// The dotted path of the mapping, such as `listeners.musician`; empty for the whole file.
  public let path: String
  /// The position of the mapping in the file; a file without a name while parameters are only listed.
  public let place: Place
  /// The collector of the file's problems. Pass it to `Reader.read` for a mapping that a call of `node` returned.
  public let diagnostics: Diagnostics
  /// Whether parameters are only listed, without a file. Each reading call then returns its default, a stand-in or
  /// `nil`, and Peach discards all reports. Declare all parameters then, even those that depend on other keys.
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

  /// Reads a mapping with `body`, reports unknown keys and missing required ones, and returns the result of `body` even
  /// if there were problems. `nil` if the node is not a mapping, which is reported.
  ///
  /// - Parameters:
  ///   - path: The dotted path of the mapping in messages; empty for the whole file.
  ///   - diagnostics: Collects the problems, such as `diagnostics` of the outer reader.
  ///   - numberKey: The key that the report suggests if a number stands in place of the mapping; `nil` for none.
  ///   - body: Reads the keys with a reader of the mapping, and returns the result.
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

  /// Returns the parameters that `body` declares, without a file. Each reading call in `body` returns its default, a
  /// stand-in or `nil`, and Peach discards all reports.
  public static func describe(_ body: (Reader) -> Void) -> [Parameter] {
    let reader = Reader(
      path: "", place: Place(file: "", line: 1, column: 1), diagnostics: Diagnostics(), isDescribing: true,
      entries: [])
    body(reader)
    return reader.parameters
  }

  /// Declares a parameter with a syntax of its own, and returns the node under its key. `nil` if the key is missing,
  /// which is reported if it is required. The caller interprets the node, reports its problems and resolves the value.
  public func node(_ parameter: Parameter, required: Bool) -> Node? { declare(parameter, required: required) }

  /// The keys of this mapping with their values, in the order of the file, for a section whose keys are data (such as
  /// trial counts). None of them is then reported as unknown.
  public func dataKeys() -> [Node.Entry] {
    declared += entries.map(\.key)
    return entries
  }

  /// Whether this mapping of the file has the key, with a valid value or an invalid one. This call declares no
  /// parameter.
  public func has(_ name: String) -> Bool { entries.contains { $0.key == name } }

  /// The node under a key; `nil` if the file does not have it. This call declares no parameter.
  public func value(_ name: String) -> Node? { entries.first { $0.key == name }?.value }

  /// The text of a scalar under a key; `nil` if the key is missing or has another kind of value. This call declares
  /// no parameter.
  public func word(_ name: String) -> String? { value(name)?.text }

  /// The text of a scalar under the key `name` of the mapping `section` inside this one. `nil` if either key is missing
  /// or has another kind of value. This call declares no parameter.
  public func word(_ name: String, in section: String) -> String? {
    guard case .mapping(let inner, _) = entries.first(where: { $0.key == section })?.value else { return nil }
    return inner.first { $0.key == name }?.value.text
  }

  /// Puts a value into the resolved file, which has all defaults filled in; it replaces an earlier value. Call it after
  /// `node`, `words` and `dataKeys`, and for a default that depends on other keys. The other reading calls do it
  /// themselves.
  public func resolve(_ name: String, _ value: Value) {
    if let place = resolved.firstIndex(where: { $0.key == name }) {
      resolved[place].value = value
    } else {
      resolved.append(Value.Field(name, value))
    }
  }
}

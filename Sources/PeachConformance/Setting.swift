public import PeachListeners
public import PeachStrategies
public import PeachSupport
public import PeachTrials

/// Settings written in Swift as they would appear in an experiment file: `["start": 23.7, "step": ["factor": 1.31]]`.
///
/// A test of a strategy then needs no file and no parser, and the settings go through the same reader as those of a
/// file.
///
/// ```swift
/// let gaussian = BuiltInListeners.registry["gaussian"]!
/// let listener = try Setting(dictionaryLiteral: ("jnd", 12)).listener(of: gaussian, in: task)
/// ```
public indirect enum Setting: Sendable {
  /// A number, word or flag, as text without quotes: `12` is a number, and `true` is a flag.
  case scalar(String)
  /// A list of settings.
  case list([Setting])
  /// Keys with their settings, in order.
  case mapping([Field])

  /// A key of a mapping with its setting.
  public struct Field: Sendable {
    /// The key, as in an experiment file.
    public var key: String
    /// The setting under the key.
    public var value: Setting

    /// A key with its setting.
    public init(_ key: String, _ value: Setting) {
      self.key = key
      self.value = value
    }
  }
}

extension Setting: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A word or other text; `"12"` is the number 12.
  public init(stringLiteral value: String) { self = .scalar(value) }
  /// A number, written with as few digits as reading it back exactly needs.
  public init(floatLiteral value: Double) { self = .scalar(value.shortest) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .scalar(String(value)) }
  /// A flag: `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .scalar(value ? "true" : "false") }
  /// A list.
  public init(arrayLiteral elements: Setting...) { self = .list(elements) }
  /// A mapping with its keys in the order of the literal.
  public init(dictionaryLiteral elements: (String, Setting)...) {
    self = .mapping(elements.map { Field($0.0, $0.1) })
  }
}

extension Setting {
  /// Settings from a parsed part of a file. A part with a reported problem becomes an empty mapping, and quotes are not
  /// kept: a quoted number becomes a number.
  public init(_ node: Node) {
    switch node {
    case .scalar(let text, _, _): self = .scalar(text)
    case .sequence(let items, _): self = .list(items.map { Setting($0) })
    case .mapping(let entries, _): self = .mapping(entries.map { Field($0.key, Setting($0.value)) })
    case .refused: self = .mapping([])
    }
  }

  /// Returns the settings with another value at the dotted path `way`, such as `step.factor`. Missing mappings on the
  /// path are added. A key that ends with `[]` gets a list of one item, which replaces an earlier list.
  public func replacing(_ way: String, with value: Setting) -> Setting {
    replacing(way.split(separator: ".").map(String.init)[...], with: value)
  }

  private func replacing(_ way: ArraySlice<String>, with value: Setting) -> Setting {
    guard let first = way.first else { return value }
    let isList = first.hasSuffix("[]")
    let key = isList ? String(first.dropLast(2)) : first
    var fields: [Field] = if case .mapping(let fields) = self { fields } else { [] }
    let index = fields.firstIndex { $0.key == key }
    let inner = (isList ? nil : index.map { fields[$0].value }) ?? .mapping([])
    let made = inner.replacing(way.dropFirst(), with: value)
    let field = Field(key, isList ? .list([made]) : made)
    if let index { fields[index] = field } else { fields.append(field) }
    return .mapping(fields)
  }

  /// The settings in the form that a `Reader` takes. Messages name the file `settings`, and every place is its start.
  public var node: Node {
    let place = Place(file: "settings", line: 1, column: 1)
    switch self {
    case .scalar(let text): return .scalar(text: text, isQuoted: false, place: place)
    case .list(let items): return .sequence(items.map(\.node), place: place)
    case .mapping(let fields):
      return .mapping(fields.map { Node.Entry(key: $0.key, place: place, value: $0.value.node) }, place: place)
    }
  }

  /// Makes the factory of a strategy's tracks from these settings, without `name` and `kind`.
  ///
  /// - Parameters:
  ///   - kind: The type of the strategy.
  ///   - context: The task, and the stop rule for settings without one.
  /// - Throws: `ConfigurationError` with all problems, such as invalid or unknown settings.
  public func factory(
    of kind: any StrategyDeclaration.Type, in context: StrategyContext
  ) throws(ConfigurationError) -> StrategyFactory {
    try read { kind.factory(from: $0, in: context) }
  }

  /// Makes a listener who answers from these settings, without `name` and `kind`.
  ///
  /// - Parameters:
  ///   - kind: The type of the listener.
  ///   - task: The task that the listener performs.
  /// - Throws: `ConfigurationError` with all problems, such as invalid or unknown settings.
  public func listener(
    of kind: any ListenerDeclaration.Type, in task: TrialTask
  ) throws(ConfigurationError) -> any ListenerDeclaration {
    try read { kind.read($0, in: task) }
  }

  /// Makes a listener who tunes from these settings, without `name` and `kind`.
  ///
  /// - Parameters:
  ///   - kind: The type of the listener.
  ///   - task: A task of kind matching.
  /// - Throws: `ConfigurationError` with all problems, such as invalid or unknown settings.
  public func matchingListener(
    of kind: any MatchingListenerDeclaration.Type, in task: TrialTask
  ) throws(ConfigurationError) -> any MatchingListenerDeclaration {
    try read { kind.read($0, in: task) }
  }

  private func read<T>(_ body: (Reader) -> T) throws(ConfigurationError) -> T {
    let diagnostics = Diagnostics()
    let result = Reader.read(node, path: "", diagnostics: diagnostics, body)
    try diagnostics.check()
    guard let result else {
      throw ConfigurationError([Problem(place: node.place, path: "", message: "expected a mapping, got \(node.shown)")])
    }
    return result
  }
}

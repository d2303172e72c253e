/// A parameter of a strategy, a listener or a task: its name, the values that it accepts, and its explanation. A call
/// of a `Reader` declares it.
public struct Parameter: Hashable, Sendable {
  /// The values that a parameter accepts.
  public enum Kind: Hashable, Sendable {
    /// A number within bounds.
    case number(Bounds)
    /// A whole number within a range, which has no upper limit if it ends at `Int.max`.
    case integer(ClosedRange<Int>)
    /// A word from a list.
    case choice([String])
    /// Free text, or a list of words.
    case text
    /// A value with a syntax of its own. The text completes "expected …" in messages: "two notes".
    case form(String)
    /// `true` or `false`.
    case flag
    /// A list of numbers within bounds.
    case numbers(Bounds)
    /// A number, a list of them, or {from, to, count, spacing} for equal differences or ratios; all within bounds.
    case grid(Bounds)
    /// A mapping with parameters of its own, or a list of such mappings.
    case section
  }

  /// The key in experiment files. In lists of parameters it is dotted inside a section (`step.factor`), and has `[]`
  /// inside the items of a list (`parts[].kind`).
  public var name: String
  /// The values that the parameter accepts.
  public var kind: Kind
  /// The unit of a number, `1` if it has none, `axis` for the unit of levels; empty for whole numbers without a unit
  /// and for other kinds.
  public var unit: String
  /// The default as text of a file, or in words if it depends on other keys; "none" if there is no value by default,
  /// `nil` if the parameter is required.
  public var fallback: String?
  /// An explanation of the parameter in one sentence, for lists.
  public var meaning: String
  /// The publication for its default or meaning; `nil` if there is none.
  public var source: String?

  /// A parameter; see the properties.
  public init(
    name: String, kind: Kind, unit: String = "", fallback: String?, meaning: String, source: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.fallback = fallback
    self.meaning = meaning
    self.source = source
  }

  /// A value with the unit. Values in words, and values that state their own unit, get none.
  package func withUnit(_ value: String) -> String {
    let isBare = unit.isEmpty || unit == "1" || value.contains(" dB ") || value == "none"
    return isBare ? value : "\(value) \(unit)"
  }

  /// The accepted values in words, with the unit, for messages: "a number (cents) > 0".
  public var expectation: String { expectation(unit.isEmpty || unit == "1" ? "" : " (\(unit))") }

  /// The expectation without the unit: "a number > 0".
  package var unitlessExpectation: String { expectation("") }

  /// The hint of the bounds for a number outside them; `nil` if they have none or the value is no number.
  func hint(outside node: Node) -> String? {
    guard case .number(let bounds) = kind, let number = node.plainText.flatMap(NumberGrammar.double), number.isFinite
    else { return nil }
    return bounds.hint
  }

  private func expectation(_ unit: String) -> String {
    func with(_ bounds: Bounds) -> String { bounds.description.isEmpty ? "" : " " + bounds.description }
    switch kind {
    case .number(let bounds): return "a number\(unit)\(with(bounds))"
    case .integer(let range):
      return range.upperBound == .max
        ? "a whole number\(unit) ≥ \(range.lowerBound)"
        : "a whole number\(unit) from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let names): return names.count == 1 ? names[0] : "one of \(names.joined(separator: ", "))"
    case .text: return "text"
    case .form(let expected): return expected
    case .flag: return "true or false"
    case .numbers(let bounds): return "a list of numbers\(unit)\(with(bounds))"
    case .grid(let bounds):
      return "a list of numbers\(unit)\(with(bounds)), one number, or {from, to, count, spacing}"
    case .section: return "a mapping"
    }
  }
}

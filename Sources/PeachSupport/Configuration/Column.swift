/// The declaration of a column: name, unit and meaning. Tables, lists and help read it.
package struct Column: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case text, integer, number
    /// A number where it is one, else a text.
    case value
    /// 1 or 0.
    case flag
    /// ISO 8601 UTC.
    case time
  }

  /// Ends in `_UNIT` where the experiment says the unit of levels, and has `_ERROR` where errors are log2 ratios on a
  /// log axis and in that unit on a linear one.
  package var name: String
  /// Empty if there is none; `UNIT` and `ERROR` as in the name.
  package var unit: String
  package var kind: Kind
  package var meaning: String
  /// The numbers there can be.
  package var bounds = Bounds.finite
  /// The texts there can be; empty if they are no list.
  package var texts: [String] = []

  package init(_ name: String, _ kind: Kind, unit: String = "", _ meaning: String) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.meaning = meaning
  }

  /// Stands for all columns of varied values.
  package static let varied = Column(
    "vary_PATH", .value, "The value of a varied key of the experiment file; one column for each key that varies")

  /// The name in a table of one experiment.
  package func name(unit: String, error: String) -> String {
    name.replacing("_UNIT", with: "_" + unit).replacing("_ERROR", with: "_" + error)
  }
}

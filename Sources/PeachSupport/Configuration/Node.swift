/// A position in a text file: file name, line and column. Packages outside Peach can only print it (`description`).
public struct Place: Hashable, Sendable, CustomStringConvertible {
  package var file: String
  package var line: Int
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The position as `FILE:LINE:COLUMN`; lines and columns count from 1.
  public var description: String { "\(file):\(line):\(column)" }
}

/// A parsed part of a configuration file, with its place. A scalar keeps its text: a `Reader` turns it into a number or
/// flag.
public indirect enum Node: Sendable {
  /// A number, word or other text. If `isQuoted` is true (text in quotes, or a YAML block after `|` or `>`), it is not
  /// a number or a flag. A key without a value has an unquoted empty text.
  case scalar(text: String, isQuoted: Bool, place: Place)
  /// A list.
  case sequence([Node], place: Place)
  /// Keys with their values, in the order of the file.
  case mapping([Entry], place: Place)
  /// A part with a reported problem. Nothing more is reported about it.
  case refused(place: Place)

  /// A key of a mapping with its position and its value. Only Peach can open it: in your own package, read the keys of
  /// a mapping with a `Reader`.
  public struct Entry: Sendable {
    package var key: String
    package var place: Place
    package var value: Node

    package init(key: String, place: Place, value: Node) {
      self.key = key
      self.place = place
      self.value = value
    }
  }

  package var place: Place {
    switch self {
    case .scalar(_, _, let place), .sequence(_, let place), .mapping(_, let place), .refused(let place): place
    }
  }

  /// The value under `key`, `nil` if there is none or this is no mapping.
  package subscript(key: String) -> Node? {
    guard case .mapping(let entries, _) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// The text of a scalar.
  package var text: String? {
    if case .scalar(let text, _, _) = self { text } else { nil }
  }

  /// The text of a scalar that is not quoted: a quoted number is text.
  package var plainText: String? {
    if case .scalar(let text, false, _) = self { text } else { nil }
  }

  /// Whether a problem has been reported of it already.
  var isRefused: Bool {
    if case .refused = self { true } else { false }
  }

  /// The node in messages: the text of a scalar in quotes, otherwise "a list" or "a mapping".
  package var shown: String {
    switch self {
    case .scalar("", false, _): "nothing"
    case .scalar(let text, _, _): SafeText.quoted(text)
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .refused: "a wrong value"
    }
  }
}

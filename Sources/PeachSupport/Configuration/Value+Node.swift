extension Value {
  /// The value of a part of a file as it was written. Unquoted numbers and flags are no text.
  package init(of node: Node) {
    switch node {
    case .scalar(let text, let isQuoted, _):
      if !isQuoted, text == "true" || text == "false" {
        self = .flag(text == "true")
      } else if !isQuoted, let number = NumberGrammar.integer(text) {
        self = .integer(number)
      } else if !isQuoted, let number = NumberGrammar.double(text) {
        self = .number(number)
      } else {
        self = .text(text)
      }
    case .sequence(let items, _): self = .list(items.map { Value(of: $0) })
    case .mapping(let entries, _): self = .mapping(entries.map { Field($0.key, Value(of: $0.value)) })
    case .refused: self = .mapping([])
    }
  }
}

extension Node {
  /// The node of a value that the program made, so that the reader of files reads it without any text in between.
  ///
  /// - Parameter name: The name of the value in messages.
  package init(_ value: Value, name: String) {
    let place = Place(file: name, line: 1, column: 1)
    switch value {
    case .mapping(let fields):
      self = .mapping(
        fields.map { Entry(key: $0.key, place: place, value: Node($0.value, name: name)) }, place: place)
    case .list(let items): self = .sequence(items.map { Node($0, name: name) }, place: place)
    case .text(let text): self = .scalar(text: text, isQuoted: true, place: place)
    case .number, .integer, .unsigned, .flag: self = .scalar(text: value.json(), isQuoted: false, place: place)
    }
  }
}

extension Value {
  /// A part of a file as it was written, without resolving it.
  public init(asWritten node: Node) {
    switch node {
    case .mapping(let entries, _): self = .mapping(entries.map { Field($0.key, Value(asWritten: $0.value)) })
    case .sequence(let items, _): self = .list(items.map { Value(asWritten: $0) })
    case .refused: self = .text("")
    case .scalar(let text, let isQuoted, _):
      if isQuoted {
        self = .text(text)
      } else if text == "true" || text == "false" {
        self = .flag(text == "true")
      } else {
        self = NumberGrammar.double(text).map(Value.number) ?? .text(text)
      }
    }
  }
}

import PeachSupport

/// Makes nodes without a file, and reads them.
enum Reading {
  static func place(_ line: Int, _ column: Int = 1) -> Place { Place(file: "f.yaml", line: line, column: column) }

  /// A scalar as it stands plain in a file, in column 10.
  static func plain(_ text: String, line: Int = 1) -> Node {
    .scalar(text: text, isQuoted: false, place: place(line, 10))
  }

  static func quoted(_ text: String, line: Int = 1) -> Node {
    .scalar(text: text, isQuoted: true, place: place(line, 10))
  }

  static func list(_ items: [Node], line: Int = 1) -> Node { .sequence(items, place: place(line, 10)) }

  static func texts(_ texts: [String]) -> Node { list(texts.map { plain($0) }) }

  /// A mapping with a key on each line.
  static func mapping(_ entries: [(String, Node)]) -> Node {
    .mapping(
      entries.enumerated().map { Node.Entry(key: $1.0, place: place($0 + 1), value: $1.1) }, place: place(1))
  }

  /// What `body` makes of the mapping, or every problem.
  static func of<T>(
    _ entries: [(String, Node)], path: String = "", _ body: (Reader) -> T
  ) throws(ConfigurationError) -> T? {
    let diagnostics = Diagnostics()
    let result = Reader.read(mapping(entries), path: path, diagnostics: diagnostics, body)
    try diagnostics.check()
    return result
  }

  /// The problems as text; nil where there are none.
  static func problems<T>(_ entries: [(String, Node)], path: String = "", _ body: (Reader) -> T) -> String? {
    do {
      _ = try of(entries, path: path, body)
      return nil
    } catch {
      return error.description
    }
  }

  /// What `body` resolves of the mapping, as JSON.
  static func resolved<T>(_ entries: [(String, Node)], _ body: (Reader) -> T) throws -> String? {
    try of(entries) { reader in
      _ = body(reader)
      return Value.mapping(reader.resolved).json()
    }
  }
}

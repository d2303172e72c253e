import CYaml
import PeachSupport

/// The events of one YAML text, in their order, each with its place. The one place that knows libyaml, which comes with
/// Yams: its own nodes cannot be had before the keys of mappings are compared, whatever they hold.
final class YAMLEvents {
  struct Event {
    enum Kind {
      case start, end
      /// The name of the anchor it stands for.
      case alias(String)
      case scalar(String, isPlain: Bool)
      case sequence, sequenceEnd
      case mapping, mappingEnd
    }

    var kind: Kind
    var place: Place
    /// The name that aliases call the node by.
    var anchor: String?
    var isTagged = false
  }

  private let text: String
  private let file: String
  /// The buffer from which libyaml reads.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private var parser = yaml_parser_t()
  /// The start of the last node, as an index into the text and in libyaml's count.
  private var cursor: String.UnicodeScalarView.Index
  private var passed = 0

  init(_ text: String, file: String) {
    self.text = text
    self.file = file
    cursor = text.unicodeScalars.startIndex
    bytes = .allocate(capacity: max(1, text.utf8.count))
    _ = bytes.update(fromContentsOf: text.utf8)
    yaml_parser_initialize(&parser)
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(&parser, bytes.baseAddress, text.utf8.count)
  }

  deinit {
    yaml_parser_delete(&parser)
    bytes.deallocate()
  }

  /// The next one; after the last it is `end` again.
  ///
  /// - Throws: `ConfigurationError` with what is not valid YAML.
  func next() throws(ConfigurationError) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(&parser, &event) == 1 else { throw ConfigurationError([problem()]) }
    defer { yaml_event_delete(&event) }
    let mark = event.start_mark
    let place = Place(file: file, line: mark.line + 1, column: mark.column + 1)
    switch event.type {
    case YAML_ALIAS_EVENT:
      let name = event.data.alias.anchor.map { YAMLEvents.text($0) } ?? ""
      return Event(kind: .alias(name), place: place)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      return node(.scalar(text, isPlain: isPlain), place, mark, anchor: scalar.anchor, tag: scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.data.sequence_start
      return node(.sequence, place, mark, anchor: sequence.anchor, tag: sequence.tag)
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      return node(.mapping, place, mark, anchor: mapping.anchor, tag: mapping.tag)
    case YAML_SEQUENCE_END_EVENT: return Event(kind: .sequenceEnd, place: place)
    case YAML_MAPPING_END_EVENT: return Event(kind: .mappingEnd, place: place)
    case YAML_DOCUMENT_START_EVENT: return Event(kind: .start, place: place)
    // The start of the stream and the end of a document tell nothing.
    case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: return try next()
    default: return Event(kind: .end, place: place)
    }
  }

  private func node(
    _ kind: Event.Kind, _ place: Place, _ mark: yaml_mark_t, anchor: UnsafeMutablePointer<UInt8>?,
    tag: UnsafeMutablePointer<UInt8>?
  ) -> Event {
    // The tag `!` alone is forgotten by libyaml; a node starts at the first of its properties.
    let scalars = text.unicodeScalars
    cursor = scalars.index(cursor, offsetBy: mark.index - passed, limitedBy: scalars.endIndex) ?? scalars.endIndex
    passed = mark.index
    let isMarked = cursor < scalars.endIndex && scalars[cursor] == "!"
    return Event(kind: kind, place: place, anchor: anchor.map(YAMLEvents.text), isTagged: tag != nil || isMarked)
  }

  /// The text that libyaml ends with a 0.
  private static func text(_ bytes: UnsafeMutablePointer<UInt8>) -> String { String(cString: bytes) }

  // MARK: Problems

  private func problem() -> Problem {
    func problem(_ line: Int, _ column: Int, _ message: String, hint: String? = nil) -> Problem {
      Problem(place: Place(file: file, line: line, column: column), path: "", message: message, hint: hint)
    }
    let reason = parser.problem.map { "not valid YAML: " + String(cString: $0) } ?? "not valid YAML"
    if parser.error == YAML_READER_ERROR {
      let before = String(decoding: text.utf8.prefix(parser.problem_offset), as: UTF8.self)
      return problem(YAMLEvents.lines(of: before).count, 1, reason)
    }
    let mark = parser.problem_mark
    if reason.contains("Maximum nesting level") {
      return problem(mark.line + 1, mark.column + 1, YAMLText.tooDeep)
    }
    if parser.error == YAML_SCANNER_ERROR, startsWithTab(mark.line) {
      return problem(
        mark.line + 1, mark.column + 1, "not valid YAML: a tab cannot indent",
        hint: "indent with spaces; expand -t 2 \(SafeText.forShell(file)) prints the file with spaces for tabs")
    }
    return problem(
      mark.line + 1, mark.column + 1, reason, hint: "indent with spaces, and put text with ': ' or ' #' in quotes")
  }

  private func startsWithTab(_ line: Int) -> Bool {
    let lines = YAMLEvents.lines(of: text)
    return lines.indices.contains(line) && lines[line].first { $0 != " " } == "\t"
  }

  /// The lines as libyaml counts them.
  private static func lines(of text: String) -> [Substring.UnicodeScalarView] {
    var lines: [Substring.UnicodeScalarView] = []
    let scalars = text.unicodeScalars
    var start = scalars.startIndex
    var index = start
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      switch scalar {
      case "\n", "\u{85}", "\u{2028}", "\u{2029}",
        "\r" where next == scalars.endIndex || scalars[next] != "\n":
        lines.append(scalars[start..<index])
        start = next
      default: break
      }
      index = next
    }
    lines.append(scalars[start...])
    return lines
  }
}

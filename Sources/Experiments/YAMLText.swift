package import Configuration
import Yams

/// Turns YAML text into nodes with places. The one place that knows Yams.
///
/// Anchors, aliases, tags and merge keys are refused: what a file says stands where it is read.
package enum YAMLText {
  static let greatestSize = 4_000_000
  static let greatestNodeCount = 100_000
  static let greatestDepth = 100
  /// With more than these, values of values of values could grow out of all bounds before they are refused.
  static let greatestAliasCount = 20

  private static let reusedMessage = "anchors and aliases are not read"
  private static let reusedHint = "write the value out where it is used"

  package static func parse(_ text: String, file: String) throws(ConfigurationError) -> Configuration.Node {
    guard text.utf8.count <= greatestSize else {
      throw ConfigurationError([
        Problem(
          place: Place(file: file, line: 1, column: 1), path: "",
          message: "expected at most \(greatestSize / 1_000_000) MB of text, got \(text.utf8.count) bytes")
      ])
    }
    if let place = tooDeep(text, file) {
      throw ConfigurationError([Problem(place: place, path: "", message: "expected at most 100 levels of nesting")])
    }
    if let place = tooManyAliases(text, file) {
      throw ConfigurationError([Problem(place: place, path: "", message: reusedMessage, hint: reusedHint)])
    }
    let root: Yams.Node?
    do {
      root = try Yams.compose(yaml: text, .default, .default, .utf8)
    } catch {
      throw ConfigurationError([problem(error, file)])
    }
    let start = Place(file: file, line: 1, column: 1)
    guard let root else {
      throw ConfigurationError([Problem(place: start, path: "", message: "expected a mapping, got an empty file")])
    }
    let adapter = Adapter(text: text, file: file)
    let node = adapter.node(root)
    try adapter.diagnostics.check()
    return node ?? .mapping([], place: start)
  }

  /// Walks Yams' nodes and gathers what is refused.
  private final class Adapter {
    let diagnostics = Diagnostics()
    private let file: String
    private let lines: [[Unicode.Scalar]]
    private var count = 0

    init(text: String, file: String) {
      self.file = file
      lines = YAMLText.lines(of: text).map { Array($0) }
    }

    /// Nil after a problem; what lies below is then left alone.
    func node(_ node: Yams.Node) -> Configuration.Node? {
      let place = place(node.mark)
      count += 1
      guard count <= greatestNodeCount else {
        if count == greatestNodeCount + 1 {
          diagnostics.report(
            Problem(place: place, path: "", message: "expected at most \(greatestNodeCount) values in a file"))
        }
        return nil
      }
      guard !refuse(place) else { return nil }
      switch node {
      case .scalar(let scalar):
        return .scalar(text: scalar.string, isQuoted: scalar.style != .plain, place: place)
      case .sequence(let items):
        return .sequence(items.compactMap(self.node), place: place)
      case .mapping(let pairs):
        var keys: Set<String> = []
        return .mapping(
          pairs.compactMap(entry).filter { entry in
            if keys.insert(entry.key).inserted { return true }
            diagnostics.report(
              Problem(place: entry.place, path: "", message: "key given twice: \(entry.key)", hint: "keep one of them"))
            return false
          }, place: place)
      case .alias:
        return nil
      }
    }

    private func entry(_ key: Yams.Node, _ value: Yams.Node) -> Configuration.Node.Entry? {
      guard let read = self.node(key) else { return nil }
      guard case .scalar(let text, _, let place) = read else {
        diagnostics.report(Problem(place: read.place, path: "", message: "expected a word as key, got \(read.shown)"))
        return nil
      }
      if text == "<<" {
        diagnostics.report(
          Problem(place: place, path: "", message: "merge keys are not read", hint: "write the keys out"))
        return nil
      }
      return self.node(value).map { Configuration.Node.Entry(key: text, place: place, value: $0) }
    }

    /// A node with a property starts at the property: its first letter tells.
    private func refuse(_ place: Place) -> Bool {
      switch letter(at: place) {
      case "&", "*":
        diagnostics.report(Problem(place: place, path: "", message: reusedMessage, hint: reusedHint))
      case "!":
        diagnostics.report(
          Problem(place: place, path: "", message: "tags are not read", hint: "write the value without its tag"))
      default: return false
      }
      return true
    }

    private func letter(at place: Place) -> Unicode.Scalar? {
      guard lines.indices.contains(place.line - 1) else { return nil }
      let line = lines[place.line - 1]
      return line.indices.contains(place.column - 1) ? line[place.column - 1] : nil
    }

    private func place(_ mark: Mark?) -> Place { Place(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1) }
  }

  /// Where brackets or indentation nest deeper than any experiment does; the parser below would recurse as deep.
  private static func tooDeep(_ text: String, _ file: String) -> Place? {
    var line = 1
    var column = 0
    var brackets = 0
    var indent = 0
    var isIndent = true
    for byte in text.utf8 {
      column += 1
      switch byte {
      case UInt8(ascii: "\n"):
        (line, column, indent, isIndent) = (line + 1, 0, 0, true)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        brackets += 1
        isIndent = false
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        brackets = max(0, brackets - 1)
        isIndent = false
      case UInt8(ascii: " "): indent += isIndent ? 1 : 0
      case UInt8(ascii: "-"), UInt8(ascii: "?"): indent += isIndent ? 1 : 0
      default: isIndent = false
      }
      if brackets > greatestDepth || (isIndent && indent > 1000) {
        return Place(file: file, line: line, column: column)
      }
    }
    return nil
  }

  /// The lines as the parser below counts them.
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

  /// Where a word after more aliases than are let through starts; comments are passed over.
  private static func tooManyAliases(_ text: String, _ file: String) -> Place? {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return nil }
    var count = 0
    for (line, scalars) in lines(of: text).enumerated() {
      var last: Unicode.Scalar = " "
      for (column, scalar) in scalars.enumerated() {
        if scalar == "#", last == " " { break }
        if scalar == "*", " [{,:-?\t".unicodeScalars.contains(last) { count += 1 }
        if count > greatestAliasCount { return Place(file: file, line: line + 1, column: column + 1) }
        last = scalar
      }
    }
    return nil
  }

  private static func startsWithTab(_ text: String, line: Int) -> Bool {
    let lines = lines(of: text)
    return lines.indices.contains(line - 1) && lines[line - 1].first { $0 != " " } == "\t"
  }

  private static func problem(_ error: any Error, _ file: String) -> Problem {
    func problem(_ line: Int, _ column: Int, _ message: String, hint: String? = nil) -> Problem {
      Problem(place: Place(file: file, line: line, column: column), path: "", message: message, hint: hint)
    }
    switch error as? YamlError {
    case .scanner(_, _, let mark, let yaml) where startsWithTab(yaml, line: mark.line):
      return problem(mark.line, mark.column, "not valid YAML: a tab cannot indent", hint: "indent with spaces")
    case .scanner(_, let text, let mark, _), .parser(_, let text, let mark, _):
      return problem(
        mark.line, mark.column, "not valid YAML: \(text)",
        hint: "indent with spaces, and put text with ': ' or ' #' in quotes"
      )
    case .composer(nil, _, let mark, _):
      return problem(mark.line, mark.column, reusedMessage, hint: reusedHint)
    case .composer(_, _, let mark, _):
      return problem(mark.line, mark.column, "expected one document, got another after it", hint: "remove the line ---")
    case .duplicatedKeysInMapping(let keys, let context):
      return problem(
        context.mark.line, context.mark.column, "key given twice: \(keys.joined(separator: ", "))",
        hint: "keep one of them")
    case .reader(let text, let offset, _, let yaml):
      let line = lines(of: String(yaml.prefix(offset ?? 0))).count
      return problem(line, 1, "not valid YAML: \(text)")
    default:
      return problem(1, 1, "not valid YAML: \(error)")
    }
  }
}

import Configuration
import Yams

/// Turns YAML text into nodes with places. The one place that knows Yams.
///
/// Anchors, aliases, tags and merge keys are refused: what a file says stands where it is read.
enum YAMLText {
  static let greatestNodeCount = 100_000
  static let greatestDepth = 100

  static func parse(_ text: String, file: String) throws(ConfigurationError) -> Configuration.Node {
    if let place = tooDeep(text, file) {
      throw ConfigurationError([Problem(place: place, path: "", message: "expected at most 100 levels of nesting")])
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
    private let lines: [Substring.UnicodeScalarView]
    private var count = 0

    init(text: String, file: String) {
      self.file = file
      lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { $0 }
    }

    /// Nil after a problem; what lies below is then left alone.
    func node(_ node: Yams.Node) -> Configuration.Node? {
      let place = place(node.mark)
      count += 1
      guard count <= greatestNodeCount else {
        diagnostics.report(
          Problem(
            place: Place(file: file, line: 1, column: 1), path: "",
            message: "expected at most \(greatestNodeCount) values in a file"))
        return nil
      }
      guard !refuse(place) else { return nil }
      switch node {
      case .scalar(let scalar):
        return .scalar(text: scalar.string, isQuoted: scalar.style != .plain, place: place)
      case .sequence(let items):
        return .sequence(items.compactMap(self.node), place: place)
      case .mapping(let pairs):
        return .mapping(pairs.compactMap(entry), place: place)
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
      let what: String
      switch letter(at: place) {
      case "&", "*": what = "anchors and aliases are not read"
      case "!": what = "tags are not read"
      default: return false
      }
      diagnostics.report(Problem(place: place, path: "", message: what, hint: "write the value out where it is used"))
      return true
    }

    private func letter(at place: Place) -> Unicode.Scalar? {
      guard lines.indices.contains(place.line - 1) else { return nil }
      return lines[place.line - 1].dropFirst(place.column - 1).first
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

  private static func problem(_ error: any Error, _ file: String) -> Problem {
    func problem(_ mark: Mark, _ text: String) -> Problem {
      Problem(
        place: Place(file: file, line: mark.line, column: mark.column), path: "", message: "no YAML: \(text)",
        hint: "indent with spaces, and put text with ': ' or ' #' in quotes")
    }
    switch error as? YamlError {
    case .scanner(_, let text, let mark, _), .parser(_, let text, let mark, _), .composer(_, let text, let mark, _):
      return problem(mark, text)
    case .duplicatedKeysInMapping(let keys, let context):
      return Problem(
        place: Place(file: file, line: context.mark.line, column: context.mark.column), path: "",
        message: "key given twice: \(keys.joined(separator: ", "))")
    case .reader(let text, _, _, _):
      return Problem(place: Place(file: file, line: 1, column: 1), path: "", message: "no YAML: \(text)")
    default:
      return Problem(place: Place(file: file, line: 1, column: 1), path: "", message: "no YAML: \(error)")
    }
  }
}

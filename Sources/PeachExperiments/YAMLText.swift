package import PeachSupport

/// Turns YAML text into nodes with places.
///
/// An alias is the node that its anchor names, at that node's place: what is wrong with it is wrong there. Tags and merge
/// keys are refused. What nests too deep or holds too much, aliases counted as what they stand for, is refused where it
/// does, before more of it is read: time and memory grow with the text and the limit alone.
package enum YAMLText {
  static let greatestSize = 4_000_000
  static let greatestNodeCount = 100_000
  static let greatestDepth = 100
  static let tooDeep = "expected at most \(greatestDepth) mappings and lists inside each other"

  package static func parse(_ text: String, file: String) throws(ConfigurationError) -> Node {
    let start = Place(file: file, line: 1, column: 1)
    guard text.utf8.count <= greatestSize else {
      throw error(start, "expected at most \(greatestSize / 1_000_000) MB of text, got \(text.utf8.count) bytes")
    }
    let composer = Composer(YAMLEvents(text, file: file))
    guard let node = try composer.document() else { throw error(start, "expected keys and values, got an empty file") }
    return node
  }

  private static func error(_ place: Place, _ message: String, hint: String? = nil) -> ConfigurationError {
    ConfigurationError([Problem(place: place, path: "", message: message, hint: hint)])
  }

  /// Makes nodes of events, and gathers what is refused.
  private final class Composer {
    private let events: YAMLEvents
    private let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)
    private var count = 0
    private var depth = 0
    /// The deepest level that was reached, for the node that is being measured.
    private var deepest = 0
    private var anchors: [String: Anchor] = [:]

    /// A node that aliases stand for.
    private struct Anchor {
      var node: Node
      /// How many nodes it holds, itself included, and how many levels they nest.
      var count: Int
      var height: Int
    }

    init(_ events: YAMLEvents) { self.events = events }

    /// `nil` if there is none.
    func document() throws(ConfigurationError) -> Node? {
      guard case .start = try events.next().kind else { return nil }
      let node = try node(events.next())
      let after = try events.next()
      guard case .end = after.kind else {
        throw error(after.place, "expected one document, got another after it", hint: "remove the line ---")
      }
      try diagnostics.check()
      return node
    }

    /// The node that an event begins, read to its end.
    private func node(_ event: YAMLEvents.Event) throws(ConfigurationError) -> Node {
      if case .alias(let name) = event.kind { return try shared(name, event.place) }
      guard let name = event.anchor else { return try fresh(event) }
      let (countBefore, deepestBefore) = (count, deepest)
      deepest = depth
      let node = try fresh(event)
      anchors[name] = Anchor(node: node, count: count - countBefore, height: deepest - depth)
      deepest = max(deepest, deepestBefore)
      return node
    }

    private func fresh(_ event: YAMLEvents.Event) throws(ConfigurationError) -> Node {
      let place = event.place
      try count(1, place)
      let read: Node =
        switch event.kind {
        case .scalar(let text, let isPlain): .scalar(text: text, isQuoted: !isPlain, place: place)
        case .sequence: .sequence(try within(event) { () throws(ConfigurationError) in try items() }, place: place)
        case .mapping: .mapping(try within(event) { () throws(ConfigurationError) in try entries() }, place: place)
        default: .refused(place: place)
        }
      guard event.isTagged else { return read }
      report(place, "tags are not allowed", hint: "write the value without its tag")
      return .refused(place: place)
    }

    /// The node to which an alias refers.
    private func shared(_ name: String, _ place: Place) throws(ConfigurationError) -> Node {
      guard let anchor = anchors[name] else {
        try count(1, place)
        report(
          place, "*\(SafeText.cut(name)) refers to a name that no earlier value has",
          hint: "name a value before the alias, and outside of it: &\(SafeText.cut(name)) {…}")
        return .refused(place: place)
      }
      try count(anchor.count, place, hint: "an alias (*name) counts as all the values that it stands for")
      deepest = max(deepest, depth + anchor.height)
      guard depth + anchor.height <= greatestDepth else { throw error(place, tooDeep) }
      return anchor.node
    }

    private func count(_ nodes: Int, _ place: Place, hint: String? = nil) throws(ConfigurationError) {
      count += nodes
      guard count <= greatestNodeCount else {
        throw error(place, "expected at most \(greatestNodeCount) values in a file", hint: hint)
      }
    }

    private func within<T>(
      _ event: YAMLEvents.Event, _ read: () throws(ConfigurationError) -> T
    ) throws(ConfigurationError) -> T {
      depth += 1
      deepest = max(deepest, depth)
      defer { depth -= 1 }
      guard depth <= greatestDepth else { throw error(event.place, tooDeep) }
      return try read()
    }

    private func items() throws(ConfigurationError) -> [Node] {
      var items: [Node] = []
      while true {
        let event = try events.next()
        if case .sequenceEnd = event.kind { return items }
        items.append(try node(event))
      }
    }

    private func entries() throws(ConfigurationError) -> [Node.Entry] {
      var entries: [Node.Entry] = []
      var keys: Set<String> = []
      while true {
        let event = try events.next()
        if case .mappingEnd = event.kind { return entries }
        let key = try node(event)
        let value = try node(events.next())
        guard let text = word(key) else { continue }
        if keys.insert(text).inserted {
          entries.append(Node.Entry(key: text, place: key.place, value: value))
        } else {
          report(key.place, "key given twice: \(SafeText.cut(text))", hint: "keep one of them")
        }
      }
    }

    /// Nil after a problem.
    private func word(_ key: Node) -> String? {
      switch key {
      case .refused: return nil
      case .scalar("<<", _, let place):
        report(place, "merge keys are not allowed", hint: "write the keys out; single values can be shared: key: *name")
      case .scalar(let text, _, _): return text
      default: report(key.place, "expected a word as key, got \(key.shown)")
      }
      return nil
    }

    private func report(_ place: Place, _ message: String, hint: String? = nil) {
      diagnostics.report(Problem(place: place, path: "", message: message, hint: hint))
    }
  }
}

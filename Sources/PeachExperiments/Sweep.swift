import PeachSimulation
import PeachSupport

/// A scalar that an experiment varies, in its place in the file. Several with one path are a named sweep, and have the
/// same value everywhere.
struct Sweep {
  /// One of its values, with the scalar that stands for it.
  struct Choice {
    var value: Value
    var node: Node

    /// The value as it stands in columns and paths.
    var text: String { node.text ?? "" }
  }

  /// The dotted path with names instead of list positions: `listeners.musician.jnd`; of a named sweep its name.
  var path: String
  /// The way from the owner's node to the scalar.
  var steps: [NodeStep]
  var choices: [Choice]
  /// The place of `vary` or of the sweep's name.
  var place: Place

  /// The list of its values.
  var values: Value { .list(choices.map(\.value)) }

  /// Whether it is a use of a named sweep.
  var isNamed: Bool { VariedColumn.isName(path) }

  /// How it stands in a resolved file.
  var resolved: Value {
    .mapping([isNamed ? Value.Field(NamedSweeps.key, .text(path)) : Value.Field("vary", values)])
  }

  var column: String { VariedColumn.name(of: path) }
}

/// One step down into a node.
enum NodeStep: Hashable {
  case key(String)
  case index(Int)
}

extension Sweep {
  /// Finds the sweeps below a node of a task, a listener, a strategy or a stop. What is wrong with one is reported, and the
  /// node that comes back has a refused value in its place.
  static func find(in node: Node, path: String, diagnostics: Diagnostics) -> (node: Node, sweeps: [Sweep]) {
    var found: [Sweep] = []
    func walk(_ node: Node, _ path: String, _ steps: [NodeStep]) -> Node {
      switch node {
      case .scalar, .refused: return node
      case .sequence(let items, let place):
        return .sequence(
          items.enumerated().map { walk($1, "\(path).\($0 + 1)", steps + [.index($0)]) }, place: place)
      case .mapping(let entries, let place):
        guard let vary = entries.first(where: { $0.key == "vary" }) else {
          return .mapping(
            entries.map { entry in
              Node.Entry(
                key: entry.key, place: entry.place,
                value: walk(entry.value, "\(path).\(entry.key)", steps + [.key(entry.key)]))
            }, place: place)
        }
        if let problem = forbidden(steps) {
          diagnostics.report(
            Problem(
              place: vary.place, path: path, message: problem, hint: "write one entry for each value instead"))
          return .refused(place: place)
        }
        guard let choices = choices(of: node, path, diagnostics) else { return .refused(place: place) }
        found.append(
          Sweep(
            path: entries.first { $0.key == NamedSweeps.key }?.value.text ?? path, steps: steps, choices: choices,
            place: vary.place))
        return node
      }
    }
    return (walk(node, path, []), found)
  }

  /// The hint for a list instead of one value: a sweep over the list, if the value may vary.
  static func hintForList(_ path: String, _ items: [Node]) -> String? {
    let steps = path.split(separator: ".")
    let texts = items.compactMap(\.text)
    guard steps.count > 1, let first = steps.first, let key = steps.last, texts.count == items.count, !texts.isEmpty,
      NamedSweeps.parts.contains(String(first)), !["name", "kind"].contains(key), !steps.contains("vary")
    else { return nil }
    let list = texts.joined(separator: ", ")
    return list.count > longestList
      ? nil : "to simulate each of these values, write \(key): {vary: [\(SafeText.line(list))]}"
  }

  /// The longest list, in characters, that a hint repeats.
  private static let longestList = 300

  private static func forbidden(_ steps: [NodeStep]) -> String? {
    switch steps.last {
    case nil: "only single values can be varied, not lists or mappings"
    case .key("name") where steps.count == 1, .key("kind"): "a name or a kind cannot be varied"
    default: nil
    }
  }

  /// The root of an experiment with a refused value for each sweep outside `parts`, where nothing varies.
  static func refusing(in root: Node, except parts: [String], diagnostics: Diagnostics) -> Node {
    func walk(_ node: Node, _ path: String) -> Node {
      switch node {
      case .scalar, .refused: return node
      case .sequence(let items, let place):
        return .sequence(items.enumerated().map { walk($1, "\(path)[\($0 + 1)]") }, place: place)
      case .mapping(let entries, let place):
        if !path.isEmpty, let vary = entries.first(where: { $0.key == "vary" || $0.key == NamedSweeps.key }) {
          diagnostics.report(
            Problem(
              place: vary.place, path: path, message: "this value cannot be varied",
              hint: "only keys of task, listeners, strategies and stop can be varied"))
          return .refused(place: place)
        }
        return .mapping(
          entries.map { entry in
            if path.isEmpty, parts.contains(entry.key) { return entry }
            let below = path.isEmpty ? entry.key : "\(path).\(entry.key)"
            return Node.Entry(key: entry.key, place: entry.place, value: walk(entry.value, below))
          }, place: place)
      }
    }
    return walk(root, "")
  }

  private static func choices(of node: Node, _ path: String, _ diagnostics: Diagnostics) -> [Choice]? {
    Reader.read(node, path: path, diagnostics: diagnostics) { reader -> [Choice]? in
      let parameter = Parameter(
        name: "vary", kind: .section, fallback: nil, meaning: "Values to vary: a list, or {from, to, count, spacing}")
      // Whose sweep it is, where it has a name.
      if reader.has(NamedSweeps.key) { _ = reader.optionalText(NamedSweeps.key, "") }
      guard let list = reader.node(parameter, required: true) else { return nil }
      return choices(in: list, of: "vary", reader)
    } ?? nil
  }

  /// The values that a list or {from, to, count, spacing} stands for, under a key of `reader`; nil after a problem.
  static func choices(in list: Node, of key: String, _ reader: Reader) -> [Choice]? {
    switch list {
    case .sequence(let items, _): return listed(items, key, reader)
    case .mapping:
      let path = reader.path + "." + key
      let values = Reader.read(list, path: path, diagnostics: reader.diagnostics, Reader.spaced) ?? nil
      return values.map(readable)?.map { value in
        Choice(value: .number(value), node: .scalar(text: value.shortest, isQuoted: false, place: list.place))
      }
    case .scalar, .refused:
      reader.report(
        "expected a list, or {from, to, count, spacing}, got \(list.shown)", at: key, hint: "\(key): [5, 10, 20]")
      return nil
    }
  }

  /// Values of more than six digits between the ends, with four digits, or as many as change none by more than half a
  /// percent of its distance from the next value: 7.248 instead of 7.2477966367769553.
  private static func readable(_ values: [Double]) -> [Double] {
    values.enumerated().map { place, value in
      guard place > 0, place < values.count - 1, value != value.rounded(toDigits: 6) else { return value }
      let distance = min(abs(value - values[place - 1]), abs(values[place + 1] - value))
      return (4...17).lazy.map { value.rounded(toDigits: $0) }.first { abs($0 - value) <= distance / 200 } ?? value
    }
  }

  private static func listed(_ items: [Node], _ key: String, _ reader: Reader) -> [Choice]? {
    var choices: [Choice] = []
    var texts: Set<String> = []
    for item in items {
      func report(_ message: String, hint: String? = nil) {
        reader.diagnostics.report(
          Problem(place: item.place, path: "\(reader.path).\(key)", message: message, hint: hint))
      }
      guard let choice = choice(item) else {
        let isSweep = item["vary"] != nil || item[NamedSweeps.key] != nil
        report(
          "expected numbers or words to vary over, got \(isSweep ? "a sweep" : item.shown)",
          hint: isSweep ? "put {vary: […]} or {sweep: NAME} in place of the whole value" : nil)
        return nil
      }
      if !texts.insert(choice.text).inserted {
        report("expected each value once, got \(item.shown) twice")
        return nil
      }
      choices.append(choice)
    }
    if choices.isEmpty {
      reader.report("expected at least one value to vary over, got an empty list", at: key)
      return nil
    }
    return choices
  }

  /// A listed value; `nil` if it is no scalar. What is quoted stays text.
  private static func choice(_ item: Node) -> Choice? {
    guard case .scalar(let text, let isQuoted, let place) = item else { return nil }
    if let number = item.plainText.flatMap(NumberGrammar.double) {
      return Choice(value: .number(number), node: .scalar(text: number.shortest, isQuoted: false, place: place))
    }
    let isFlag = !isQuoted && (text == "true" || text == "false")
    return Choice(value: isFlag ? .flag(text == "true") : .text(text), node: item)
  }
}

extension Node {
  /// This node with the scalar at the end of `steps` replaced.
  func replacing(_ steps: ArraySlice<NodeStep>, with scalar: Node) -> Node {
    guard let step = steps.first else { return scalar }
    switch (self, step) {
    case (.sequence(var items, let place), .index(let index)):
      items[index] = items[index].replacing(steps.dropFirst(), with: scalar)
      return .sequence(items, place: place)
    case (.mapping(var entries, let place), .key(let key)):
      for index in entries.indices where entries[index].key == key {
        entries[index].value = entries[index].value.replacing(steps.dropFirst(), with: scalar)
      }
      return .mapping(entries, place: place)
    default:
      return self
    }
  }
}

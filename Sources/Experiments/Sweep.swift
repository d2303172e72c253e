import Configuration
import Glibc
import Simulation

/// A scalar that an experiment varies, in its place in the file.
struct Sweep {
  /// One of its values, with the scalar that stands for it.
  struct Choice {
    var value: Value
    var node: Node

    /// The value as it stands in columns and paths.
    var text: String { node.text ?? "" }
  }

  /// The dotted path with names in the place of list positions: `listeners.musician.jnd`.
  var path: String
  /// The way from the owner's node to the scalar.
  var steps: [NodeStep]
  var choices: [Choice]

  var values: [Value] { choices.map(\.value) }

  var column: String { VariedColumn.name(of: path) }
}

/// One step down into a node.
enum NodeStep: Hashable {
  case key(String)
  case index(Int)
}

extension Sweep {
  /// Finds the sweeps below a node of a task, a listener or a strategy. What is wrong with one is reported, and the
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
              place: vary.place, path: path, message: problem, hint: "list one entry for each instead"))
          return .refused(place: place)
        }
        guard let choices = choices(of: node, path, diagnostics) else { return .refused(place: place) }
        found.append(Sweep(path: path, steps: steps, choices: choices))
        return node
      }
    }
    return (walk(node, path, []), found)
  }

  private static func forbidden(_ steps: [NodeStep]) -> String? {
    switch steps.last {
    case nil: "only single values can vary"
    case .key("name") where steps.count == 1, .key("kind"): "a name or kind cannot vary"
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
        if !path.isEmpty, let vary = entries.first(where: { $0.key == "vary" }) {
          diagnostics.report(
            Problem(
              place: vary.place, path: path, message: "this cannot vary",
              hint: "only parameters of task, listeners and strategies vary"))
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
        name: "vary", kind: .section, fallback: nil, meaning: "The values: a list, or {from, to, count, spacing}")
      guard let list = reader.node(parameter, required: true) else { return nil }
      switch list {
      case .sequence(let items, _): return listed(items, reader)
      case .mapping:
        let values = Reader.read(list, path: path + ".vary", diagnostics: diagnostics, Reader.spaced) ?? nil
        return values?.map { value in
          Choice(value: .number(value), node: .scalar(text: value.shortest, isQuoted: false, place: node.place))
        }
      case .scalar, .refused:
        reader.report(
          "expected a list, or {from, to, count, spacing}, got \(list.shown)", at: "vary", hint: "vary: [5, 10, 20]")
        return nil
      }
    } ?? nil
  }

  private static func listed(_ items: [Node], _ reader: Reader) -> [Choice]? {
    var choices: [Choice] = []
    var texts: Set<String> = []
    for item in items {
      func report(_ message: String) {
        reader.diagnostics.report(Problem(place: item.place, path: reader.path + ".vary", message: message))
      }
      guard let choice = choice(item) else {
        report("expected numbers or words to vary over, got \(item.shown)")
        return nil
      }
      if !texts.insert(choice.text).inserted {
        report("expected each value once, got \(item.shown) twice")
        return nil
      }
      choices.append(choice)
    }
    if choices.isEmpty {
      reader.report("expected at least one value to vary over, got an empty list", at: "vary")
      return nil
    }
    return choices
  }

  /// A listed value; nil where it is no scalar. What is quoted stays text.
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

import Configuration
import Glibc
import Simulation

/// A scalar that an experiment varies, in its place in the file.
struct Sweep {
  /// The dotted path with names in the place of list positions: `listeners.musician.jnd`.
  var path: String
  /// The way from the owner's node to the scalar.
  var steps: [NodeStep]
  var values: [Value]

  /// The values as they stand in columns and paths.
  var texts: [String] {
    values.map { value in if case .text(let text) = value { text } else { value.json() } }
  }

  var column: String { VariedColumn.name(of: path) }
}

/// One step down into a node.
enum NodeStep: Hashable {
  case key(String)
  case index(Int)
}

extension Sweep {
  /// Finds the sweeps below a node of a task, a listener or a strategy.
  static func find(in node: Node, path: String, diagnostics: Diagnostics) -> [Sweep] {
    var found: [Sweep] = []
    func walk(_ node: Node, _ path: String, _ steps: [NodeStep]) {
      switch node {
      case .scalar: break
      case .sequence(let items, _):
        for (index, item) in items.enumerated() { walk(item, "\(path).\(index + 1)", steps + [.index(index)]) }
      case .mapping(let entries, _):
        if let vary = entries.first(where: { $0.key == "vary" }) {
          if case .key("name") = steps.last, steps.count == 1 {
            return forbid(vary, path, diagnostics)
          }
          if case .key("kind") = steps.last { return forbid(vary, path, diagnostics) }
          if let values = values(of: node, path, diagnostics) {
            found.append(Sweep(path: path, steps: steps, values: values))
          }
          return
        }
        for entry in entries { walk(entry.value, "\(path).\(entry.key)", steps + [.key(entry.key)]) }
      }
    }
    walk(node, path, [])
    return found
  }

  private static func forbid(_ entry: Node.Entry, _ path: String, _ diagnostics: Diagnostics) {
    diagnostics.report(
      Problem(
        place: entry.place, path: path, message: "a name or kind cannot vary",
        hint: "list one entry for each instead"))
  }

  private static func values(of node: Node, _ path: String, _ diagnostics: Diagnostics) -> [Value]? {
    Reader.read(node, path: path, diagnostics: diagnostics) { reader -> [Value]? in
      let parameter = Parameter(
        name: "vary", kind: .section, fallback: nil, meaning: "The values: a list, or {from, to, count, spacing}")
      guard let list = reader.node(parameter, required: true) else { return nil }
      switch list {
      case .sequence(let items, _): return listed(items, reader)
      case .mapping:
        return Reader.read(list, path: path + ".vary", diagnostics: diagnostics, spaced) ?? nil
      case .scalar:
        reader.report(
          "expected a list, or {from, to, count, spacing}, got \(list.shown)", at: "vary", hint: "vary: [5, 10, 20]")
        return nil
      }
    } ?? nil
  }

  private static func listed(_ items: [Node], _ reader: Reader) -> [Value]? {
    var values: [Value] = []
    for item in items {
      guard case .scalar(let text, let isQuoted, _) = item else {
        reader.report("expected numbers or words to vary over, got \(item.shown)", at: "vary")
        return nil
      }
      let number = isQuoted ? nil : NumberGrammar.double(text)
      let value = number.map(Value.number) ?? .text(text)
      if values.contains(value) {
        reader.report("expected each value once, got '\(text)' twice", at: "vary")
        return nil
      }
      values.append(value)
    }
    if values.isEmpty {
      reader.report("expected at least one value to vary over, got an empty list", at: "vary")
      return nil
    }
    return values
  }

  private static func spaced(_ reader: Reader) -> [Value]? {
    let from = reader.number("from", unit: "", "The first value")
    let to = reader.number("to", unit: "", "The last value, exact")
    let count = reader.integer("count", in: 2...10_000, "How many values")
    let isLog = reader.choice("spacing", from: ["linear", "log"], default: "linear", "linear or log") == "log"
    if isLog, from <= 0 || to <= 0 {
      reader.report("expected values > 0 with spacing log", at: from <= 0 ? "from" : "to")
      return nil
    }
    if from == to {
      reader.report("expected another value than from, got \(to.shortest)", at: "to")
      return nil
    }
    return (0..<count).map { index in
      let share = Double(index) / Double(count - 1)
      let value = isLog ? from * pow(to / from, share) : from + (to - from) * share
      return .number(index == 0 ? from : index == count - 1 ? to : value)
    }
  }
}

extension Node {
  /// This node with the scalar at the end of `steps` replaced.
  func replacing(_ steps: ArraySlice<NodeStep>, with text: String) -> Node {
    guard let step = steps.first else { return .scalar(text: text, isQuoted: false, place: place) }
    switch (self, step) {
    case (.sequence(var items, let place), .index(let index)):
      items[index] = items[index].replacing(steps.dropFirst(), with: text)
      return .sequence(items, place: place)
    case (.mapping(var entries, let place), .key(let key)):
      for index in entries.indices where entries[index].key == key {
        entries[index].value = entries[index].value.replacing(steps.dropFirst(), with: text)
      }
      return .mapping(entries, place: place)
    default:
      return self
    }
  }
}

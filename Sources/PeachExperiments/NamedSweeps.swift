import PeachSimulation
import PeachSupport

/// The sweeps that an experiment names at the top, to use as often as wished: `sweeps: {lapse: [0, 0.02]}` there, and
/// `{sweep: lapse}` instead of any scalar that may vary. Wherever it stands a cell has the same value.
struct NamedSweeps {
  static let section = "sweeps"
  /// The key that replaces a value.
  static let key = "sweep"
  /// The parts of a file in which values vary.
  static let parts = ["task", "listeners", "strategies", "stop"]

  private struct Named {
    var name: String
    var place: Place
    /// `nil` if they are wrong.
    var choices: [Sweep.Choice]?
  }

  private let all: [Named]
  private let diagnostics: Diagnostics

  /// Reads them from the root of an experiment.
  private init(of root: Node, diagnostics: Diagnostics) {
    self.diagnostics = diagnostics
    var all: [Named] = []
    if let node = root[NamedSweeps.section] {
      _ = Reader.read(node, path: NamedSweeps.section, diagnostics: diagnostics) { reader in
        all = reader.dataKeys().compactMap { entry in NamedSweeps.named(entry, reader) }
      }
    }
    self.all = all
  }

  private static func named(_ entry: Node.Entry, _ reader: Reader) -> Named? {
    guard Reader.isName(entry.key), !entry.key.contains(".") else {
      reader.diagnostics.report(
        Problem(
          place: entry.place, path: section, message: "expected a name, got \(SafeText.quoted(entry.key))",
          hint: "the name of a sweep starts with a letter or digit and continues with letters, digits, '+', '_', '-'"))
      return nil
    }
    return Named(
      name: entry.key, place: entry.place, choices: Sweep.choices(in: list(entry.value), of: entry.key, reader))
  }

  /// A `vary` around the values says nothing more.
  private static func list(_ node: Node) -> Node {
    guard case .mapping(let entries, _) = node, entries.count == 1, entries[0].key == "vary" else { return node }
    return entries[0].value
  }

  /// The root of an experiment with a `vary` of its values, which keeps its name, instead of every use of a named
  /// sweep. What is used and not named, or named and not used, is reported.
  static func inserted(in root: Node, diagnostics: Diagnostics) -> Node {
    let sweeps = NamedSweeps(of: root, diagnostics: diagnostics)
    guard case .mapping(let entries, let place) = root else { return root }
    var used: Set<String> = []
    let inserted = Node.mapping(
      entries.map { entry in
        guard parts.contains(entry.key) else { return entry }
        return Node.Entry(
          key: entry.key, place: entry.place, value: sweeps.inserted(in: entry.value, entry.key, &used))
      }, place: place)
    for sweep in sweeps.all where !used.contains(sweep.name) {
      diagnostics.report(
        Problem(
          place: sweep.place, path: "\(section).\(sweep.name)", message: "no value of the file uses this sweep",
          hint:
            "write {sweep: \(sweep.name)} instead of a value of \(parts.joined(separator: ", ")), or leave it out"
        ))
    }
    return inserted
  }

  /// Declares them where the rest of the file is read.
  static func declare(_ root: Reader) {
    let parameter = Parameter(
      name: section, kind: .section, fallback: "none",
      meaning:
        "Named lists of values to vary; each is a list or {from, to, count, spacing}. Write {sweep: NAME} where a "
        + "value shall vary")
    _ = root.node(parameter, required: false)
  }

  private func inserted(in node: Node, _ path: String, _ used: inout Set<String>) -> Node {
    switch node {
    case .scalar, .refused: return node
    case .sequence(let items, let place):
      var inner: [Node] = []
      for (index, item) in items.enumerated() {
        let name = item["name"]?.text
        let below = name.map { "\(path).\($0)" } ?? "\(path)[\(index + 1)]"
        inner.append(inserted(in: item, below, &used))
      }
      return .sequence(inner, place: place)
    case .mapping(let entries, let place):
      if let use = entries.first(where: { $0.key == NamedSweeps.key }) {
        return replaced(use, alone: entries.count == 1, path, place, &used)
      }
      // A list that varies has another message.
      if entries.contains(where: { $0.key == "vary" }) { return node }
      var inner = entries
      for index in inner.indices {
        inner[index].value = inserted(in: inner[index].value, "\(path).\(inner[index].key)", &used)
      }
      return .mapping(inner, place: place)
    }
  }

  private func replaced(
    _ use: Node.Entry, alone: Bool, _ path: String, _ place: Place, _ used: inout Set<String>
  ) -> Node {
    func report(_ place: Place, _ message: String, hint: String) {
      diagnostics.report(Problem(place: place, path: path, message: message, hint: hint))
    }
    guard let name = use.value.text else {
      report(
        use.value.place, "expected the name of a sweep, got \(use.value.shown)",
        hint: "write {sweep: NAME}, and at the top of the file sweeps: {NAME: [5, 10, 20]}")
      return .refused(place: place)
    }
    guard let sweep = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name)
      report(
        use.value.place, "no sweep is named \(SafeText.quoted(name))",
        hint: NearestName.hint(for: name, among: names, listing: "sweeps here")
          ?? "state its values at the top: sweeps: {\(SafeText.cut(name)): [5, 10, 20]}")
      return .refused(place: place)
    }
    used.insert(name)
    guard alone else {
      report(use.place, "expected {sweep: \(name)} only, got other keys too", hint: "leave out the other keys")
      return .refused(place: place)
    }
    guard let choices = sweep.choices else { return .refused(place: place) }
    return .mapping(
      [
        Node.Entry(key: "vary", place: use.place, value: .sequence(choices.map(\.node), place: use.value.place)), use,
      ], place: place)
  }
}

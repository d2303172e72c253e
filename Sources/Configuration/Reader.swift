/// Reads one mapping of a configuration file. Each key is read once, and that call declares the parameter: name, unit,
/// bounds, default, meaning. From it come decoding, the problems of a file, the resolved file and `peach list`.
///
/// A problem does not stop the reading: a value inside the bounds stands in, so that all problems are found in one go.
public final class Reader {
  /// What was declared, in order; parts of a section with dotted names, of a list with `[]` after its name.
  public private(set) var parameters: [Parameter] = []
  /// What was understood, defaults filled in.
  public private(set) var resolved: [Value.Field] = []
  public let path: String
  public let place: Place
  public let diagnostics: Diagnostics
  /// True while parameters are only listed: there is no file, and nothing is missing.
  public let isDescribing: Bool
  private let entries: [Node.Entry]
  private var declared: [String] = []
  /// What is missing, and the keys that would have mended it.
  private var missing: [(names: [String], problem: Problem)] = []
  /// The keys whose values are wrong: nothing that follows from a stand-in is reported of them.
  private var wrong: Set<String> = []

  private init(path: String, place: Place, diagnostics: Diagnostics, isDescribing: Bool, entries: [Node.Entry]) {
    self.path = path
    self.place = place
    self.diagnostics = diagnostics
    self.isDescribing = isDescribing
    self.entries = entries
  }

  /// Reads `node` with `body`, then reports every key that `body` did not declare, and those that are missing. Nil where
  /// the node is no mapping.
  public static func read<T>(
    _ node: Node, path: String, diagnostics: Diagnostics, _ body: (Reader) -> T
  ) -> T? {
    guard case .mapping(let entries, let place) = node else {
      if !node.isRefused {
        diagnostics.report(
          Problem(place: node.place, path: path, message: "expected a mapping, got \(node.shown)"))
      }
      return nil
    }
    let reader = Reader(path: path, place: place, diagnostics: diagnostics, isDescribing: false, entries: entries)
    let result = body(reader)
    reader.reportKeys()
    return result
  }

  /// The parameters that `body` declares.
  public static func describe(_ body: (Reader) -> Void) -> [Parameter] {
    let reader = Reader(
      path: "", place: Place(file: "", line: 1, column: 1), diagnostics: Diagnostics(), isDescribing: true,
      entries: [])
    body(reader)
    return reader.parameters
  }

  // MARK: Scalars

  /// A required number.
  public func number(
    _ name: String, unit: String, in bounds: Bounds = .finite, _ meaning: String, source: String? = nil
  ) -> Double {
    number(name, unit, bounds, fallback: nil, required: true, meaning, source) ?? bounds.sample
  }

  /// A number with a default.
  public func number(
    _ name: String, unit: String, in bounds: Bounds = .finite, default fallback: Double, _ meaning: String,
    source: String? = nil
  ) -> Double {
    number(name, unit, bounds, fallback: fallback, required: false, meaning, source) ?? fallback
  }

  /// A number that may be left out.
  public func optionalNumber(
    _ name: String, unit: String, in bounds: Bounds = .finite, _ meaning: String, source: String? = nil
  ) -> Double? {
    number(name, unit, bounds, fallback: nil, required: false, meaning, source)
  }

  private func number(
    _ name: String, _ unit: String, _ bounds: Bounds, fallback: Double?, required: Bool, _ meaning: String,
    _ source: String?
  ) -> Double? {
    let parameter = Parameter(
      name: name, kind: .number(bounds), unit: unit, fallback: fallback?.shortest ?? (required ? nil : "none"),
      meaning: meaning, source: source)
    guard let node = declare(parameter, required: required) else {
      if let fallback { resolve(name, .number(fallback)) }
      return nil
    }
    guard let text = node.plainText, let value = NumberGrammar.double(text), bounds.contains(value) else {
      complain(parameter, node)
      return nil
    }
    resolve(name, .number(value))
    return value
  }

  /// A whole number; required without a default.
  public func integer(
    _ name: String, unit: String = "", in range: ClosedRange<Int>, default fallback: Int? = nil, _ meaning: String,
    source: String? = nil
  ) -> Int {
    integer(name, unit, range, fallback: fallback, required: fallback == nil, meaning, source)
      ?? fallback ?? range.lowerBound
  }

  /// A whole number that may be left out.
  public func optionalInteger(
    _ name: String, unit: String = "", in range: ClosedRange<Int>, _ meaning: String, source: String? = nil
  ) -> Int? {
    integer(name, unit, range, fallback: nil, required: false, meaning, source)
  }

  private func integer(
    _ name: String, _ unit: String, _ range: ClosedRange<Int>, fallback: Int?, required: Bool, _ meaning: String,
    _ source: String?
  ) -> Int? {
    let parameter = Parameter(
      name: name, kind: .integer(range), unit: unit, fallback: fallback.map(String.init) ?? (required ? nil : "none"),
      meaning: meaning, source: source)
    guard let node = declare(parameter, required: required) else {
      if let fallback { resolve(name, .integer(fallback)) }
      return nil
    }
    guard let text = node.plainText, let value = NumberGrammar.integer(text), range.contains(value) else {
      complain(parameter, node)
      return nil
    }
    resolve(name, .integer(value))
    return value
  }

  /// A seed, 0…2^64 − 1.
  public func seed(_ name: String, _ meaning: String) -> UInt64 {
    let parameter = Parameter(name: name, kind: .integer(0...Int.max), fallback: nil, meaning: meaning)
    let expected = "a whole number from 0 to \(UInt64.max)"
    guard let node = declare(parameter, required: false) else {
      if !isDescribing { reportMissing(name, expected: expected) }
      return 0
    }
    guard let text = node.plainText, let value = NumberGrammar.unsigned(text) else {
      report("expected \(expected), got \(node.shown)", at: node, name)
      return 0
    }
    resolve(name, .unsigned(value))
    return value
  }

  /// One of several words; required without a default.
  public func choice(
    _ name: String, from names: [String], default fallback: String? = nil, _ meaning: String, source: String? = nil
  ) -> String {
    choice(name, names, fallback: fallback, meaning, source) ?? fallback ?? names.first ?? ""
  }

  /// One of several words on which the meaning of the other keys depends; nil after a problem.
  public func requiredChoice(
    _ name: String, from names: [String], _ meaning: String, source: String? = nil
  ) -> String? {
    choice(name, names, fallback: nil, meaning, source)
  }

  private func choice(
    _ name: String, _ names: [String], fallback: String?, _ meaning: String, _ source: String?
  ) -> String? {
    let parameter = Parameter(name: name, kind: .choice(names), fallback: fallback, meaning: meaning, source: source)
    guard let node = declare(parameter, required: fallback == nil) else {
      if let fallback { resolve(name, .text(fallback)) }
      return nil
    }
    guard let text = node.text, names.contains(text) else {
      complain(
        parameter, node, hint: node.text.flatMap { NearestName.of($0, among: names) }.map { "did you mean '\($0)'?" })
      return nil
    }
    resolve(name, .text(text))
    return text
  }

  /// One of the cases of an enumeration; required without a default.
  public func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, default fallback: Choice? = nil, _ meaning: String, source: String? = nil
  ) -> Choice {
    let names = Choice.allCases.map(\.rawValue)
    let text = choice(name, from: names, default: fallback?.rawValue, meaning, source: source)
    return Choice(rawValue: text) ?? Choice.allCases[Choice.allCases.startIndex]
  }

  public func flag(_ name: String, default fallback: Bool, _ meaning: String, source: String? = nil) -> Bool {
    let parameter = Parameter(
      name: name, kind: .flag, fallback: fallback ? "true" : "false", meaning: meaning, source: source)
    let node = declare(parameter, required: false)
    guard let node else {
      resolve(name, .flag(fallback))
      return fallback
    }
    guard let text = node.plainText, text == "true" || text == "false" else {
      complain(parameter, node)
      return fallback
    }
    resolve(name, .flag(text == "true"))
    return text == "true"
  }

  /// Free text; nil where it is left out.
  public func optionalText(_ name: String, _ meaning: String) -> String? {
    let parameter = Parameter(name: name, kind: .text, fallback: "none", meaning: meaning)
    guard let node = declare(parameter, required: false) else { return nil }
    guard let text = node.text else {
      complain(parameter, node)
      return nil
    }
    resolve(name, .text(text))
    return text
  }

  /// A name: `[A-Za-z0-9][A-Za-z0-9+._-]*`, since it becomes part of columns and paths.
  public func name(_ key: String, _ meaning: String) -> String {
    let parameter = Parameter(name: key, kind: .text, fallback: nil, meaning: meaning)
    guard let node = declare(parameter, required: false) else {
      if !isDescribing { reportMissing(key, expected: "a name") }
      return ""
    }
    guard let text = node.text, Reader.isName(text) else {
      report(
        "expected a name, got \(node.shown)", at: node, key,
        hint: "a name starts with a letter or digit and goes on with letters, digits, '+', '.', '_', '-'")
      return ""
    }
    resolve(key, .text(text))
    return text
  }

  public static func isName(_ text: String) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    guard let first = text.utf8.first, isWord(first) else { return false }
    return text.utf8.allSatisfy { isWord($0) || "+._-".utf8.contains($0) }
  }

  // MARK: Lists and sections

  /// A list of numbers, `count` of them where that is stated; nil where it is left out or wrong.
  public func numbers(
    _ name: String, unit: String, in bounds: Bounds = .finite, count: Int? = nil, required: Bool = false,
    _ meaning: String, source: String? = nil
  ) -> [Double]? {
    let parameter = Parameter(
      name: name, kind: .numbers(bounds), unit: unit, fallback: required ? nil : "none", meaning: meaning,
      source: source)
    guard let node = declare(parameter, required: required) else { return nil }
    guard case .sequence(let items, _) = node, !items.isEmpty, count == nil || items.count == count else {
      let sizes = count.map { "\($0) numbers in a list" } ?? "a list of at least one number"
      report(
        "expected \(sizes), got \(Reader.shownList(node))", at: node, name)
      return nil
    }
    var values: [Double] = []
    for item in items {
      guard let text = item.plainText, let value = NumberGrammar.double(text), bounds.contains(value) else {
        let element = Parameter(name: name, kind: .number(bounds), unit: unit, fallback: nil, meaning: "")
        complain(element, item)
        continue
      }
      values.append(value)
    }
    guard values.count == items.count else { return nil }
    resolve(name, .list(values.map(Value.number)))
    return values
  }

  /// The items of a list of words or numbers, as text; nil where it is left out or wrong. The caller resolves them.
  public func words(_ name: String, required: Bool, _ meaning: String) -> [(text: String, place: Place)]? {
    let parameter = Parameter(name: name, kind: .text, fallback: required ? nil : "none", meaning: meaning)
    guard let node = declare(parameter, required: required) else { return nil }
    guard case .sequence(let items, _) = node, !items.isEmpty else {
      report("expected a list of at least one item, got \(Reader.shownList(node))", at: node, name)
      return nil
    }
    var words: [(text: String, place: Place)] = []
    for item in items {
      if let text = item.text { words.append((text, item.place)) } else { complain(parameter, item) }
    }
    return words.count == items.count ? words : nil
  }

  /// A mapping inside this one; nil where it is left out.
  public func section<T>(
    _ name: String, required: Bool = false, _ meaning: String, source: String? = nil, _ body: (Reader) -> T
  ) -> T? {
    let parameter = Parameter(
      name: name, kind: .section, fallback: required ? nil : "none", meaning: meaning, source: source)
    let node = declare(parameter, required: required)
    if isDescribing { describeInside(name) { _ = body($0) } }
    guard let node else { return nil }
    return Reader.read(node, path: join(name), diagnostics: diagnostics) { inner in
      let result = body(inner)
      resolve(name, .mapping(inner.resolved))
      return result
    }
  }

  /// A list of mappings, each read by `body`; nil where it is left out or is no list. An empty list is a problem.
  public func list<T>(
    _ name: String, required: Bool = false, _ meaning: String, _ body: (Reader) -> T
  ) -> [T]? {
    let parameter = Parameter(name: name, kind: .section, fallback: required ? nil : "none", meaning: meaning)
    let node = declare(parameter, required: required)
    if isDescribing { describeInside(name + "[]") { _ = body($0) } }
    guard let node else { return nil }
    guard case .sequence(let items, _) = node, !items.isEmpty else {
      report("expected a list of at least one mapping, got \(Reader.shownList(node))", at: node, name)
      return nil
    }
    var fields: [Value] = []
    let results = items.enumerated().compactMap { index, item in
      Reader.read(item, path: "\(join(name))[\(index + 1)]", diagnostics: diagnostics) { inner in
        let result = body(inner)
        fields.append(.mapping(inner.resolved))
        return result
      }
    }
    resolve(name, .list(fields))
    return results
  }

  /// Lists the parameters of a part of this mapping under dotted names.
  private func describeInside(_ name: String, _ body: (Reader) -> Void) {
    parameters += Reader.describe(body).map { inner in
      var dotted = inner
      dotted.name = name + "." + inner.name
      return dotted
    }
  }

  /// The node under a key that has a grammar of its own, declared as `parameter` says; the caller resolves it.
  public func node(_ parameter: Parameter, required: Bool) -> Node? { declare(parameter, required: required) }

  /// The keys of this mapping in the order of the file, for a section whose keys are data (such as trial counts).
  public func dataKeys() -> [Node.Entry] {
    declared += entries.map(\.key)
    return entries
  }

  /// Whether the file has this key.
  public func has(_ name: String) -> Bool { entries.contains { $0.key == name } }

  /// Puts what was understood into the resolved file.
  public func resolve(_ name: String, _ value: Value) { resolved.append(Value.Field(name, value)) }

  // MARK: Problems

  /// Reports a problem with the value of `name`, at its place if the file has it. Nothing is reported of a value that
  /// could not be read in the first place.
  public func report(_ message: String, at name: String, hint: String? = nil) {
    let node = entries.first { $0.key == name }?.value
    guard !wrong.contains(name), node?.isRefused != true else { return }
    diagnostics.report(Problem(place: node?.place ?? place, path: join(name), message: message, hint: hint))
  }

  /// Reports that `name` is missing, unless an unknown key was probably meant to be it.
  public func reportMissing(_ name: String, expected: String, hint: String? = nil) {
    let problem = Problem(place: place, path: join(name), message: "missing; expected \(expected)", hint: hint)
    missing.append(([name], problem))
  }

  /// Reports a mapping that has none or several of `names`.
  public func requireOne(of names: [String], hint: String? = nil) {
    let stated = names.filter(has)
    guard stated.count != 1, !isDescribing else { return }
    let message = "expected one of \(names.joined(separator: ", ")), got "
    if stated.isEmpty {
      missing.append((names, Problem(place: place, path: path, message: message + "none", hint: hint)))
    } else {
      diagnostics.report(
        Problem(place: place, path: path, message: message + stated.joined(separator: " and "), hint: hint))
    }
  }

  private func report(_ message: String, at node: Node, _ name: String, hint: String? = nil) {
    wrong.insert(name)
    guard !node.isRefused else { return }
    diagnostics.report(Problem(place: node.place, path: join(name), message: message, hint: hint))
  }

  private func complain(_ parameter: Parameter, _ node: Node, hint: String? = nil) {
    var hint = hint
    if hint == nil, parameter.isPlain, case .scalar(let text, true, _) = node,
      NumberGrammar.double(text) != nil || text == "true" || text == "false"
    {
      hint = "write it without quotes"
    }
    report("expected \(parameter.expectation), got \(node.shown)", at: node, parameter.name, hint: hint)
  }

  private func declare(_ parameter: Parameter, required: Bool) -> Node? {
    parameters.append(parameter)
    declared.append(parameter.name)
    if let entry = entries.first(where: { $0.key == parameter.name }) { return entry.value }
    if required, !isDescribing { reportMissing(parameter.name, expected: parameter.expectation) }
    return nil
  }

  /// Reports keys that are unknown, and those that are missing. A missing key near to an unknown one is one mistake.
  private func reportKeys() {
    var meant: [String] = []
    for entry in entries where !declared.contains(entry.key) {
      if let nearest = NearestName.of(entry.key, among: declared) { meant.append(nearest) }
      diagnostics.report(
        Problem(
          place: entry.place, path: join(entry.key), message: "unknown key",
          hint: NearestName.hint(for: entry.key, among: declared, listing: "keys here")))
    }
    for (names, problem) in missing where !names.contains(where: meant.contains) { diagnostics.report(problem) }
  }

  private func join(_ name: String) -> String { path.isEmpty ? name : path + "." + name }

  private static func shownList(_ node: Node) -> String {
    guard case .sequence(let items, _) = node else { return node.shown }
    return items.isEmpty ? "an empty list" : "\(items.count)"
  }
}

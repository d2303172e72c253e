// What goes wrong with a key, said once.

extension Reader {
  /// Reports a problem with the value under the key `name`, at its place, or at that of the mapping if the key is
  /// missing. Nothing is reported about a value that could not be read, because that was reported already. Reading
  /// continues, and fails at the end of the file.
  ///
  /// - Parameters:
  ///   - message: `expected …, got …`, without a full stop.
  ///   - hint: What to write instead; `nil` for no hint.
  public func report(_ message: String, at name: String, hint: String? = nil) {
    let node = entries.first { $0.key == name }?.value
    guard !wrong.contains(name), node?.isRefused != true else { return }
    diagnostics.report(Problem(place: node?.place ?? place, path: join(name), message: message, hint: hint))
  }

  /// Reports the name of a list's item if an earlier item has it too.
  ///
  /// - Parameter seen: The names of the earlier items.
  package func reportRepeated(_ name: String, in seen: inout Set<String>) {
    guard !name.isEmpty, !seen.insert(name).inserted else { return }
    report("expected each name once, got \(SafeText.quoted(name)) twice", at: "name")
  }

  /// Warns that the value under the key `name` is valid but makes the design useless. Peach prints warnings and
  /// continues. It does not warn about a value that could not be read.
  ///
  /// - Parameters:
  ///   - message: The problem in words, without a full stop.
  ///   - hint: What to write instead; `nil` for no hint.
  public func warn(_ message: String, at name: String, hint: String? = nil) {
    guard !wrong.contains(name) else { return }
    diagnostics.warn(Problem(place: value(name)?.place ?? place, path: join(name), message: message, hint: hint))
  }

  /// Advises against the value under the key `name`: it works, but probably not as the user intended. Only
  /// `peach check` prints advice. Peach gives no advice on a value that could not be read.
  ///
  /// - Parameters:
  ///   - message: The problem in words, without a full stop.
  ///   - hint: What to write instead.
  public func advise(_ message: String, at name: String, hint: String) {
    guard !wrong.contains(name) else { return }
    diagnostics.advise(Problem(place: value(name)?.place ?? place, path: join(name), message: message, hint: hint))
  }

  /// Reports a word under `name` that cannot stand instead of a mapping; declares the key.
  ///
  /// - Returns: Whether there was such a word.
  package func refusesWord(_ name: String, expected: String) -> Bool {
    guard let word = word(name) else { return false }
    _ = declare(Parameter(name: name, kind: .text, fallback: nil, meaning: ""), required: false)
    report("expected \(expected), got \(SafeText.quoted(word))", at: name)
    return true
  }

  /// Reports that the key `name` is missing, unless an unknown key is probably a misspelling of it. The call does not
  /// check that the key is missing; check it with `has` first.
  ///
  /// - Parameters:
  ///   - expected: The value to state, such as `a number > 0`.
  ///   - hint: What to write; `nil` for no hint.
  public func reportMissing(_ name: String, expected: String, hint: String? = nil) {
    let problem = Problem(place: place, path: join(name), message: "missing; expected \(expected)", hint: hint)
    missing.append(([name], problem))
  }

  /// Reports a problem unless this mapping has exactly one of the keys `names`. If it has none of them, but an unknown
  /// key that is probably a misspelling of one, Peach reports only the unknown key. Other calls must declare and read
  /// the keys.
  ///
  /// - Parameter hint: What to write; `nil` for no hint.
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

  func report(_ message: String, at node: Node, _ name: String, hint: String? = nil) {
    wrong.insert(name)
    guard !node.isRefused else { return }
    diagnostics.report(Problem(place: node.place, path: join(name), message: message, hint: hint))
  }

  /// A hint for a list that stands instead of the single value of `name`; `nil` if there is none.
  package func hintForList(_ name: String, _ node: Node) -> String? {
    guard case .sequence(let items, _) = node else { return nil }
    return diagnostics.hintForList(join(name), items)
  }

  func complain(_ parameter: Parameter, _ node: Node, hint: String? = nil) {
    report(
      "expected \(parameter.expectation), got \(node.shown)", at: node, parameter.name,
      hint: hint ?? suggestion(for: parameter, node) ?? parameter.hint(outside: node))
  }

  /// - Parameter hint: What to write if the value is required and missing.
  func declare(_ parameter: Parameter, required: Bool, hint: String? = nil) -> Node? {
    parameters.append(parameter)
    declared.append(parameter.name)
    if let entry = entries.first(where: { $0.key == parameter.name }) { return entry.value }
    if required, !isDescribing { reportMissing(parameter.name, expected: parameter.expectation, hint: hint) }
    return nil
  }

  /// Reports keys that are unknown, and those that are missing. A missing key near to an unknown one is one mistake.
  func reportKeys() {
    var meant: [String] = []
    for entry in entries where !declared.contains(entry.key) {
      if let nearest = NearestName.of(entry.key, among: declared) { meant.append(nearest) }
      diagnostics.report(
        Problem(
          place: entry.place, path: join(SafeText.cut(entry.key)), message: "unknown key",
          hint: hintForDecimals(entry) ?? NearestName.hint(for: entry.key, among: declared, listing: "keys here")))
    }
    for (names, problem) in missing where !names.contains(where: meant.contains) { diagnostics.report(problem) }
  }

  func join(_ name: String) -> String { path.isEmpty ? name : path + "." + name }

  static func shownList(_ node: Node) -> String {
    guard case .sequence(let items, _) = node else { return node.shown }
    return items.isEmpty ? "an empty list" : "\(items.count)"
  }
}

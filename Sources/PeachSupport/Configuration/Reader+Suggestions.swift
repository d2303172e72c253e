// Suggestions for a value that cannot be read. Every line works as printed.

extension Reader {
  /// The line to write instead of a value; `nil` if Peach does not know what was meant.
  func suggestion(for parameter: Parameter, _ node: Node) -> String? {
    switch node {
    case .scalar(let text, _, _):
      if let meant = ValueGuess.suggestion(for: parameter, text) {
        return line(parameter.name, meant.text, node) + (meant.remark.map { " (\($0))" } ?? "")
      }
      return parameter.hasDefault && ValueGuess.isNone(text) ? "leave \(parameter.name) out" : nil
    case .sequence(let items, _): return suggestion(for: parameter, items, node)
    case .mapping, .refused: return nil
    }
  }

  /// The value to write instead of one item of a list.
  func suggestionAlone(for element: Parameter, _ item: Node) -> String? {
    item.text.flatMap { ValueGuess.suggestion(for: element, $0) }
      .map { "write \($0.text)" + ($0.remark.map { " (\($0))" } ?? "") }
  }

  private func suggestion(for parameter: Parameter, _ items: [Node], _ node: Node) -> String? {
    let texts = items.compactMap(\.text)
    guard texts.count == items.count, !texts.isEmpty else { return nil }
    switch parameter.kind {
    case .numbers(let bounds), .grid(let bounds):
      let meant = ValueGuess.list(texts, parameter, bounds)
      let stated = "[\(texts.joined(separator: ", "))]"
      return meant.flatMap { $0.text == stated && items.allSatisfy { $0.plainText != nil } ? nil : $0 }
        .map { line(parameter.name, $0.text, node) }
    case .number, .integer, .flag, .choice:
      let meant = items.map { item -> Node in
        guard let text = item.text, let meant = ValueGuess.suggestion(for: parameter, text) else { return item }
        return .scalar(text: meant.text, isQuoted: false, place: item.place)
      }
      if let sweep = diagnostics.hintForList(join(parameter.name), meant) { return sweep }
      return meant.first { accepts(parameter, $0) }?.text.map { line(parameter.name, $0, node) }
    case .text, .form, .section: return diagnostics.hintForList(join(parameter.name), items)
    }
  }

  private func accepts(_ parameter: Parameter, _ node: Node) -> Bool {
    guard let text = node.text else { return false }
    switch parameter.kind {
    case .number(let bounds): return NumberGrammar.double(text).map(bounds.contains) ?? false
    case .integer(let range): return NumberGrammar.integer(text).map(range.contains) ?? false
    case .flag: return text == "true" || text == "false"
    case .choice(let names): return names.contains(text)
    default: return false
    }
  }

  /// A hint for a list of words without brackets.
  func hintForWords(_ name: String, _ node: Node) -> String? {
    guard case .scalar(let text, _, _) = node, !text.isEmpty, !ValueGuess.isNone(text) else { return nil }
    let words = text.split(separator: /[\s,;]+/).map(String.init)
    // Other lists have rules of their own, which the suggestion might break.
    let isLikely = name == "intervals" ? !words.isEmpty : name == "notes" && words.count == 2
    guard isLikely, words.allSatisfy(Reader.isName) else { return nil }
    return line(name, "[\(words.joined(separator: ", "))]", node)
  }

  /// A value that does not stand next to its key, such as one of a sweep, is suggested alone.
  private func line(_ name: String, _ value: String, _ node: Node) -> String {
    guard let entry = entries.first(where: { $0.key == name }) else { return "write \(value)" }
    let distance = node.place.column - entry.place.column
    let isBeside = node.place.line == entry.place.line && distance > 0 && distance < name.count + 8
    return isBeside ? "write \(name): \(value)" : "write \(value)"
  }

  /// The line to write if a comma between braces was meant as a decimal mark: YAML reads `{jnd: 2,5}` as two keys.
  func hintForDecimals(_ entry: Node.Entry) -> String? {
    guard isDigits(entry), let place = entries.firstIndex(where: { $0.place == entry.place }), place > 0,
      let whole = entries[place - 1].value.plainText, NumberGrammar.double(whole) != nil, !whole.contains("."),
      place + 1 == entries.count || !isDigits(entries[place + 1])
    else { return nil }
    return "write \(entries[place - 1].key): \(whole).\(entry.key)"
  }

  private func isDigits(_ entry: Node.Entry) -> Bool {
    guard case .scalar("", false, _) = entry.value, !entry.key.isEmpty else { return false }
    return entry.key.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// Whether the keys stand between braces.
  private var hasBraces: Bool { entries.first.map { $0.place != place } ?? true }

  /// A suggestion of several keys, `write kind: yes-no, unit: dB`, as the mapping is written. Without braces each key
  /// takes a line of its own.
  func hintInStyle(_ hint: String) -> String {
    let (start, remark) = hint.split(separator: " (", maxSplits: 1).map(String.init).headAndTail
    let keys = start.split(separator: ", ").map(String.init)
    guard !hasBraces, start.hasPrefix("write "), keys.count > 1 else { return hint }
    let others = keys.dropFirst().joined(separator: " and ")
    return keys[0] + ", and next to it, on \(keys.count == 2 ? "a line of its own" : "lines of their own"), " + others
      + (remark.map { " (" + $0 } ?? "")
  }

  /// The mapping to write instead of a number: `step: {db: 2}` for `step: 2 dB`.
  static func hintForNumber(_ node: Node, at path: String, key numberKey: String) -> String? {
    guard let text = node.text else { return nil }
    let key = path.split(separator: ".").last ?? ""
    let words = text.split(separator: " ").map(String.init)
    let (number, word) = words.headAndTail
    let value = Parameter(name: numberKey, kind: .number(.finite), unit: "", fallback: nil, meaning: "")
    guard let meant = NumberGrammar.double(number) == nil ? ValueGuess.suggestion(for: value, text)?.text : number
    else { return nil }
    let inner =
      switch word?.lowercased() ?? "" {
      case "reversals", "reversal": "reversals"
      case "min", "minutes", "minute": "minutes"
      case "db" where numberKey == "factor": "db"
      default: text.lowercased().hasSuffix("db") && numberKey == "factor" ? "db" : numberKey
      }
    return "write \(key): {\(inner): \(SafeText.cut(meant))}"
  }
}

extension Parameter {
  /// Whether a file may always omit the parameter. Some single numbers may be omitted only if another replaces them.
  fileprivate var hasDefault: Bool {
    switch kind {
    case .numbers, .grid: fallback != nil
    default: fallback != nil && fallback != "none"
    }
  }
}

extension [String] {
  /// The first, and the second if there is one.
  fileprivate var headAndTail: (String, String?) { (first ?? "", count > 1 ? self[1] : nil) }
}

// Several values under one key: lists, and mappings inside this one.

extension Reader {
  /// Reads a list of numbers with at least one item, or with exactly `count` items if that is stated. `nil` if it is
  /// missing or invalid; an invalid list, or a missing one that is required, is reported.
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
        "expected \(sizes), got \(Reader.shownList(node))", at: node, name, hint: suggestion(for: parameter, node))
      return nil
    }
    var values: [Double] = []
    for item in items {
      guard let text = item.plainText, let value = NumberGrammar.double(text), bounds.contains(value) else {
        let element = Parameter(name: name, kind: .number(bounds), unit: unit, fallback: nil, meaning: "")
        let hint = suggestion(for: parameter, node) ?? suggestionAlone(for: element, item)
        report(
          "expected \(element.expectation), got \(item.shown)", at: item, name,
          hint: hint ?? element.hint(outside: item))
        continue
      }
      values.append(value)
    }
    guard values.count == items.count else { return nil }
    resolve(name, .list(values.map(Value.number)))
    return values
  }

  /// Reads a list of words or numbers as text, each with its position in the file; `nil` if it is missing or invalid.
  /// The caller checks the words and resolves the value.
  ///
  /// - Parameters:
  ///   - mayBeEmpty: Whether the list may be empty.
  ///   - form: The contents of the list, in lists of parameters.
  ///   - shown: The default in words.
  public func words(
    _ name: String, required: Bool, mayBeEmpty: Bool = false, form: String? = nil, shownAs shown: String = "none",
    _ meaning: String
  ) -> [(text: String, place: Place)]? {
    let parameter = Parameter(name: name, kind: .text, fallback: required ? nil : shown, meaning: meaning)
    var declared = parameter
    if let form { declared.kind = .form(form) }
    guard let node = declare(declared, required: required) else { return nil }
    guard case .sequence(let items, _) = node, mayBeEmpty || !items.isEmpty else {
      report(
        "expected a list\(mayBeEmpty ? "" : " of at least one item"), got \(Reader.shownList(node))", at: node, name,
        hint: hintForWords(name, node))
      return nil
    }
    var words: [(text: String, place: Place)] = []
    for item in items {
      if let text = item.text { words.append((text, item.place)) } else { complain(parameter, item) }
    }
    return words.count == items.count ? words : nil
  }

  /// Reads a mapping inside this one; `nil` if it is missing or not a mapping. Anything else in its place is reported.
  ///
  /// - Parameters:
  ///   - numberKey: The key that the report suggests if a number stands in place of the mapping. The number is not read.
  ///   - body: Reads the keys of the mapping, and returns the result.
  public func section<T>(
    _ name: String, required: Bool = false, numberKey: String? = nil, _ meaning: String, source: String? = nil,
    _ body: (Reader) -> T
  ) -> T? {
    let parameter = Parameter(
      name: name, kind: .section, fallback: required ? nil : "none", meaning: meaning, source: source)
    let node = declare(parameter, required: required)
    if isDescribing { describeInside(name) { _ = body($0) } }
    guard let node else { return nil }
    return Reader.read(node, path: join(name), diagnostics: diagnostics, numberKey: numberKey) { inner in
      let result = body(inner)
      resolve(name, .mapping(inner.resolved))
      return result
    }
  }

  /// Reads a list of mappings; `nil` if it is missing or not a list. An empty list is a problem. Items that are not
  /// mappings are reported and left out.
  ///
  /// - Parameter body: Reads the keys of one item, and returns its result.
  public func list<T>(
    _ name: String, required: Bool = false, _ meaning: String, _ body: (Reader) -> T
  ) -> [T]? {
    let parameter = Parameter(name: name, kind: .section, fallback: required ? nil : "none", meaning: meaning)
    let node = declare(parameter, required: required)
    if isDescribing { describeInside(name + "[]") { _ = body($0) } }
    guard let node else { return nil }
    guard case .sequence(let items, _) = node, !items.isEmpty else {
      report(
        "expected a list with at least one entry such as {name: a, kind: b}, got "
          + "\(Reader.shownList(node))", at: node, name)
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
  func describeInside(_ name: String, _ body: (Reader) -> Void) {
    parameters += Reader.describe(body).map { inner in
      var dotted = inner
      dotted.name = name + "." + inner.name
      return dotted
    }
  }
}

// Several values under one key: lists, and mappings inside this one.

extension Reader {
  /// Reads a list of numbers with at least one item, or with exactly `count` items if that is stated. `nil` if it is
  /// missing or invalid; an invalid list, or a missing one that is required, is reported. One invalid number makes the
  /// whole list invalid.
  ///
  /// - Parameters:
  ///   - unit: The unit as lists and messages show it; `1` for none. For levels pass the axis's `unit`.
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
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
  /// An invalid list, or a missing one that is required, is reported. The caller checks the words and resolves the
  /// value.
  ///
  /// - Parameters:
  ///   - mayBeEmpty: Whether the list may be empty.
  ///   - form: The expected contents in words, such as `two notes`; `nil` for any text.
  ///   - shown: The default in words, for lists of parameters, if the list is not required.
  ///   - meaning: An explanation for lists of parameters.
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

  /// Reads a mapping inside this one with `body`, and returns the result of `body` even if there were problems inside.
  /// `nil` if the key is missing or its value is not a mapping. Such a value, and a missing required key, is reported.
  ///
  /// - Parameters:
  ///   - numberKey: The key that the report suggests if a number stands in place of the mapping; `nil` for none. The
  ///     number is not read.
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  ///   - body: Reads the keys of the mapping, and returns the result. It is also called to list the parameters.
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

  /// Reads a list of mappings with `body`, and returns one result for each item, even if there were problems inside.
  /// Items that are not mappings are reported and left out. `nil` if the key is missing, or if its value is not a list
  /// or is empty. Such a value, and a missing required key, is reported.
  ///
  /// - Parameters:
  ///   - meaning: An explanation for lists of parameters.
  ///   - body: Reads the keys of one item, and returns its result. It is also called to list the parameters.
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

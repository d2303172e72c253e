// One value under one key: numbers, words, flags, names.

extension Reader {
  /// Reads a required number. If it is missing or invalid, the problem is reported and a number inside the bounds is
  /// returned.
  ///
  /// - Parameters:
  ///   - unit: The unit as lists and messages show it; `1` for none. For levels pass the axis's `unit`.
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  ///   - hint: What to write if the key is missing, for the report; `nil` for no hint.
  public func number(
    _ name: String, unit: String, in bounds: Bounds = .finite, _ meaning: String, source: String? = nil,
    hint: String? = nil
  ) -> Double {
    number(name, unit, bounds, fallback: nil, required: true, meaning, source, hint: hint) ?? bounds.sample
  }

  /// Reads a number that has a default. The default is returned if the key is missing, and also if its value is
  /// invalid, which is reported.
  ///
  /// - Parameters:
  ///   - unit: The unit as lists and messages show it; `1` for none. For levels pass the axis's `unit`.
  ///   - shown: The default in words, for lists, if it depends on other keys; `nil` to list the number itself.
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  public func number(
    _ name: String, unit: String, in bounds: Bounds = .finite, default fallback: Double, shownAs shown: String? = nil,
    _ meaning: String, source: String? = nil
  ) -> Double {
    number(name, unit, bounds, fallback: fallback, shownAs: shown, required: false, meaning, source) ?? fallback
  }

  /// Reads an optional number; `nil` if it is missing or invalid. An invalid one is reported.
  ///
  /// - Parameters:
  ///   - unit: The unit as lists and messages show it; `1` for none. For levels pass the axis's `unit`.
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  public func optionalNumber(
    _ name: String, unit: String, in bounds: Bounds = .finite, _ meaning: String, source: String? = nil
  ) -> Double? {
    number(name, unit, bounds, fallback: nil, required: false, meaning, source)
  }

  func number(
    _ name: String, _ unit: String, _ bounds: Bounds, fallback: Double?, shownAs shown: String? = nil, required: Bool,
    _ meaning: String, _ source: String?, hint: String? = nil
  ) -> Double? {
    let parameter = Parameter(
      name: name, kind: .number(bounds), unit: unit, fallback: shown ?? fallback?.shortest ?? (required ? nil : "none"),
      meaning: meaning, source: source)
    guard let node = declare(parameter, required: required, hint: hint) else {
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

  /// Reads a share above 0 and below 1, such as 25% or 0.25; `nil` if it is missing or invalid. The resolved file has
  /// it as a percentage.
  package func optionalShare(_ name: String, _ meaning: String) -> Double? {
    let parameter = Parameter(
      name: name, kind: .form("a share such as 25% or 0.25, between 0 and 100 %"), fallback: "none", meaning: meaning)
    guard let node = declare(parameter, required: false) else { return nil }
    guard let share = node.text.flatMap(NumberGrammar.share) else {
      complain(parameter, node)
      return nil
    }
    resolve(name, .text(share.percentage))
    return share
  }

  /// Reads a whole number. Without a default it is required. A required number that is missing, and any that is
  /// invalid, is reported. If there is no valid number, the default is returned, or the lower end of `range` without a
  /// default.
  ///
  /// - Parameters:
  ///   - unit: The unit in lists and messages; empty if there is none.
  ///   - range: The accepted numbers; with `Int.max` as upper end, all from the lower end on.
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  public func integer(
    _ name: String, unit: String = "", in range: ClosedRange<Int>, default fallback: Int? = nil, _ meaning: String,
    source: String? = nil
  ) -> Int {
    integer(name, unit, range, fallback: fallback, required: fallback == nil, meaning, source)
      ?? fallback ?? range.lowerBound
  }

  /// Reads an optional whole number; `nil` if it is missing or invalid. An invalid one is reported.
  ///
  /// - Parameters:
  ///   - unit: The unit in lists and messages; empty if there is none.
  ///   - range: The accepted numbers; with `Int.max` as upper end, all from the lower end on.
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  public func optionalInteger(
    _ name: String, unit: String = "", in range: ClosedRange<Int>, _ meaning: String, source: String? = nil
  ) -> Int? {
    integer(name, unit, range, fallback: nil, required: false, meaning, source)
  }

  func integer(
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

  /// Reads a seed, 0…2^64 − 1.
  package func seed(_ name: String, _ meaning: String) -> UInt64 {
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

  /// Reads one of the words `names`. Without a default the key is required. A required key that is missing, and any
  /// other word, is reported. If there is no valid word, the default is returned, or the first word without a default.
  ///
  /// - Parameters:
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  public func choice(
    _ name: String, from names: [String], default fallback: String? = nil, _ meaning: String, source: String? = nil
  ) -> String {
    choice(name, names, fallback: fallback, meaning, source) ?? fallback ?? names.first ?? ""
  }

  /// Reads one of several words on which the meaning of other keys depends; `nil` if it is missing or invalid, which
  /// is reported.
  ///
  /// - Parameters:
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  ///   - meant: Returns the hint for a word that is not in `names`. If it returns `nil`, Peach suggests the nearest
  ///     word.
  public func requiredChoice(
    _ name: String, from names: [String], _ meaning: String, source: String? = nil,
    meant: (String) -> String? = { _ in nil }
  ) -> String? {
    choice(name, names, fallback: nil, meaning, source, meant: meant)
  }

  func choice(
    _ name: String, _ names: [String], fallback: String?, _ meaning: String, _ source: String?,
    meant: (String) -> String? = { _ in nil }
  ) -> String? {
    let parameter = Parameter(name: name, kind: .choice(names), fallback: fallback, meaning: meaning, source: source)
    guard let node = declare(parameter, required: fallback == nil) else {
      if let fallback { resolve(name, .text(fallback)) }
      return nil
    }
    guard let text = node.text, names.contains(text) else {
      complain(
        parameter, node,
        hint: node.text.flatMap { word in
          meant(word).map(hintInStyle)
            ?? NearestName.question(for: word, among: names)
        })
      return nil
    }
    resolve(name, .text(text))
    return text
  }

  /// Reads one case of an enumeration by its raw value. Without a default the key is required. A required key that is
  /// missing, and any other word, is reported. If there is no valid word, the default is returned, or the first case
  /// without a default.
  ///
  /// - Parameters:
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  public func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, default fallback: Choice? = nil, _ meaning: String, source: String? = nil
  ) -> Choice {
    let names = Choice.allCases.map(\.rawValue)
    let text = choice(name, from: names, default: fallback?.rawValue, meaning, source: source)
    return Choice(rawValue: text) ?? Choice.allCases[Choice.allCases.startIndex]
  }

  /// Reads one case of an enumeration by its raw value; `nil` if it is missing or invalid. An invalid one is
  /// reported.
  ///
  /// - Parameters:
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  public func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ meaning: String, source: String? = nil
  ) -> Choice? {
    let names = Choice.allCases.map(\.rawValue)
    let parameter = Parameter(name: name, kind: .choice(names), fallback: "none", meaning: meaning, source: source)
    guard let node = declare(parameter, required: false) else { return nil }
    guard let text = node.text, let value = Choice(rawValue: text) else {
      complain(
        parameter, node,
        hint: node.text.flatMap { NearestName.question(for: $0, among: names) })
      return nil
    }
    resolve(name, .text(text))
    return value
  }

  /// Reads `true` or `false`. The default is returned if the key is missing, and also if its value is invalid, which is
  /// reported.
  ///
  /// - Parameters:
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  public func flag(_ name: String, default fallback: Bool, _ meaning: String, source: String? = nil) -> Bool {
    if let stated = statedFlag(name, default: fallback, meaning, source: source) { return stated }
    resolve(name, .flag(fallback))
    return fallback
  }

  /// Reads `true` or `false`; `nil` if it is missing, and then the resolved file does not have it either.
  package func statedFlag(
    _ name: String, default fallback: Bool, _ meaning: String, source: String? = nil
  ) -> Bool? {
    let parameter = Parameter(
      name: name, kind: .flag, fallback: fallback ? "true" : "false", meaning: meaning, source: source)
    guard let node = declare(parameter, required: false) else { return nil }
    guard let text = node.plainText, text == "true" || text == "false" else {
      complain(parameter, node)
      return fallback
    }
    resolve(name, .flag(text == "true"))
    return text == "true"
  }

  /// Reads optional free text, also a number as text; `nil` if it is missing, or if it is a list or mapping, which is
  /// reported. `meaning` explains the parameter in lists.
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

  /// Reads a required name, `[A-Za-z0-9][A-Za-z0-9+._-]*`, which becomes part of columns and paths. An empty text is
  /// returned if it is missing or invalid, which is reported. `meaning` explains the parameter in lists.
  public func name(_ key: String, _ meaning: String) -> String {
    let parameter = Parameter(name: key, kind: .text, fallback: nil, meaning: meaning)
    guard let node = declare(parameter, required: false) else {
      if !isDescribing { reportMissing(key, expected: "a name") }
      return ""
    }
    guard let text = node.text, Reader.isName(text) else {
      report(
        "expected a name, got \(node.shown)", at: node, key,
        hint: "a name starts with a letter or digit and continues with letters, digits, '+', '.', '_', '-'")
      return ""
    }
    resolve(key, .text(text))
    return text
  }

  /// Whether a text is a valid name: a letter or digit, then letters, digits, `+`, `.`, `_` and `-`, all in ASCII.
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
}

// Several values of one parameter: a number, a list, or equal steps.

extension Reader {
  /// Reads several values of one parameter: a number, a list in any order, or {from, to, count, spacing} for equal
  /// steps. All values must be different and inside the bounds. They keep the order of the file.
  ///
  /// `nil` if the key is missing or its values are invalid; the caller then continues with its default, which it
  /// resolves itself. Invalid values are reported, and so is a missing key that is required. Inside {…}, a stand-in may
  /// replace an invalid value after the report.
  ///
  /// - Parameters:
  ///   - unit: The unit as lists and messages show it; `1` for none. For levels pass the axis's `unit`.
  ///   - fallback: The default in words, for lists; `nil` if the parameter is required.
  ///   - meaning: An explanation for lists of parameters.
  ///   - source: The publication for the default or the meaning; `nil` if there is none.
  public func grid(
    _ name: String, unit: String, in bounds: Bounds = .finite, default fallback: String? = nil, _ meaning: String,
    source: String? = nil
  ) -> [Double]? {
    let parameter = Parameter(
      name: name, kind: .grid(bounds), unit: unit, fallback: fallback, meaning: meaning, source: source)
    guard let node = declare(parameter, required: fallback == nil) else { return nil }
    let expected = parameter.expectation
    var values: [Double]?
    switch node {
    case .mapping:
      values = Reader.read(node, path: join(name), diagnostics: diagnostics, Reader.spaced) ?? nil
      if values == nil { wrong.insert(name) }
    case .sequence(let items, _) where !items.isEmpty: values = numbers(items)
    case .sequence, .scalar: values = numbers([node])
    case .refused: return nil
    }
    guard let values else {
      if !wrong.contains(name) {
        report(
          "expected \(expected), got \(Reader.shownList(node))", at: node, name, hint: suggestion(for: parameter, node))
      }
      return nil
    }
    if let bad = values.first(where: { !bounds.contains($0) }) {
      report("expected \(expected), got \(bad.shortest)", at: node, name, hint: suggestion(for: parameter, node))
      return nil
    }
    var seen: Set<Double> = []
    if let twice = values.first(where: { !seen.insert($0).inserted }) {
      report("expected each value once, got \(twice.shortest) twice", at: node, name)
      return nil
    }
    resolve(name, values.count == 1 ? .number(values[0]) : .list(values.map(Value.number)))
    return values
  }

  private func numbers(_ items: [Node]) -> [Double]? {
    let values = items.map { $0.plainText.flatMap(NumberGrammar.double) }
    return values.contains { $0 == nil } ? nil : values.compactMap(\.self)
  }

  /// The values of {from, to, count, spacing}; `nil` after a problem. The last value is exact.
  package static func spaced(_ reader: Reader) -> [Double]? {
    let problems = reader.diagnostics.count
    let from = reader.number("from", unit: "", "First value of the grid")
    let to = reader.number("to", unit: "", "Last value of the grid, which is reached exactly")
    let count = reader.integer("count", in: 2...10_000, "Number of values of the grid")
    let isLog =
      reader.choice(
        "spacing", from: ["linear", "log"], default: "linear",
        "Spacing of the values: linear (equal differences) or log (equal ratios)") == "log"
    guard ["from", "to", "count"].allSatisfy(reader.has), reader.diagnostics.count == problems else { return nil }
    if isLog, from <= 0 || to <= 0 {
      reader.report("expected values > 0 with spacing log", at: from <= 0 ? "from" : "to")
      return nil
    }
    if from == to {
      reader.report("expected different values of from and to, got \(to.shortest) for both", at: "to")
      return nil
    }
    let values = (0..<count).map { index in
      let share = Double(index) / Double(count - 1)
      let value = isLog ? from * pow(to / from, share) : from + (to - from) * share
      if index == 0 { return from }
      if index == count - 1 { return to }
      // 16 rather than 15.999999999999998, and 0.3 − 0.3 is 0.
      return value.rounded(toDigits: 15, of: isLog ? value : max(abs(from), abs(to)))
    }
    guard zip(values, values.dropFirst()).allSatisfy({ $0.isFinite && (from < to ? $0 < $1 : $0 > $1) }) else {
      reader.report("expected \(count) different values between from and to, got fewer", at: "count")
      return nil
    }
    return values
  }
}

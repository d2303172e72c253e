import PeachSupport

/// Reads the numbers of a sound, each of which may be fixed, varied or drawn.
struct SoundReader {
  let reader: Reader
  /// The unit of the level.
  let unit: String
  /// Names the draws: equal for the same number of standard and target.
  let key: String
  /// The same mapping of the standard, whose numbers `+x` changes; `nil` if there is none.
  let standard: Node?
  /// Whether it reads the target, which alone may say `+x`.
  let isTarget: Bool

  /// The same for a mapping inside.
  func inside(_ reader: Reader, _ name: String) -> SoundReader {
    SoundReader(reader: reader, unit: unit, key: "\(key).\(name)", standard: standard?[name], isTarget: isTarget)
  }

  /// Reads a number; `nil` if it is left out, or after a problem.
  func number(
    _ name: String, _ quantity: StimulusQuantity, in bounds: Bounds, required: Bool = false,
    default shown: String = "none",
    _ meaning: String
  ) -> StimulusNumber? {
    let parameter = Parameter(
      name: name,
      kind: .form(
        "\(Parameter(name: name, kind: .number(bounds), unit: quantity.rawValue, fallback: nil, meaning: "").expectation), x, or {draw: {from, to}, each: interval}"
      ),
      unit: quantity.rawValue, fallback: required ? nil : shown, meaning: meaning)
    guard let node = reader.node(parameter, required: required) else { return nil }
    return number(node, name, parameter, quantity, bounds)
  }

  /// Reads the number of a node.
  func number(
    _ node: Node, _ name: String, _ parameter: Parameter, _ quantity: StimulusQuantity, _ bounds: Bounds
  ) -> StimulusNumber? {
    switch node {
    case .scalar(let text, let isQuoted, _):
      // The stored experiment has quotes around x.
      if !isQuoted, let value = NumberGrammar.double(text), bounds.contains(value) {
        reader.resolve(name, .number(value))
        return .fixed(value)
      }
      if text == "x" || text == "-x" { return varied(text, name, quantity) }
      if text == "+x" {
        guard isTarget else {
          reader.report(
            "+x adds the level to a number of the standard, so only the target can have it", at: name, hint: "write x")
          return nil
        }
        if let number = standard?[name] { return changed(number, name, parameter, quantity, bounds) }
        if let usual = parameter.fallback.flatMap(NumberGrammar.double) {
          return change(name, quantity).map { .changed(.fixed(usual), by: $0) }
        }
        reader.report(
          "the standard states no \(name) to which +x could add the level", at: name,
          hint: "give the standard \(name), or write x")
        return nil
      }
    case .mapping(let entries, _):
      if entries.contains(where: { $0.key == "draw" }) { return drawn(node, name, bounds) }
    case .sequence: break
    case .refused: return nil
    }
    reader.report("expected \(parameter.expectation), got \(node.shown)", at: name)
    return nil
  }

  private func varied(_ text: String, _ name: String, _ quantity: StimulusQuantity) -> StimulusNumber? {
    reader.resolve(name, .text(text))
    guard let level = quantity.varied(in: unit) else {
      reportUnit(name, quantity, added: false)
      return nil
    }
    guard text == "-x" else { return .varied(level) }
    guard case .times(let factor) = level else {
      reader.report("expected x, not -x: with levels in dB, \(name) is a ratio, which has no sign", at: name)
      return nil
    }
    return .varied(.times(-factor))
  }

  private func changed(
    _ number: Node, _ name: String, _ parameter: Parameter, _ quantity: StimulusQuantity, _ bounds: Bounds
  ) -> StimulusNumber? {
    guard let change = change(name, quantity) else { return nil }
    // A `+x` of the standard itself is a problem of its own.
    let reading = SoundReader(reader: reader, unit: unit, key: key, standard: nil, isTarget: false)
    return reading.number(number, name, parameter, quantity, bounds).map { .changed($0, by: change) }
  }

  private func change(_ name: String, _ quantity: StimulusQuantity) -> LevelChange? {
    let change = quantity.change(in: unit)
    if change == nil { reportUnit(name, quantity, added: true) }
    return change
  }

  private func reportUnit(_ name: String, _ quantity: StimulusQuantity, added: Bool) {
    let units = quantity.units(added: added)
    reader.report(
      "the task's level is in \(SafeText.cut(unit)), so it cannot \(added ? "be added to" : "set") \(name), "
        + "which is in \(quantity.rawValue == "1" ? "parts of 1" : quantity.rawValue)",
      at: name,
      hint: units.isEmpty ? "write x instead of +x" : "set the task's unit to \(units.joined(separator: " or "))")
  }

  private func drawn(_ node: Node, _ name: String, _ bounds: Bounds) -> StimulusNumber? {
    let range = Reader.read(node, path: "\(reader.path).\(name)", diagnostics: reader.diagnostics) {
      inner -> (low: Double, high: Double, scope: DrawScope)? in
      let ends = inner.section("draw", required: true, "Draw the number at random, uniformly between from and to") {
        inner in
        (
          low: inner.number("from", unit: "1", in: bounds, "Lowest value of the draw"),
          high: inner.number("to", unit: "1", in: bounds, "Highest value of the draw")
        )
      }
      let scope: DrawScope = inner.choice(
        "each", default: .interval,
        "When the number is drawn again: in every interval, in every trial, or once in a session")
      reader.resolve(name, .mapping(inner.resolved))
      guard let ends else { return nil }
      guard ends.low < ends.high else {
        inner.report("expected from < to, got from: \(ends.low.shortest) and to: \(ends.high.shortest)", at: "draw")
        return nil
      }
      return (ends.low, ends.high, scope)
    }
    return (range ?? nil).map { .drawn(low: $0.low, high: $0.high, each: $0.scope, key: "\(key).\(name)") }
  }
}

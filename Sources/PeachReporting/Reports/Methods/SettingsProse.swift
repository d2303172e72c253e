import PeachExperiments
import PeachSimulation
import PeachStrategies
import PeachSupport
import PeachTrials

/// The settings of a strategy, a listener or a task in words: `start 100 cents, down 2, step (factor 2)`.
struct SettingsProse {
  /// One row of a table of parameters.
  struct Setting: Hashable {
    /// `reference pitch`
    var name: String
    /// `440 Hz`
    var text: String
  }

  /// The parameters by dotted path.
  let parameters: [String: Parameter]
  /// The unit of the task's levels, and the one that a paper gives to a level: `dB` and `dB SPL`. `nil` if they are the same.
  var axisUnit: String?
  var levelUnit: String?
  /// The task and the kinds with which the parts of a strategy are read.
  private var parts: (task: TrialTask, kinds: StrategyRegistry)?

  init(_ parameters: [Parameter]) {
    self.parameters = Dictionary(parameters.map { ($0.name, $0) }) { first, _ in first }
  }

  /// - Parameters:
  ///   - entry: An entry of a resolved experiment. Some units follow from other settings, such as the unit of a slope
  ///     from the function.
  ///   - read: Reads the entry, which declares the parameters.
  init(_ entry: Value, _ read: (Reader) -> Void) {
    var own: [Parameter] = []
    _ = Reader.read(Node(entry, name: ""), path: "", diagnostics: Diagnostics()) { reader in
      read(reader)
      own = reader.parameters
    }
    self.init(own + Reader.describe(read))
  }

  init(strategy entry: Value, task: TrialTask, kinds: StrategyRegistry) {
    let declared = entry["kind"]?.word.flatMap { kinds[$0] }
    self.init(entry) { reader in
      _ = declared?.factory(from: reader, in: StrategyContext(task: task, stop: nil, kinds: kinds))
    }
    parts = (task, kinds)
  }

  /// Gives levels the unit of the varied quantity, such as dB SPL.
  mutating func nameLevels(of plan: Plan) {
    let unit = plan.cells[0].task.axis.unit
    guard let sounds = plan.told["task"]?["sounds"], let quantity = VariedQuantity(sounds: sounds, unit: unit),
      quantity.isSoundLevel
    else { return }
    (axisUnit, levelUnit) = (unit, quantity.unit)
  }

  /// Whether the settings are those of a strategy, which may combine others.
  var isStrategy: Bool { parts != nil }

  /// A resolved task: `kind level, unit dB, alternatives 3`.
  static func task(_ task: Value, without left: Set<String> = []) -> String {
    SettingsProse(Experiment.taskParameters()).text(of: task, without: left)
  }

  /// The meaning of an outermost parameter.
  func meaning(of name: String) -> String? { parameters[name]?.meaning }

  /// The strategies that a strategy is made of: tracks, or parts of a sequence.
  static func parts(of strategy: Value) -> [Value] {
    let inner = (strategy["tracks"]?.items ?? []) + (strategy["parts"]?.items ?? []).compactMap { $0["strategy"] }
    return inner.flatMap { [$0] + parts(of: $0) }
  }

  /// - Parameter left: Keys that appear elsewhere.
  func text(of value: Value, without left: Set<String> = ["name", "kind"]) -> String {
    guard case .mapping(let fields) = value else { return "" }
    return fields.filter { !left.contains($0.key) }.compactMap { text($0, in: "") }.joined(separator: ", ")
  }

  private func text(_ field: Value.Field, in path: String) -> String? {
    let full = path.isEmpty ? field.key : "\(path).\(field.key)"
    let name = field.key.replacing("-", with: " ")
    switch field.value {
    case .flag(false): return nil
    case .flag(true): return name
    case .text(let text): return "\(name) \(text)"
    case .mapping(let fields):
      if let values = SettingsProse.varied(field.value) { return "\(name) varied: \(values)\(unit(full))" }
      if ["after-reversals", "after-trials"].contains(field.key) {
        let what = field.key.dropFirst("after-".count)
        return fields.map { "\(SettingsProse.plain($0.value)) after \($0.key) \(what)" }.joined(separator: ", ")
      }
      let inner = fields.compactMap { text($0, in: full) }
      return inner.isEmpty ? nil : "\(name) (\(inner.joined(separator: ", ")))"
    case .list([]): return nil
    case .list(let items) where parts != nil && ["tracks", "parts"].contains(full):
      return "\(name) (\(items.map(part).joined(separator: "; ")))"
    case .list(let items):
      return "\(name) \(SettingsProse.list(items))\(unit(full))"
    case .integer(1), .number(1):
      return "\(name) 1\(unit(full) == " cents" ? " cent" : unit(full))"
    default: return "\(name) \(SettingsProse.plain(field.value))\(unit(full))"
    }
  }

  /// `low: transformed-up-down, down 2, start 50 cents`, or `20 trials of zest, …`.
  private func part(_ item: Value) -> String {
    guard let parts else { return SettingsProse.plain(item) }
    let strategy = item["strategy"] ?? item
    let before =
      item["strategy"] == nil
      ? item["name"].map { SettingsProse.plain($0) + ": " }
      : item["trials"].map { SettingsProse.plain($0) + " trials of " }
    let settings = SettingsProse(strategy: strategy, task: parts.task, kinds: parts.kinds).text(of: strategy)
    return (before ?? "") + [strategy["kind"]?.word ?? "", settings].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func unit(_ path: String) -> String {
    guard let unit = parameters[path]?.unit, !["", "1", "axis"].contains(unit) else { return "" }
    return unit == "as step" ? " (as step)" : SettingsProse.suffix(unit)
  }

  /// Long lists by their ends.
  private static func list(_ items: [Value]) -> String {
    let texts = items.map(plain)
    guard texts.count > 6, let first = texts.first, let last = texts.last else { return texts.joined(separator: ", ") }
    return "\(texts.count) values from \(first) to \(last)"
  }

  /// The values of a sweep; `nil` for any other mapping.
  static func varied(_ value: Value) -> String? { value["vary"].map(plain) }

  /// The rule that ends runs: `after 60 trials or at 10 reversals, at the latest after 400 trials`.
  static func stop(_ value: Value) -> String {
    func bound(_ value: Value) -> String { varied(value).map { "(varied: \($0))" } ?? plain(value) }
    func condition(_ field: Value.Field) -> String {
      func counted(_ noun: String) -> String {
        varied(field.value).map { "a varied number (\($0)) of \(noun)s" } ?? count(field.value, noun)
      }
      return switch field.key {
      case "trials": "after \(counted("trial"))"
      case "reversals": "after \(counted("reversal"))"
      case "precision":
        "when the 95 % interval of the threshold extended at most \(share(field.value)) of the threshold to either side"
      case "width": "when the 95 % interval of the threshold was at most \(bound(field.value)) wide"
      case "entropy": "when the entropy of the posterior distribution was at most \(bound(field.value)) nats"
      case "minutes": "after \(counted("minute"))"
      case "any": joined(field.value, by: " or ")
      case "all" where field.value.items.count > 1:
        "once " + countsFirst(field.value).map(clause).joined(separator: " and ")
      case "all": joined(field.value, by: "")
      case "maximum": "or at the latest after \(counted("trial"))"
      default: "\(field.key) \(plain(field.value))"
      }
    }
    /// `after 200 trials or when …`
    func countsFirst(_ value: Value) -> [Value] {
      let isCount = { (item: Value) in item["trials"] != nil || item["reversals"] != nil }
      return value.items.filter(isCount) + value.items.filter { !isCount($0) }
    }
    /// `200 trials had been presented`, a condition of several that must all hold.
    func clause(_ item: Value) -> String {
      for (key, noun, verb) in [
        ("trials", "trial", "been presented"), ("reversals", "reversal", "occurred"), ("minutes", "minute", "passed"),
      ] {
        guard let value = item[key] else { continue }
        let number = varied(value).map { "a varied number (\($0)) of \(noun)s" } ?? count(value, noun)
        return "at least \(number) had \(verb)"
      }
      let text = stop(item)
      return text.hasPrefix("when ") ? String(text.dropFirst("when ".count)) : text
    }
    func joined(_ value: Value, by word: String) -> String {
      countsFirst(value).map(stop).joined(separator: word)
    }
    guard case .mapping(let fields) = value else { return plain(value) }
    // A maximum has no effect if another number of trials comes first.
    let ends = [value["trials"]] + (value["any"]?.items ?? []).map { $0["trials"] }
    let isMoot = ends.contains { end in
      guard case .integer(let trials)? = end, case .integer(let most)? = value["maximum"] else { return false }
      return trials <= most
    }
    return fields.filter { !(isMoot && $0.key == "maximum") }.map(condition).joined(separator: ", ")
  }

  /// `25 %`, from 0.25 or `25%`.
  private static func share(_ value: Value) -> String {
    if let text = value.word { return text.hasSuffix("%") ? "\(text.dropLast()) %" : text }
    if case .number(let number) = value { return Precision(of: 100 * number, digits: 6).text(100 * number) + " %" }
    return varied(value).map { "(varied: \($0))" } ?? plain(value)
  }

  /// The digits without zeros at the end: `99.1` for `99.1000`.
  private static func trimmed(_ text: String) -> String {
    guard text.contains("."), !text.contains("e") else { return text }
    let kept = text.reversed().drop { $0 == "0" }
    return String((kept.first == "." ? kept.dropFirst() : kept).reversed())
  }

  /// `1/3`, the guess rate with three alternatives; `nil` for other numbers.
  private static func unitFraction(_ number: Double) -> String? {
    (3...100).first { abs(number - 1 / Double($0)) < 1e-12 }.map { "1/\($0)" }
  }

  /// The digits in front of the decimal point in groups of three.
  private static func grouped(_ text: String) -> String {
    let whole = text.prefix { $0 != "." }
    let digits = whole.drop { $0 == "−" }
    guard digits.count > 4, let number = Int(digits) else { return text }
    return (whole.first == "−" ? "−" : "") + TextTable.grouped(number) + text.dropFirst(whole.count)
  }

  /// A number of things: `nine trials`, `10 000 trials`.
  static func count(_ value: Value, _ noun: String) -> String {
    if case .integer(let number) = value {
      return number == 1 ? "one \(noun)" : "\(MethodsText.number(number)) \(noun)s"
    }
    return "\(plain(value)) \(noun)s"
  }

  static func plain(_ value: Value) -> String {
    switch value {
    case .text(let text): text
    case .list(let items): list(items)
    case .mapping(let fields): fields.map { "\($0.key) \(plain($0.value))" }.joined(separator: ", ")
    // Numbers such as 1/3 have more digits than people need.
    case .number(let number) where number.shortest.count > 8:
      unitFraction(number) ?? grouped(trimmed(Precision(of: number, digits: 6).text(number)))
    case .number, .integer: grouped(value.json().replacing("-", with: "−"))
    default: value.json()
    }
  }
}

extension Plan {
  /// The resolved experiment for people, with the values of named sweeps in place of their names.
  var told: Value { Plan.named(resolved, resolved["sweeps"]) }

  private static func named(_ value: Value, _ sweeps: Value?) -> Value {
    switch value {
    case .list(let items): return .list(items.map { named($0, sweeps) })
    case .mapping(let fields):
      if let name = value["sweep"]?.word, fields.count == 1, let values = sweeps?[name] {
        return .mapping([Value.Field("vary", values)])
      }
      return .mapping(fields.map { Value.Field($0.key, named($0.value, sweeps)) })
    default: return value
    }
  }
}

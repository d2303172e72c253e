import Configuration

/// The settings of a strategy or a listener, as a sentence says them: `start 100 cents, down 2, step (factor 2)`.
struct SettingsProse {
  /// By dotted path.
  private let parameters: [String: Parameter]
  /// What varies under a name: the file's `sweeps`.
  private let sweeps: Value?

  init(_ parameters: [Parameter], sweeps: Value? = nil) {
    self.sweeps = sweeps
    self.parameters = Dictionary(parameters.map { ($0.name, $0) }) { first, _ in first }
  }

  /// - Parameter left: Keys that are said elsewhere.
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
    case .text(let text) where text == parameters[full]?.fallback: return nil
    case .mapping(let fields):
      if let values = varied(field.value) { return "\(name) varied: \(values)\(unit(full))" }
      if ["after-reversals", "after-trials"].contains(field.key) {
        let what = field.key.dropFirst("after-".count)
        return fields.map { "\(SettingsProse.plain($0.value)) after \($0.key) \(what)" }.joined(separator: ", ")
      }
      let inner = fields.compactMap { text($0, in: full) }
      return inner.isEmpty ? nil : "\(name) (\(inner.joined(separator: ", ")))"
    case .list([]): return nil
    case .list(let items):
      return "\(name) \(SettingsProse.list(items))\(unit(full))"
    default: return "\(name) \(SettingsProse.plain(field.value))\(unit(full))"
    }
  }

  private func unit(_ path: String) -> String {
    guard let unit = parameters[path]?.unit, !["", "1", "axis"].contains(unit) else { return "" }
    return " \(unit)"
  }

  /// Long lists by their ends.
  private static func list(_ items: [Value]) -> String {
    let texts = items.map(plain)
    guard texts.count > 6, let first = texts.first, let last = texts.last else { return texts.joined(separator: ", ") }
    return "\(texts.count) values from \(first) to \(last)"
  }

  /// What varies between cells; nil for any other mapping.
  private func varied(_ value: Value) -> String? {
    if let vary = value["vary"] { return SettingsProse.plain(vary) }
    guard let sweep = value["sweep"] else { return nil }
    let name = SettingsProse.plain(sweep)
    return SettingsProse.plain(sweeps?[name] ?? sweep)
  }

  /// When runs end: `after 60 trials or at 10 reversals, at the latest after 400 trials`.
  func stop(_ value: Value) -> String {
    func condition(_ field: Value.Field) -> String {
      let number = varied(field.value).map { "a varied number (\($0)) of" } ?? SettingsProse.plain(field.value)
      return switch field.key {
      case "trials": "after \(number) trials"
      case "reversals": "at \(number) reversals"
      case "width": "when the threshold's 95 % interval was at most \(bound(field.value)) wide"
      case "entropy": "when the posterior's entropy was at most \(bound(field.value)) nats"
      case "minutes": "after \(number) minutes"
      case "any": joined(field.value, by: " or ")
      case "all": joined(field.value, by: " and ")
      case "maximum": "at the latest after \(number) trials"
      default: "\(field.key) \(number)"
      }
    }
    func joined(_ value: Value, by word: String) -> String {
      value.items.map(stop).joined(separator: word)
    }
    func bound(_ value: Value) -> String { varied(value).map { "(varied: \($0))" } ?? SettingsProse.plain(value) }
    guard case .mapping(let fields) = value else { return SettingsProse.plain(value) }
    // A maximum that is the only condition's own says nothing.
    let isOne = value["any"]?.items.count == 1 && value["any"]?.items.first?["trials"] == value["maximum"]
    return fields.filter { !(isOne && $0.key == "maximum") }.map(condition).joined(separator: ", ")
  }

  static func plain(_ value: Value) -> String {
    switch value {
    case .text(let text): text
    case .list(let items): list(items)
    case .mapping(let fields): fields.map { "\($0.key) \(plain($0.value))" }.joined(separator: ", ")
    // 1/3 has digits that only a computer needs.
    case .number(let number) where number.shortest.count > 8: Precision(of: number, digits: 6).text(number)
    default: value.json()
    }
  }
}

import PeachAudio
import PeachSimulation
import PeachSupport

/// The composed sounds of a task in words, with the units of their numbers: what a methods section says of the stimuli.
struct SoundProse {
  /// The sound of the resolved experiment: the mapping under `sounds`.
  private let sounds: Value
  /// The units of numbers by the dotted path of their keys in a sound: `noise.from`.
  private let units: [String: String]

  /// `nil` if the task has no composed sounds.
  init?(task: Value?) {
    guard let sounds = task?["sounds"], sounds["standard"] != nil else { return nil }
    self.sounds = sounds
    let levels = sounds["levels"]?.word ?? "dB FS"
    units = Dictionary(
      ComposedStimulus.parameters.map { parameter in
        let name = parameter.name.hasPrefix("standard.") ? String(parameter.name.dropFirst(9)) : parameter.name
        if name == "sample-rate" { return (name, "Hz") }
        return (name, name.hasSuffix("level") ? levels : ["1", ""].contains(parameter.unit) ? "" : parameter.unit)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Adds a sentence and a table of standard, target and background.
  ///
  /// - Parameter unit: Of the level.
  func add(unit: String, to text: inout MethodsText) {
    var subjects: [(name: String, settings: [SettingsProse.Setting])] = []
    for part in ["standard", "target", "background"] {
      guard case .mapping(let fields)? = sounds[part] else { continue }
      subjects.append((part, fields.map { .init(name: name($0.key), text: words($0.value, $0.key)) }))
    }
    let rest = ["before", "between", "after", "sample-rate"].compactMap { key in
      sounds[key].map { value in
        SettingsProse.Setting(name: name(key), text: words(value, key) + (key == "sample-rate" ? " Hz" : ""))
      }
    }
    if !rest.isEmpty { subjects.append(("trial", rest)) }
    let quantity = VariedQuantity(sounds: sounds, unit: unit)
    let varied = "the \(quantity?.name ?? "level") in \(quantity?.unit ?? unit)"
    let number = text.add(
      MethodsTable(
        "Sounds of a trial. x is \(varied); +x adds it to the value of the standard. In all other parameters the target "
          + "equals the standard.", of: subjects, heading: "sound"))
    text.quantity = nil
    text.add(
      "Intervals contained either the standard or the target"
        + (sounds["background"] == nil ? "" : "; a background sound played through the whole trial")
        + " (Table \(number)).")
    text.add("The varied quantity x was \(varied).")
    text.quantity = quantity
    if sounds["reminder"] == .flag(true) {
      text.add("Every trial began with the standard, and the listener judged the second sound.")
    }
  }

  private func name(_ key: String) -> String { key.replacing("-", with: " ") }

  /// A value with its unit: `500 Hz`, `drawn from −40 to −20 dB FS for each interval`, `from 50 Hz, to 10000 Hz`.
  private func words(_ value: Value, _ path: String) -> String {
    let unit = units[path].map { $0.isEmpty ? "" : " \($0)" } ?? ""
    switch value {
    case .mapping(let fields):
      if let values = value["vary"] { return "varied: \(SettingsProse.plain(values))\(unit)" }
      if let draw = value["draw"], let low = draw["from"], let high = draw["to"] {
        return "drawn from \(SettingsProse.plain(low)) to \(SettingsProse.plain(high))\(unit) for each "
          + (value["each"]?.word ?? "interval")
      }
      if let values = value["vary"] { return "varied: \(SettingsProse.plain(values))\(unit)" }
      return fields.map { "\(name($0.key)) \(nested($0.value, "\(path).\($0.key)"))" }.joined(separator: ", ")
    // Added sounds have the keys of a sound.
    case .list(let items) where path == "add":
      return items.map { item in
        guard case .mapping(let fields) = item else { return SettingsProse.plain(item) }
        return fields.map { "\(name($0.key)) \(nested($0.value, $0.key))" }.joined(separator: ", ")
      }.joined(separator: "; ")
    case .text(let text) where ["x", "+x", "-x"].contains(text): return text.replacing("-", with: "−")
    case .text(let text): return text
    default: return SettingsProse.plain(value) + unit
    }
  }

  private func nested(_ value: Value, _ path: String) -> String {
    if case .mapping = value, value["draw"] == nil, value["vary"] == nil { return "(\(words(value, path)))" }
    return words(value, path)
  }
}

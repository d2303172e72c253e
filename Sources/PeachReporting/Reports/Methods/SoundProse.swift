import PeachAudio
import PeachSimulation
import PeachSupport
import PeachTrials

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

  /// Adds the sentences and the table of standard, target and background.
  ///
  /// - Parameters:
  ///   - task: The task with these sounds.
  ///   - hasNoise: Whether some trials of a yes/no task have no target.
  func add(_ task: TrialTask, hasNoise: Bool, to text: inout MethodsText) {
    let axis = task.axis
    var subjects: [(name: String, settings: [SettingsProse.Setting])] = []
    for part in ["standard", "target", "background"] {
      guard case .mapping(let fields)? = sounds[part] else { continue }
      // The source comes first, so that its level is known to be its own.
      let isSource = { (field: Value.Field) in ComposedStimulus.sources.contains(field.key) }
      let ordered = fields.filter(isSource) + fields.filter { !isSource($0) }
      subjects.append((part, ordered.map { .init(name: JournalTerms.sound($0.key), text: words($0.value, $0.key)) }))
    }
    let rest = ["before", "between", "after", "sample-rate"].compactMap { key in
      sounds[key].map { SettingsProse.Setting(name: JournalTerms.sound(key), text: words($0, key)) }
    }
    if !rest.isEmpty { subjects.append(("trial", rest)) }
    let quantity = VariedQuantity(sounds: sounds, unit: axis.unit)
    let varied = quantity?.described ?? "the level in \(JournalTerms.unit(axis.unit))"
    let isAdded = subjects.contains { $0.settings.contains { $0.text.firstMatch(of: /[+−]x/) != nil } }
    let number = text.add(
      MethodsTable(
        "Sounds of a trial. The varied quantity x is \(varied)\(isAdded ? "; +x adds it to the value of the standard" : ""). All "
          + "other parameters of the target are those of the standard.", of: subjects, heading: "sound"))
    text.quantity = nil
    text.add(
      SoundProse.intervals(of: task, hasNoise: hasNoise)
        + (sounds["background"] == nil ? "" : "; a background sound played through the whole trial")
        + " (Table \(number)).")
    text.add("The varied quantity x was \(varied)\(axis.scale == .log ? ", on a logarithmic scale" : "").")
    text.quantity = quantity
    if sounds["reminder"] == .flag(true) {
      text.add("Every trial began with the standard, and the listener judged the second sound.")
    }
  }

  /// The sentence that says which intervals had the target.
  private static func intervals(of task: TrialTask, hasNoise: Bool) -> String {
    switch task.kind {
    case .forcedChoice:
      let others = task.alternatives == 2 ? "the other" : "the others"
      return "One interval, chosen at random, contained the target; \(others) contained the standard"
    case .yesNo:
      return hasNoise
        ? "The interval contained the target in signal trials and the standard in noise trials"
        : "The interval contained the target in every trial"
    case .oddity:
      return "One interval, chosen at random, contained the target and the others the standard, or the reverse, with "
        + "equal probability"
    case .axb:
      return
        "One of the outer intervals, chosen at random, contained the target and the other the standard; the middle "
        + "interval repeated one of them, chosen at random"
    case .sameDifferent: return "Each interval contained the target or the standard, chosen at random"
    case .comparison, .matching: return "Intervals contained either the standard or the target"
    }
  }

  /// A value with its unit: `500 Hz`, `drawn from −40 to −20 dB FS for each interval`, `50 to 10 000 Hz`.
  private func words(_ value: Value, _ path: String) -> String {
    let key = path.split(separator: ".").last.map(String.init) ?? path
    switch value {
    case .mapping(let fields):
      if let values = value["vary"] { return "varied: " + SettingsProse.values(values.items, unit: unit(path)) }
      if let draw = value["draw"], let low = draw["from"], let high = draw["to"] {
        return "drawn from \(SettingsProse.plain(low)) to \(SettingsProse.plain(high))\(unit(path)) for each "
          + (value["each"]?.word ?? "interval")
      }
      return mapping(fields, path)
    // Added sounds have the keys of a sound.
    case .list(let items) where path == "add": return items.map(added).joined(separator: "; ")
    case .list(let ends) where key == "harmonics" && ends.count == 2:
      return "\(SettingsProse.plain(ends[0])) to \(SettingsProse.plain(ends[1]))"
    case .list(let items): return SettingsProse.values(items, unit: unit(path))
    case .flag(let flag): return flag ? "yes" : "no"
    case .text(let text) where ["x", "+x", "-x"].contains(text): return text.replacing("-", with: "−")
    case .text(let text) where path == "sample-rate":
      return Double(text).map { "\(($0 / 1000).shortest) kHz" } ?? text
    case .text(let text): return SoundProse.choices["\(key).\(text)"] ?? JournalTerms.word(text, of: key)
    // Short times have one unit, whatever the unit in the file.
    case .number(let seconds) where unit(path) == " s" && abs(seconds) < 1:
      return SettingsProse.plain(.number((1e6 * seconds).rounded() / 1e3)) + " ms"
    default: return SettingsProse.plain(value) + unit(path)
    }
  }

  private static let choices = [
    "fresh.interval": "new sample in each interval", "fresh.trial": "new sample in each trial",
    "fresh.session": "one sample for all trials",
  ]

  /// Edges first: `150 to 1 700 Hz, spectral slope 0 dB/octave, new sample in each interval`.
  private func mapping(_ fields: [Value.Field], _ path: String) -> String {
    let ends = ["from", "to"].compactMap { key in fields.first { $0.key == key }?.value }
    let hasRange = ends.count == 2 && ends.allSatisfy { if case .mapping = $0 { false } else { true } }
    let range = hasRange ? ["\(bare(ends[0])) to \(words(ends[1], "\(path).to"))"] : []
    let rest = fields.filter { !(hasRange && ["from", "to"].contains($0.key)) }
    return
      (range
      + rest.map { field in
        let inner = "\(path).\(field.key)"
        if field.key == "components", case .mapping(let components) = field.value {
          return components.map { "component \($0.key): \(words($0.value, inner))" }.joined(separator: "; ")
        }
        let text = nested(field.value, inner)
        switch field.key {
        case "fresh": return text
        case "notch": return "notch (\(text))"
        case "phases": return "\(text) phases"
        case "same-power":
          return field.value == .flag(true) ? "power as without modulation" : "power raised by the modulation"
        default: return "\(JournalTerms.sound(field.key)) \(text)"
        }
      }).joined(separator: ", ")
  }

  /// A number without its unit, or x.
  private func bare(_ value: Value) -> String {
    value.word.map { $0.replacing("-", with: "−") } ?? SettingsProse.plain(value)
  }

  /// `tone of 1 000 Hz, onset 0.1 s, duration 0.3 s, ramps 20 ms, level x, left ear`
  private func added(_ sound: Value) -> String {
    guard case .mapping(let fields) = sound else { return SettingsProse.plain(sound) }
    let sources = fields.filter { ComposedStimulus.sources.contains($0.key) }
    let rest = fields.filter { !ComposedStimulus.sources.contains($0.key) }
    return
      (sources.map { "\(JournalTerms.sound($0.key)) of \(words($0.value, $0.key))" }
      + rest.map { field in
        let text = nested(field.value, field.key)
        return field.key == "ear" ? text : "\(JournalTerms.sound(field.key)) \(text)"
      }).joined(separator: ", ")
  }

  private func nested(_ value: Value, _ path: String) -> String {
    let isBare = path.hasSuffix(".notch")
    if case .mapping = value, value["draw"] == nil, value["vary"] == nil, !isBare { return "(\(words(value, path)))" }
    return words(value, path)
  }

  private func unit(_ path: String) -> String {
    let key = path.split(separator: ".").last.map(String.init) ?? path
    if key == "slope" { return " dB/octave" }
    return units[path].flatMap { $0.isEmpty ? nil : SettingsProse.suffix($0) } ?? ""
  }
}

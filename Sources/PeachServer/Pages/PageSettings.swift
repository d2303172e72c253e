import PeachAudio
import PeachPitch
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTerminal

/// The settings of a listener as a page shows them: each with its name, its value and the control that sets it.
struct PageSettings: Encodable, Sendable {
  struct Choice: Encodable, Sendable {
    var value: String
    var label: String
  }

  struct Setting: Encodable, Sendable {
    enum Control: String, Encodable, Sendable {
      case choice, number, text, notes, intervals
    }

    var key: String
    var label: String
    var value: String
    var unit: String
    var control: Control
    var choices: [Choice] = []
    var least: Double?
    var most: Double?
    /// The values that can be entered.
    var help: String
  }

  var settings: [Setting]

  /// Settings of the machine that plays, which the browser decides.
  private static let ofMachine = ["device", "onset-latency", "channel", "sample-rate", "sample-format", "note-levels"]

  init(of settings: TrainingSettings, words: Words) {
    let own = PageWords.of(words)
    self.settings = TrainingSettings.parameters.compactMap { parameter in
      let key = parameter.name
      if PageSettings.ofMachine.contains(key) { return nil }
      if key == "natural-mechanical", settings.strategy != .adaptive { return nil }
      var setting = Setting(
        key: key, label: PageSettings.label(key, words), value: settings[key],
        unit: parameter.unit == "1" ? "" : parameter.unit, control: .text, help: words.expectation(parameter))
      func choose(_ names: [String], _ label: (String) -> String) {
        setting.control = .choice
        setting.choices = names.map { Choice(value: $0, label: label($0)) }
        setting.help = ""
        if !names.contains(setting.value) { setting.choices.append(Choice(value: setting.value, label: setting.value)) }
      }
      switch (key, parameter.kind) {
      case (_, .choice(let names)): choose(names) { own.values[$0] ?? $0 }
      case ("tuning", _): choose(BuiltInTunings.names) { $0 }
      case ("sound", _): choose(["sine", "complex:5", "complex:10"]) { $0 }
      case ("intervals", _):
        setting.control = .intervals
        setting.choices = DirectedInterval.all.map { Choice(value: $0.name, label: words.interval($0)) }
        setting.help = ""
      case ("notes", _):
        setting.control = .notes
        setting.choices = (21...108).map { note in
          let name = MIDINote(unchecked: note).name
          return Choice(value: name, label: name)
        }
        setting.help = ""
      case (_, .number(let bounds)):
        setting.control = .number
        (setting.least, setting.most) = (bounds.lower?.value, bounds.upper?.value)
      default: break
      }
      return setting
    }
  }

  /// The name of a setting as a heading: "Note duration".
  private static func label(_ key: String, _ words: Words) -> String {
    let name = words.setting(key)
    guard name == key else { return name }
    let plain = key.replacing("-", with: " ")
    return plain.prefix(1).uppercased() + plain.dropFirst()
  }
}

import ArgumentParser
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport

struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show or change a listener's training settings.",
    usage: "peach settings [--listener <ID>] [--wide] [<key> [<value>]]",
    discussion: """
      Without arguments, Peach shows all settings. KEY shows one setting; KEY VALUE changes it. The value default resets it.

      Examples:
        peach settings
        peach settings notes C3-C5
        peach settings intervals perfect-fifth-up,major-third-down --listener P07
        peach settings level -20
      """)

  @OptionGroup var listener: ListenerOption

  // Taken as they come, since a value may be a negative number.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("Name of the setting, and its new value.", valueName: "key> <value"),
    completion: Completions.settings)
  var words: [String] = []

  @OptionGroup var layout: PageOptions

  func validate() throws {
    if let option = words.first(where: { $0.hasPrefix("-") && NumberGrammar.double($0) == nil }) {
      throw ValidationError("unknown option \(SafeText.quoted(option))")
    }
    if words.count > 2 {
      throw ValidationError("expected at most a setting and its value, got \(words.count) words")
    }
  }

  func run() throws {
    guard let key = words.first else { return try showAll() }
    do {
      if words.last == "default", try forget(key) { return }
      try TrainingSettings.checkKey(key)
      if words.count == 2 { try set(key, words[1]) } else { Standard.output(try current()[key] + "\n") }
    } catch let error as SettingError {
      throw Failure(status: ExitStatus.commandLine, message: error.description)
    }
  }

  private func current() throws -> TrainingSettings {
    let stored =
      try ListenerDatabase.existing()?.trainingSettings(of: listener.id) ?? TrainingSettings.read(stored: [:])
    for warning in stored.warnings { Standard.error("listener \(listener.id): \(warning)\n") }
    return stored.settings
  }

  /// Takes back what another version set.
  ///
  /// - Returns: Whether there was such a key.
  private func forget(_ key: String) throws -> Bool {
    guard let live = try ListenerDatabase.existing(),
      try live.trainingSettings(of: listener.id).unknown.contains(key)
    else { return false }
    try live.unset(key, of: listener.id)
    Standard.output("\(key): forgotten\n")
    return true
  }

  private func set(_ key: String, _ value: String) throws {
    let before = try current()[key]
    let live = try ListenerDatabase.open()
    if try live.setTraining(key, to: value, of: listener.id) {
      Standard.error("onset-latency is 0 again, because it was measured on another device\n")
    }
    let parameter = TrainingSettings.parameters.first { $0.name == key }
    let after = try live.trainingSettings(of: listener.id).settings
    let shown = [parameter?.withUnit(after[key]) ?? after[key], value == "default" ? "(default)" : ""].filter {
      !$0.isEmpty
    }
    Standard.output("\(key): \(before) → \(shown.joined(separator: " "))\n")
    if key == "natural-mechanical", after.strategy != .adaptive {
      Standard.error("this setting takes effect only with: peach settings strategy adaptive\n")
    }
  }

  private func showAll() throws {
    let settings = try current()
    var table = TextTable([
      TextColumn("key"), TextColumn("value", .words), TextColumn("default", .words, rank: 3),
      TextColumn("unit", rank: 1), TextColumn("expected", .words, rank: 2), TextColumn("meaning", .words),
    ])
    for parameter in TrainingSettings.parameters {
      table.add([
        parameter.name, settings[parameter.name], parameter.fallback ?? "",
        parameter.unit == "1" ? "" : parameter.unit, parameter.unitlessExpectation, parameter.meaning,
      ])
    }
    Standard.output(table.text(in: layout.page))
  }
}

import PeachAudio
package import PeachStorage
package import PeachSupport

extension TrainingSettings {
  /// Settings as they are stored, understood key by key.
  package struct Stored: Sendable {
    /// The settings in force. Defaults replace values that could not be read.
    package var settings: TrainingSettings
    /// Keys of another version, left as they are.
    package var unknown: [String]
    /// Keys whose values are refused, such as a tuning whose file has gone, by key.
    package var refused: [(key: String, error: SettingError)]

    /// Warnings about the stored settings.
    package var warnings: [String] {
      unknown.map { "setting \(SafeText.cut($0)) is unknown and ignored" }
        + refused.map { "setting \($0) is ignored: \($1.reason)" }
    }
  }

  /// The keys with their units, bounds, defaults and meanings.
  package static let parameters = Reader.describe { _ = read($0) }

  /// The settings that training of one kind reads.
  package static func parameters(of kind: SessionKind) -> [Parameter] {
    let others = keysOfOneKind.filter { $0.key != kind }.flatMap(\.value)
    return parameters.filter { !others.contains($0.name) }
  }

  private static let keysOfOneKind: KeyValuePairs<SessionKind, [String]> = [
    .comparison: ["limits", "vary-loudness", "natural-mechanical", "strategy", "wrong-tick"],
    .matching: ["matching-offset"],
  ]

  /// The default settings.
  package static var standard: TrainingSettings { read([:]).settings }

  /// Understands what was stored, key by key.
  package static func read(stored: [String: String]) -> Stored {
    let names = parameters.map(\.name)
    var known = stored.filter { names.contains($0.key) }
    let unknown = stored.keys.filter { known[$0] == nil }.sorted()
    let (settings, problems) = read(known)
    if problems.isEmpty { return Stored(settings: settings, unknown: unknown, refused: []) }
    for problem in problems { known[problem.path] = nil }
    let refused = problems.map { (key: $0.path, error: SettingError($0.message, hint: $0.hint)) }
    return Stored(settings: read(known).settings, unknown: unknown, refused: refused)
  }

  /// Checks a value for a key.
  ///
  /// - Returns: The value to store.
  /// - Throws: `SettingError` if there is no such key, or the value is refused.
  package static func checked(_ key: String, _ value: String) throws(SettingError) -> String {
    try checkKey(key)
    let (settings, problems) = read([key: value])
    if let problem = problems.first { throw SettingError("\(key): \(problem.message)", hint: problem.hint) }
    return settings[key]
  }

  /// - Throws: `SettingError` if there is no such key.
  package static func checkKey(_ key: String) throws(SettingError) {
    let names = parameters.map(\.name)
    if names.contains(key) { return }
    if let name = key.split(separator: "=").first.map(String.init), names.contains(name) {
      throw SettingError(
        "expected a name and a value as two words, got \(SafeText.quoted(key))",
        hint: "write '\(key.replacing("=", with: " "))'")
    }
    throw SettingError(
      "no setting named \(SafeText.quoted(key))", hint: NearestName.hint(for: key, among: names, listing: "settings"))
  }

  /// The value of a key, in the form in which it is set.
  ///
  /// - Precondition: There is such a key.
  package subscript(key: String) -> String {
    switch resolved.first(where: { $0.key == key })?.value {
    case .text(let text): text
    case .some(let value): value.json()
    case nil: preconditionFailure("no setting named \(key)")
    }
  }

  private static func read(_ stored: [String: String]) -> (settings: TrainingSettings, problems: [Problem]) {
    let place = Place(file: "settings", line: 1, column: 1)
    let entries = stored.sorted { $0.key < $1.key }.map { key, text in
      Node.Entry(key: key, place: place, value: .scalar(text: text, isQuoted: false, place: place))
    }
    let diagnostics = Diagnostics()
    let settings = Reader.read(.mapping(entries, place: place), path: "", diagnostics: diagnostics) { read($0) }
    guard let settings else { preconditionFailure("a mapping is read") }
    do {
      try diagnostics.check()
      return (settings, [])
    } catch {
      return (settings, error.problems)
    }
  }
}

extension LiveDatabase {
  /// Sets a key, or takes it back with `default`, in one transaction. With another device goes the latency that was
  /// measured of the one before.
  ///
  /// - Returns: Whether a latency was forgotten.
  /// - Throws: `SettingError` for a value that is refused, `RecordsError` when it cannot be stored.
  @discardableResult
  package func setTraining(_ key: String, to value: String, of listener: String) throws -> Bool {
    let checked = value == "default" ? nil : try TrainingSettings.checked(key, value)
    return try changeSettings(of: listener) { stored, devices in
      let before = TrainingSettings.read(stored: stored).settings
      stored[key] = checked
      try LiveDatabase.checkLevel(key, stored, devices)
      let forgets =
        key == "device" && (checked ?? TrainingSettings.standard.device) != before.device && before.onsetLatency != 0
      if forgets { stored["onset-latency"] = nil }
      return forgets
    }
  }

  /// Refuses a level that the device cannot play, or that is not safe there, before it is set.
  private static func checkLevel(
    _ key: String, _ values: [String: String], _ devices: [DeviceProfile]
  ) throws(SettingError) {
    guard ["level", "note-levels", "device", "channel"].contains(key) else { return }
    let settings = TrainingSettings.read(stored: values).settings
    var levels = NoteLevels(settings.level, gains: settings.gains)
    levels.calibrate(on: settings.device, settings.channel.rawValue, by: devices)
    if let problem = levels.problem(among: settings.audible, on: "the device \(SafeText.quoted(settings.device))") {
      throw SettingError(
        key == "level" ? problem.reason : "\(key): \(problem.reason)", hint: problem.hint, level: problem)
    }
  }

  /// The settings stored of a listener.
  package func trainingSettings(of listener: String) throws(RecordsError) -> TrainingSettings.Stored {
    TrainingSettings.read(stored: try settings(of: listener))
  }
}

public import Configuration
public import Records

extension TrainingSettings {
  /// The keys with their units, bounds, defaults and meanings.
  public static let parameters = Reader.describe { _ = read($0, .builtIn) }

  /// Understands what was stored, key by key.
  ///
  /// - Returns: The settings, and what is to be said of stored keys that mean nothing here: another version's. They are
  ///   left as they are, and the defaults stand in for them.
  public static func read(
    stored: [String: String], _ kinds: Kinds = .builtIn
  ) -> (settings: TrainingSettings, warnings: [String]) {
    let names = parameters.map(\.name)
    var known = stored.filter { names.contains($0.key) }
    var warnings = stored.keys.filter { known[$0] == nil }.sorted().map { "setting \($0) is unknown and ignored" }
    let (settings, problems) = read(known, kinds)
    if problems.isEmpty { return (settings, warnings) }
    for problem in problems {
      known[problem.path] = nil
      warnings.append("setting \(problem.path) is ignored: \(problem.message)")
    }
    return (read(known, kinds).settings, warnings)
  }

  /// Checks a value for a key.
  ///
  /// - Returns: The value as it is to be stored.
  /// - Throws: `SettingError` when there is no such key, or the value is refused.
  public static func checked(
    _ key: String, _ value: String, _ kinds: Kinds = .builtIn
  ) throws(SettingError) -> String {
    try checkKey(key)
    let (settings, problems) = read([key: value], kinds)
    if let problem = problems.first { throw SettingError("\(key): \(problem.message)", hint: problem.hint) }
    return settings[key]
  }

  /// Whether there is such a key.
  public static func isKey(_ key: String) -> Bool { parameters.contains { $0.name == key } }

  /// - Throws: `SettingError` when there is no such key.
  public static func checkKey(_ key: String) throws(SettingError) {
    let names = parameters.map(\.name)
    if names.contains(key) { return }
    throw SettingError(
      "no setting named '\(key)'", hint: NearestName.hint(for: key, among: names, listing: "settings"))
  }

  /// What a key is set to, as it would be set.
  ///
  /// - Precondition: There is such a key.
  public subscript(key: String) -> String {
    switch resolved.first(where: { $0.key == key })?.value {
    case .text(let text): text
    case .some(let value): value.json()
    case nil: preconditionFailure("no setting named \(key)")
    }
  }

  private static func read(
    _ stored: [String: String], _ kinds: Kinds
  ) -> (settings: TrainingSettings, problems: [Problem]) {
    let place = Place(file: "settings", line: 1, column: 1)
    let entries = stored.sorted { $0.key < $1.key }.map { key, text in
      Node.Entry(key: key, place: place, value: .scalar(text: text, isQuoted: false, place: place))
    }
    let diagnostics = Diagnostics()
    let settings = Reader.read(.mapping(entries, place: place), path: "", diagnostics: diagnostics) { read($0, kinds) }
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
  /// The settings in force for a listener, and what is to be said of stored ones that mean nothing here.
  public func trainingSettings(
    of listener: String, _ kinds: TrainingSettings.Kinds = .builtIn
  ) throws(RecordsError) -> (settings: TrainingSettings, warnings: [String]) {
    TrainingSettings.read(stored: try settings(of: listener), kinds)
  }
}

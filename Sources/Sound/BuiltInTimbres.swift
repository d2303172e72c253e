import Configuration

/// The timbres that can be named. One word here makes a new one known everywhere.
public enum BuiltInTimbres {
  public static let all: [any Timbre.Type] = [Sine.self, HarmonicComplex.self]

  /// The timbre with that name.
  ///
  /// - Throws: `SoundError` with what is accepted and the nearest name, when there is none.
  public static func named(_ name: String) throws(SoundError) -> any Timbre {
    for type in all {
      if let timbre = try type.init(named: name) { return timbre }
    }
    let patterns = all.map { $0.pattern }
    // What stands before the first colon is what was probably mistyped.
    let heads = patterns.map { String($0.prefix { $0 != ":" }) }
    let nearest = NearestName.of(String(name.prefix { $0 != ":" }), among: heads)
    throw SoundError(
      "no sound named '\(name)'; sounds are \(patterns.joined(separator: ", "))",
      hint: nearest.map { "did you mean '\($0)\(name.drop { $0 != ":" })'?" })
  }
}

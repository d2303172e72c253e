/// The tunings that can be named. One word here makes a new one known everywhere.
public enum BuiltInTunings {
  public static let all: [any TuningSystem.Type] = [EqualTemperament.self, JustIntonation.self]

  /// The tuning with that name, or nil where there is none.
  public static func named(_ name: String) -> (any TuningSystem)? {
    for type in all {
      if let tuning = type.init(named: name) { return tuning }
    }
    return nil
  }
}

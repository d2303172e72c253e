import PeachSupport

/// The tunings that can be named. One word here makes a new one known everywhere.
package enum BuiltInTunings {
  package static let all: [any TuningSystem.Type] = [
    EqualTemperament.self, JustIntonation.self, Pythagorean.self, QuarterCommaMeantone.self, WerckmeisterIII.self,
    EqualDivision.self, ScalaScale.self,
  ]

  /// The names, and for types of several tunings the pattern of theirs.
  package static var names: [String] { all.map { $0.name } }

  /// The tuning with that name, or `nil` if there is none. A keyed one stands on C. A Scala file's is none of them: it
  /// needs the file's text.
  package static func named(_ name: String) -> (any TuningSystem)? {
    for type in all {
      if let tuning = type.init(named: name) { return tuning }
    }
    return nil
  }

  /// The name that an unknown `text` probably meant: one of a pattern that it fits, else the nearest.
  package static func nearest(to text: String) -> String? {
    let near = all.flatMap { $0.names(near: text) }
    return near.first { !names.contains($0) } ?? NearestName.of(text, among: near)
  }

  /// "did you mean '17-edo'?" for a text that is not a name; `nil` if no name is near.
  package static func question(for text: String) -> String? {
    nearest(to: text).map { NearestName.question(about: $0) }
  }
}

import PeachExperiments
import PeachPitch
import PeachReporting

/// The output of `peach list tunings NAME`: the sizes of the intervals, and what they are built on.
enum TuningPage {
  /// Nil for an unknown name.
  ///
  /// - Throws: When the name is that of a Scala file, and the file is wrong.
  static func page(_ name: String) throws -> Page? {
    if let tuning = BuiltInTunings.named(name) { return page(tuning) }
    if let pattern = BuiltInTunings.all.first(where: { $0.name == name }) {
      return Page(
        name: name,
        facts: origin(of: pattern) + [
          (
            "sizes",
            "peach list tunings NAME shows them for one tuning, such as 19-edo or scala:mine.scl"
          )
        ],
        parameters: [])
    }
    guard name.hasPrefix(ScalaScale.prefix), name != ScalaScale.prefix else { return nil }
    return try scalaPage(String(name.dropFirst(ScalaScale.prefix.count)))
  }

  private static func scalaPage(_ path: String) throws -> Page {
    let (file, label) = try ScaleFiles.read(path)
    let map = file.noteCount == 12 ? nil : file.nearestMap
    let tuning = try ScalaScale(file, label: label, map: map)
    var page = page(tuning)
    page.facts.insert(
      contentsOf: [("description", file.description), ("notes", "\(file.noteCount), of which the last is the period")],
      at: 2)
    if let map {
      let degrees = map.map(String.init).joined(separator: ", ")
      page.facts.append(
        ("map", "the sizes above use map: [\(degrees)], the scale degrees that are nearest to equal semitones"))
    }
    return page
  }

  private static func page(_ tuning: any TuningSystem) -> Page {
    var facts = origin(of: type(of: tuning))
    facts.append(
      (
        "built on",
        tuning is any KeyedTuning
          ? "the tonic, here C; A4 sounds at the reference pitch"
          : "the reference note, which sounds as in equal temperament; the ratio of an interval down is the "
            + "reciprocal of its ratio up"
      ))
    for interval in DirectedInterval.all where interval.direction == .up {
      let cents = tuning.size(of: interval, above: middleC).value
      facts.append((interval.interval.name, TextTable.fixed(cents, 4) + " cents"))
    }
    return Page(name: tuning.name, facts: facts, parameters: [])
  }

  private static let middleC = MIDINote(unchecked: 60)

  private static func origin(of type: any TuningSystem.Type) -> [(key: String, text: String)] {
    [("summary", type.summary), ("source", type.source)]
  }
}

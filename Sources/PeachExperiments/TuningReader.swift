import PeachPitch
import PeachSupport

/// Reads `tuning` of a task, with `tonic`, `map` and `scales`, which only some tunings have.
enum TuningReader {
  /// One of `scales`; without a file after a problem.
  private struct Scale {
    var label: String
    var file: ScalaFile?
    var name: String { ScalaScale.prefix + label }
  }

  /// Nil after a problem.
  ///
  /// - Parameter varied: The names of the task's tunings where they vary: `tonic` and `map` are for those that have them.
  static func read(_ reader: Reader, varied: [String]) -> (any TuningSystem)? {
    let parameter = Parameter(
      name: "tuning", kind: .choice(BuiltInTunings.names), fallback: EqualTemperament.name,
      meaning: "Tuning: the size of each interval in cents (peach list tunings)")
    let node = reader.node(parameter, required: false)
    let tonic = tonic(reader)
    let map = map(reader)
    let scales = scales(reader)
    defer {
      if !scales.isEmpty {
        reader.resolve("scales", .mapping(scales.map { Value.Field($0.label, .text($0.file?.text ?? "")) }))
      }
    }
    guard let name = node == nil ? EqualTemperament.name : node?.text,
      let tuning = named(name, map, scales, reader)
    else {
      // Of a scale that is there something has been said.
      if let node, !scales.contains(where: { $0.name == node.text }) {
        reader.report(
          "expected \(parameter.expectation), got \(node.shown)", at: "tuning",
          hint: node.text.flatMap(BuiltInTunings.question) ?? reader.hintForList("tuning", node))
      }
      return nil
    }
    reader.resolve("tuning", .text(name))
    checkOthers(varied.isEmpty ? [name] : varied, reader)
    if let map = map ?? (tuning as? ScalaScale)?.map { reader.resolve("map", .list(map.map(Value.integer))) }
    guard var keyed = tuning as? any KeyedTuning else {
      if let tonic { reader.resolve("tonic", .text(tonic.name)) }
      return tuning
    }
    keyed.scale.tonic = tonic ?? .c
    reader.resolve("tonic", .text(keyed.scale.tonic.name))
    return keyed
  }

  /// Reports a tonic or a map that belongs to no tuning of the task.
  private static func checkOthers(_ names: [String], _ reader: Reader) {
    let shown = names.joined(separator: ", ")
    let hasScale = names.contains { $0.hasPrefix(ScalaScale.prefix) }
    if reader.has("map"), !hasScale {
      reader.report(
        "expected no key map, because only \(ScalaScale.name) has degrees to choose from; got one for \(shown)",
        at: "map")
    }
    if reader.has("tonic"), !hasScale, !names.contains(where: { BuiltInTunings.named($0) is any KeyedTuning }) {
      reader.report(
        "expected no tonic, because intervals of \(shown) are the same above every note", at: "tonic",
        hint: "tunings with a tonic: \(keyed.joined(separator: ", "))")
    }
  }

  /// The tunings that start on a note.
  private static let keyed = BuiltInTunings.all.filter { $0 is any KeyedTuning.Type }.map { $0.name }

  private static func named(
    _ name: String, _ map: [Int]?, _ scales: [Scale], _ reader: Reader
  ) -> (any TuningSystem)? {
    guard let scale = scales.first(where: { $0.name == name }) else { return BuiltInTunings.named(name) }
    guard let file = scale.file, map != nil || !reader.has("map") else { return nil }
    do {
      return try ScalaScale(file, label: scale.label, map: map)
    } catch {
      let count = file.noteCount
      let nearest = file.nearestMap.map(String.init).joined(separator: ", ")
      let hint = "the degrees nearest to equal semitones are [\(nearest)]"
      if map == nil {
        reader.reportMissing("map", expected: error.expected, hint: hint)
      } else {
        reader.report("expected \(error.expected), got \(error.got)", at: "map", hint: count == 12 ? nil : hint)
      }
      return nil
    }
  }

  private static func tonic(_ reader: Reader) -> PitchClass? {
    let parameter = Parameter(
      name: "tonic", kind: .text, fallback: PitchClass.c.name,
      meaning:
        "Note on which the scale starts; only the tunings \(keyed.joined(separator: ", ")) and \(ScalaScale.prefix)FILE use it"
    )
    guard let node = reader.node(parameter, required: false) else { return nil }
    guard let text = node.text else {
      reader.report("expected a note name such as C, C# or Db, got \(node.shown)", at: "tonic")
      return nil
    }
    do {
      return try PitchClass(parsing: text)
    } catch {
      reader.report("expected \(error.expected), got \(error.got)", at: "tonic", hint: "tonic: C#")
      return nil
    }
  }

  private static func map(_ reader: Reader) -> [Int]? {
    let words = reader.words(
      "map", required: false, form: "a list of whole numbers",
      "For a Scala tuning file (.scl) that does not have exactly 12 notes: a list of 12 degrees of its scale, one for "
        + "each semitone from the tonic upwards; the tonic is degree 0")
    guard let words else { return nil }
    var degrees: [Int] = []
    for word in words {
      if let degree = NumberGrammar.integer(word.text) {
        degrees.append(degree)
      } else {
        reader.diagnostics.report(
          Problem(
            place: word.place, path: "\(reader.path).map",
            message: "expected a whole number, got \(SafeText.quoted(word.text))"))
      }
    }
    return degrees.count == words.count ? degrees : nil
  }

  /// The Scala files of a stored experiment, or those that were read for a new one.
  private static func scales(_ reader: Reader) -> [Scale] {
    let parameter = Parameter(
      name: "scales", kind: .section, fallback: "none",
      meaning:
        "Contents of the Scala tuning files (.scl), by file name and checksum (NAME:HASH). Peach writes this key when "
        + "it stores an experiment; leave it out")
    guard let node = reader.node(parameter, required: false) else { return [] }
    guard case .mapping(let entries, _) = node else {
      reader.report("expected a mapping, got \(node.shown)", at: "scales")
      return []
    }
    return entries.map { scale($0, reader) }
  }

  private static func scale(_ entry: Node.Entry, _ reader: Reader) -> Scale {
    let file = entry.value.text.flatMap { try? ScalaFile(text: $0, file: entry.key) }
    guard let file, ScaleFiles.isLabel(entry.key, of: file.text) else {
      reader.diagnostics.report(
        Problem(
          place: entry.value.place, path: "\(reader.path).scales",
          message: "the text of the Scala file \(entry.key) was changed: it does not match its hash",
          hint: "leave scales out and name the file: tuning: scala:FILE"))
      return Scale(label: entry.key, file: nil)
    }
    return Scale(label: entry.key, file: file)
  }
}

import ArgumentParser
import PeachAudio
import PeachSupport

/// The output of `peach list sounds`: patterns of names, and the presets of a SoundFont one by one.
enum SoundPage {
  static func list() -> Catalogue.List {
    let sounds = SoundList.all()
    return Catalogue.List(
      columns: ["name", "summary", "cents_off_at_A4"],
      rows: sounds.entries.map { [$0.name, $0.summary, $0.cents?.shortest] }, advice: sounds.advice)
  }

  /// The page of a pattern of names, or of one sound.
  ///
  /// - Throws: `ValidationError` with the nearest name where there is no such sound.
  static func page(_ name: String) throws -> Page {
    if let kind = BuiltInTimbres.all.first(where: { $0.pattern == name }) {
      return Page(name: name, facts: [("summary", kind.summary), ("source", kind.source)], parameters: [])
    }
    do {
      let timbre = try BuiltInTimbres.named(name)
      let kind = type(of: timbre)
      return Page(
        name: timbre.name,
        facts: [("kind", kind.pattern), ("summary", kind.summary)] + timbre.facts + [("source", kind.source)],
        parameters: [])
    } catch {
      throw ValidationError(error.hint.map { "\(error.reason); \($0)" } ?? error.reason)
    }
  }
}

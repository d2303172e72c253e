import Configuration
import Trials

/// Reads `profile`: what strategies know of the listener at the start. A listener's name stands for the profile that is
/// kept of them; its numbers are what is resolved, so that a stored experiment stays what it was.
enum ProfileReader {
  private static let name = "profile"

  /// - Returns: Nil where the file names none, or after a problem.
  static func read(_ root: Reader, kept: Experiment.Overrides.Profiles?) -> PerceptualProfile? {
    let parameter = Parameter(
      name: name, kind: .text, fallback: "none", meaning: "The listener whose kept profile strategies start from")
    guard let node = root.node(parameter, required: false) else { return nil }
    if case .mapping = node { return numbers(node, root) }
    guard let id = node.text else {
      root.report("expected the name of a listener, got \(node.shown)", at: name)
      return nil
    }
    do {
      guard let profile = try kept?(id) else {
        root.report("expected a listener with records, got '\(id)'", at: name, hint: "peach listener list shows them")
        return nil
      }
      root.resolve(name, profile.value)
      return profile
    } catch {
      root.report("\(error)", at: name)
      return nil
    }
  }

  private static func numbers(_ node: Node, _ root: Reader) -> PerceptualProfile? {
    var notes = [RunningStatistics](repeating: RunningStatistics(), count: 128)
    let profile = Reader.read(node, path: name, diagnostics: root.diagnostics) { reader in
      let list = reader.node(
        Parameter(name: "notes", kind: .section, fallback: nil, meaning: "By note: count, mean, squares"),
        required: true)
      if case .sequence(let items, _) = list {
        for item in items {
          _ = Reader.read(item, path: "\(name).notes", diagnostics: root.diagnostics) { reader in
            let note = reader.integer("note", in: 0...127, "MIDI number")
            notes[note] = statistics(reader)
          }
        }
      }
      let matching = reader.section("matching", required: true, "Of pitch matchings", statistics)
      return PerceptualProfile(notes: notes, matching: matching ?? RunningStatistics())
    }
    if let profile { root.resolve(name, profile.value) }
    return profile
  }

  private static func statistics(_ reader: Reader) -> RunningStatistics {
    RunningStatistics(
      count: reader.integer("count", in: 0...Int.max, "How many differences"),
      mean: reader.number("mean", unit: "cents", "Their mean"),
      squares: reader.number("squares", unit: "cents²", in: .atLeast(0), "Sum of squared deviations"))
  }
}

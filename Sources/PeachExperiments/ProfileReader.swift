import PeachSupport
import PeachTrials

/// Reads `profile`: what strategies know of the listener at the start. A listener's name stands for the profile that is
/// kept of them; its numbers are what is resolved, so that a stored experiment stays what it was.
enum ProfileReader {
  private static let name = "profile"

  /// - Returns: `nil` if the file names none, or after a problem.
  static func read(_ root: Reader, kept: Experiment.Overrides.Profiles?) -> PerceptualProfile? {
    let parameter = Parameter(
      name: name, kind: .text, fallback: "none",
      meaning: "Listener with records on this machine, from whose profile (thresholds over notes) strategies start")
    guard let node = root.node(parameter, required: false) else { return nil }
    if case .mapping = node { return numbers(node, root) }
    guard let id = node.text else {
      root.report("expected the name of a listener, got \(node.shown)", at: name)
      return nil
    }
    do {
      guard let profile = try kept?(id) else {
        root.report(
          "expected a listener with records, got \(SafeText.quoted(id))", at: name,
          hint: "peach listener list shows them")
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
    let profile = Reader.read(
      node, path: name, diagnostics: root.diagnostics, PerceptualProfile.init(from:))
    if let profile { root.resolve(name, profile.value) }
    return profile
  }
}

package import PeachListeners
import PeachSupport

/// The fitted parameters of a stored listener, from which an experiment makes a twin: a simulated listener like that
/// person. Only Peach makes one, from its database of sessions.
public struct TwinSource: Hashable, Sendable {
  package var parameters: TwinParameters
  /// The calibration's number, from 1; `nil` if comparisons were fitted.
  package var calibration: Int?
  /// How many were fitted, where there is no calibration.
  package var comparisons: Int?

  package init(_ parameters: TwinParameters, calibration: Int?, comparisons: Int?) {
    self.parameters = parameters
    self.calibration = calibration
    self.comparisons = comparisons
  }
}

/// Why there is no twin of a listener.
package struct TwinError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  package var hint: String?

  package init(_ description: String, hint: String? = nil) {
    self.description = description
    self.hint = hint
  }
}

/// Puts what was measured into the place of a listener's name: `{kind: twin, of: P07}` is taken as if it said the numbers
/// that are known of P07, so that the resolved experiment, which is stored and makes the digest, has them in it and reads
/// back without that listener.
enum TwinNodes {
  /// Also in listeners that this one is made of, which have no names.
  ///
  /// - Parameter isNamed: Whether it has a name, by default that of a twin.
  static func resolved(
    _ node: Node, _ twins: Experiment.Overrides.Twins?, _ diagnostics: Diagnostics, path: String,
    isNamed: Bool = true
  ) -> Node {
    func inner(_ node: Node, _ step: String) -> Node {
      resolved(node, twins, diagnostics, path: path + step, isNamed: false)
    }
    switch node {
    case .scalar, .refused: return node
    case .sequence(let items, let place):
      return .sequence(items.enumerated().map { inner($1, "[\($0 + 1)]") }, place: place)
    case .mapping(let entries, let place):
      let entries = entries.map { Node.Entry(key: $0.key, place: $0.place, value: inner($0.value, ".\($0.key)")) }
      return withNumbers(.mapping(entries, place: place), twins, diagnostics, path: path, isNamed: isNamed)
    }
  }

  private static func withNumbers(
    _ node: Node, _ twins: Experiment.Overrides.Twins?, _ diagnostics: Diagnostics, path: String, isNamed: Bool
  ) -> Node {
    guard case .mapping(let entries, let place) = node, node["kind"]?.text == TwinListener.kind, node["jnd"] == nil,
      let of = node["of"], let id = of.text
    else { return node }
    func refuse(_ message: String, at place: Place, _ key: String, hint: String? = nil) -> Node {
      diagnostics.report(Problem(place: place, path: "\(path).\(key)", message: message, hint: hint))
      return .refused(place: place)
    }
    let stated = node["calibration"]
    let number = stated?.plainText.flatMap(NumberGrammar.integer)
    if let stated, number.map({ $0 < 1 }) ?? true {
      return refuse(
        "expected the number of a calibration, a whole number ≥ 1, got \(stated.shown)", at: stated.place,
        "calibration",
        hint: "peach calibrate listener --listener \(SafeText.forShell(id)) --list shows them")
    }
    guard let twins else {
      return refuse(
        "expected the numbers of the twin, because Peach does not look up listeners for this file", at: of.place, "of",
        hint: "state them in place of the listener: {kind: twin, jnd: 8, lapse: 0.01, bias: 0}")
    }
    do {
      let found = try twins(id, number)
      func scalar(_ text: String) -> Node { .scalar(text: text, isQuoted: false, place: of.place) }
      var added: [(String, Node)] = []
      if isNamed, node["name"] == nil { added.append(("name", scalar("twin-of-\(id)"))) }
      if let calibration = found.calibration { added.append(("calibration", scalar(String(calibration)))) }
      if let comparisons = found.comparisons { added.append(("comparisons", scalar(String(comparisons)))) }
      let isUncertain = node["uncertainty"]?.plainText == "true"
      for field in found.parameters.fields(hasErrors: isUncertain) {
        if case .number(let value) = field.value { added.append((field.key, scalar(value.shortest))) }
      }
      let names = added.map(\.0)
      return .mapping(
        entries.filter { !names.contains($0.key) }
          + added.map { Node.Entry(key: $0.0, place: of.place, value: $0.1) }, place: place)
    } catch let error as TwinError {
      return refuse(
        error.description, at: stated?.place ?? of.place, stated == nil ? "of" : "calibration", hint: error.hint)
    } catch {
      return refuse("\(error)", at: of.place, "of")
    }
  }
}

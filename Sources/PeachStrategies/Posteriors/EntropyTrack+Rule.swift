import PeachSupport
import PeachTrials

extension EntropyTrack {
  /// The rule of psi, psi-marginal or QUEST+ for a methods section, which names only the free parameters.
  ///
  /// - Parameter name: The procedure at the start of a sentence.
  static func rule(of settings: Value, on axis: Axis, named name: String) -> String {
    let isSigned = axis.isSigned || settings["signed"] == .flag(true)
    let names = [
      ("threshold", isSigned ? "the point of subjective equality" : "threshold"), ("slope", "slope"),
      ("guess", "guess rate"), ("lapse", "lapse rate"),
    ]
    let free = names.filter { isFree(settings[$0.0]) }
    let nuisance = Set((settings["nuisance"]?.items ?? []).compactMap(\.word))
    let averaged = free.filter { nuisance.contains($0.0) }
    let others = free.filter { !nuisance.contains($0.0) }.map(\.1)
    let joint = others.count == 1 ? "posterior" : "joint posterior"
    let distribution = averaged.isEmpty ? "the \(joint) distribution" : "the \(joint) distribution of \(listed(others))"
    let kept =
      "\(name) kept a posterior distribution over \(listed(free.map(\.1))) on a grid"
      + (averaged.isEmpty ? "" : " and marginalised it over \(listed(averaged.map(\.1)))") + ". "
    guard let lowest = settings["select"]?["n-lowest"], let count = lowest["n"]?.wholeNumber else {
      return kept + "Each trial was placed at the level that minimised the expected entropy of \(distribution)."
    }
    let repeats =
      lowest["max-repeats"]?.wholeNumber.map {
        " No level was presented more than \($0 == 1 ? "once" : "\($0.spelled) times") in a row."
      } ?? ""
    return kept
      + "Each trial was placed at a level drawn at random from the \(count.spelled) levels with the least expected entropy of "
      + "\(distribution).\(repeats)"
  }

  /// Whether a grid has several values of a parameter. A varied grid counts as free.
  private static func isFree(_ grid: Value?) -> Bool {
    if case .mapping? = grid { return true }
    return (grid?.items.count ?? 0) > 1
  }

  /// `threshold`, or `threshold, slope and lapse rate`.
  private static func listed(_ names: [String]) -> String {
    guard names.count > 1 else {
      let name = names.first ?? "parameters"
      return name.hasPrefix("the ") ? name : "the \(name)"
    }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }
}

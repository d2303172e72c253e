import PeachFitting
import PeachMath
import PeachSupport
import PeachTrials

/// How the common fit of a file is made.
extension ExperimentReader {
  private static let methods = FitRequest.Method.allCases.map(\.rawValue)

  /// The penalised fit after a problem.
  func readMethods(_ root: Reader) -> [FitRequest.Method] {
    let key = "estimator-method"
    let expected = "one of \(Self.methods.joined(separator: ", ")), or a list of them"
    let parameter = Parameter(
      name: key, kind: .form(expected), fallback: FitRequest.Method.reduced.rawValue,
      meaning:
        "Method of the common fit, which fits all runs alike: ml (maximum likelihood), reduced (penalised "
        + "likelihood, with less bias) or bayes (Bayesian, about a hundred times slower). Result tables have rows with "
        + "the estimator fit for the first method, and rows fit:METHOD for further methods of a list")
    guard let node = root.node(parameter, required: false) else {
      root.resolve(key, .text(FitRequest.Method.reduced.rawValue))
      return [.reduced]
    }
    var methods: [FitRequest.Method] = []
    let items = if case .sequence(let items, _) = node { items } else { [node] }
    for item in items {
      guard let text = item.text, let method = FitRequest.Method(rawValue: text) else {
        root.report(
          "expected \(expected), got \(item.shown)", at: key,
          hint: item.text.flatMap { NearestName.question(for: $0, among: Self.methods) })
        return [.reduced]
      }
      if methods.contains(method) {
        root.report("expected each method once, got \(text) twice", at: key)
        return [.reduced]
      }
      methods.append(method)
    }
    guard let first = methods.first else {
      root.report("expected \(expected), got an empty list", at: key)
      return [.reduced]
    }
    root.resolve(key, methods.count == 1 ? .text(first.rawValue) : .list(methods.map { .text($0.rawValue) }))
    return methods
  }

  /// λ of comparisons; nil: free.
  func readLapse(_ root: Reader) -> Double? {
    let key = "estimator-lapse"
    let bounds = Bounds.within(0..<0.5)
    let meaning =
      "Lapse rate λ of the common fit, which fits all runs of comparisons alike: a number, or free to estimate it "
      + "up to \(FitRequest.greatestLapse.shortest)"
    guard root.value(key)?.text == "free" else {
      return root.number(key, unit: "1", in: bounds, default: 0.01, meaning)
    }
    let parameter = Parameter(name: key, kind: .text, unit: "1", fallback: nil, meaning: meaning)
    if root.node(parameter, required: false) != nil { root.resolve(key, .text("free")) }
    return nil
  }

  /// Whether common estimates have an interval.
  func readInterval(_ root: Reader) -> Bool {
    let (key, names) = ("estimator-interval", ["none", "95%"])
    let parameter = Parameter(
      name: key, kind: .choice(names), fallback: names[0],
      meaning:
        "95%: adds a 95 % interval to the common fit, which fits all runs alike: a profile-likelihood interval (of "
        + "the penalised likelihood if estimator-method is reduced), or a posterior interval if it is bayes. The "
        + "interval takes dozens of times as long as the fit. Default none")
    guard let node = root.node(parameter, required: false) else { return false }
    guard let text = node.text, names.contains(text) else {
      root.report("expected \(parameter.expectation), got \(node.shown)", at: key)
      return false
    }
    guard text == names[1] else { return false }
    root.resolve(key, .text(text))
    return true
  }

  /// The function of the common fit of answers that are right or wrong; normal after a problem.
  func readFunction(_ root: Reader) -> any PsychometricFunction.Type {
    let names = BuiltInFunctions.all.map { $0.name }
    let parameter = Parameter(
      name: Self.functionKey, kind: .choice(names), fallback: NormalFunction.name,
      meaning:
        "Psychometric function of the common fit, which fits all runs alike; on a log axis it is a function of "
        + "log10 of the level. Comparisons (higher or lower) always use normal")
    guard let node = root.node(parameter, required: false) else { return NormalFunction.self }
    guard let text = node.text, let function = BuiltInFunctions.named(text) else {
      root.report(
        "expected \(parameter.expectation), got \(node.shown)", at: Self.functionKey,
        hint: node.text.flatMap { NearestName.question(for: $0, among: names) })
      return NormalFunction.self
    }
    // What files meant that did not say it keeps its digest.
    if function.name != NormalFunction.name { root.resolve(Self.functionKey, .text(text)) }
    return function
  }

  static let functionKey = "estimator-function"

  func checkFunction(_ function: any PsychometricFunction.Type, _ task: TrialTask, _ root: Reader) {
    if task.kind == .comparison, function.name != NormalFunction.name {
      root.report(
        "expected normal, the only function for comparisons (higher or lower), got \(function.name)",
        at: Self.functionKey)
    } else if task.axis.scale == .linear, function.usesLogarithm {
      root.report(
        "expected a function that takes no logarithm of the level, got \(function.name); levels on a linear axis may "
          + "be 0 or negative",
        at: Self.functionKey)
    }
  }

  /// Advises about listeners and strategies that state another function than the common fit assumes.
  func adviseOnFunctions(_ function: any PsychometricFunction.Type, _ parts: [Part], in list: String) {
    for part in parts {
      guard let (node, path) = Self.function(in: part.node, "\(list).\(part.name)"), let stated = node.text,
        BuiltInFunctions.named(stated) != nil, stated != function.name
      else { continue }
      diagnostics.advise(
        Problem(
          place: node.place, path: path,
          message:
            "the common fit (the same for every run) uses the function \(function.name), but this "
            + "\(list == "listeners" ? "listener" : "strategy") states \(stated); this difference can bias the fit",
          hint: "state \(Self.functionKey): \(stated)"))
    }
  }

  /// The first function that a listener or strategy states, its own or that of a part of it.
  private static func function(in node: Node, _ path: String) -> (node: Node, path: String)? {
    switch node {
    case .mapping(let entries, _):
      if let own = node["function"] { return (own, path + ".function") }
      return entries.lazy.compactMap { function(in: $0.value, path + "." + $0.key) }.first
    case .sequence(let items, _):
      return items.enumerated().lazy.compactMap { function(in: $1, "\(path)[\($0 + 1)]") }.first
    default: return nil
    }
  }
}

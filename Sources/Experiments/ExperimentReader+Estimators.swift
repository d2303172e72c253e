import Configuration
import Inference

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
        "How the common fit is made, fit; further ones of a list are rows fit:METHOD. bayes takes about a hundred "
        + "times as long")
    guard let node = root.node(parameter, required: false) else {
      root.resolve(key, .text(FitRequest.Method.reduced.rawValue))
      return [.reduced]
    }
    var methods: [FitRequest.Method] = []
    let items = if case .sequence(let items, _) = node { items } else { [node] }
    for item in items {
      guard let text = item.text, let method = FitRequest.Method(rawValue: text) else {
        let hint = item.text.flatMap { NearestName.of($0, among: Self.methods) }
        root.report(
          "expected \(expected), got \(item.shown)", at: key, hint: hint.map { "did you mean \(Shown.quoted($0))?" })
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
    let meaning = "λ of the common fit of comparisons; or free, up to \(FitRequest.greatestLapse.shortest)"
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
        "The interval of the common fit: by the profile of its likelihood, penalised where it is reduced; of bayes "
        + "by the posterior. It takes some dozens of times as long as the fit")
    guard let node = root.node(parameter, required: false) else { return false }
    guard let text = node.text, names.contains(text) else {
      root.report("expected \(parameter.expectation), got \(node.shown)", at: key)
      return false
    }
    guard text == names[1] else { return false }
    root.resolve(key, .text(text))
    return true
  }
}

import Configuration
import Inference

/// How the common fit of a file is made. What is left out is not in the resolved file, so that digests stay.
extension ExperimentReader {
  private static let methods = FitRequest.Method.allCases.map(\.rawValue)

  /// Maximum likelihood after a problem.
  func readMethods(_ root: Reader) -> [FitRequest.Method] {
    let key = "estimator-method"
    let expected = "one of \(Self.methods.joined(separator: ", ")), or a list of them"
    let parameter = Parameter(
      name: key, kind: .form(expected), fallback: FitRequest.Method.ml.rawValue,
      meaning:
        "How the common fit is made, fit; further ones of a list are rows fit:METHOD. bayes takes about a hundred times as long"
    )
    guard let node = root.node(parameter, required: false) else { return [.ml] }
    var methods: [FitRequest.Method] = []
    let items = if case .sequence(let items, _) = node { items } else { [node] }
    for item in items {
      guard let text = item.text, let method = FitRequest.Method(rawValue: text) else {
        let hint = item.text.flatMap { NearestName.of($0, among: Self.methods) }
        root.report(
          "expected \(expected), got \(item.shown)", at: key, hint: hint.map { "did you mean \(Shown.quoted($0))?" })
        return [.ml]
      }
      if methods.contains(method) {
        root.report("expected each method once, got \(text) twice", at: key)
        return [.ml]
      }
      methods.append(method)
    }
    guard let first = methods.first else {
      root.report("expected \(expected), got an empty list", at: key)
      return [.ml]
    }
    if methods != [.ml] {
      root.resolve(key, methods.count == 1 ? .text(first.rawValue) : .list(methods.map { .text($0.rawValue) }))
    }
    return methods
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

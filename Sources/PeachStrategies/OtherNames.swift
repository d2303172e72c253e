/// Names of the strategies in the literature and in other programs, for hints.
enum OtherNames {
  private static let names = [
    "constant": "constant-stimuli", "mcs": "constant-stimuli", "method-of-constant-stimuli": "constant-stimuli",
    "method-of-limits": "limits", "quest+": "quest-plus", "psi+": "psi-marginal", "psi-m": "psi-marginal",
    "maximum-likelihood": "mlp", "updated-maximum-likelihood": "uml", "multistair": "interleaved",
    "stochastic-approximation": "robbins-monro", "accelerated-stochastic-approximation": "kesten",
    "weighted": "weighted-up-down", "kaernbach": "weighted-up-down",
  ]
  private static let staircases: Set = [
    "staircase", "stair", "stairhandler", "up-down", "updown", "levitt", "transformed", "n-down-1-up",
    "adaptive-staircase",
  ]

  /// The name to write instead of a word; `nil` if the word is unknown.
  static func hint(for word: String) -> String? {
    let word = String(word.lowercased().map { $0.isLetter || $0.isNumber || $0 == "+" ? $0 : "-" })
    if let name = names[word] { return "write kind: \(name)" }
    if staircases.contains(word) {
      return "write kind: transformed-up-down, down: 2 (it steps down after two correct answers)"
    }
    guard let rule = rule(word) else { return nil }
    return "write kind: transformed-up-down, down: \(rule.down)\(rule.up.map { ", up: \($0)" } ?? "")"
  }

  /// The counts of 2-down-1-up, 3-down, 2d1u or 1-up-2-down.
  private static func rule(_ word: String) -> (down: Int, up: Int?)? {
    // No regex is Sendable: each is made where it is used.
    if let match = word.wholeMatch(of: /(\d{1,2})-?d(?:own)?(?:-?(\d{1,2})-?u(?:p)?)?/), let down = Int(match.1) {
      return (down, match.2.flatMap { Int($0) })
    }
    if let match = word.wholeMatch(of: /(\d{1,2})-?u(?:p)?-?(\d{1,2})-?d(?:own)?/), let down = Int(match.2) {
      return (down, Int(match.1))
    }
    return nil
  }
}

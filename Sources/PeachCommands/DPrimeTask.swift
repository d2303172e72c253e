import ArgumentParser
import PeachMath
import PeachSupport

/// The tasks that `peach dprime` knows.
enum DPrimeTask: String, CaseIterable {
  case yesNo = "yes-no"
  case mafc
  case sameDifferent = "same-different"
  case abx
  case oddity

  /// - Throws: Advice on what to write, if the word is not one of them.
  init(named word: String) throws {
    guard let task = DPrimeTask(rawValue: word) else {
      let names = DPrimeTask.allCases.map(\.rawValue)
      let meant = ForcedChoiceName.alternatives(in: word).map {
        $0 == 1 ? "write yes-no" : "write mafc\($0 > 2 ? " --alternatives \($0)" : "")"
      }
      let hint = meant ?? NearestName.question(for: word, among: names)
      throw ValidationError("expected one of \(names.joined(separator: ", "))\(hint.map { "; \($0)" } ?? "")")
    }
    self = task
  }

  /// The task, checked against options that not every task has.
  func model(alternatives: Int?, rule: DecisionRule?) throws -> any DetectionTask {
    if alternatives != nil && self != .mafc {
      throw ValidationError("--alternatives: \(rawValue) has a fixed number; use --alternatives only with mafc")
    }
    if rule != nil, self == .yesNo || self == .mafc {
      throw ValidationError(
        "--rule: \(rawValue) has only one rule; use --rule only with same-different, abx or oddity")
    }
    switch self {
    case .yesNo: return YesNo()
    case .mafc: return try forcedChoice(alternatives ?? 2)
    case .sameDifferent: return SameDifferent(rule: rule ?? .difference)
    case .abx: return ABX(rule: rule ?? .difference)
    case .oddity: return Oddity(rule: rule ?? .difference)
    }
  }

  private func forcedChoice(_ alternatives: Int) throws -> any DetectionTask {
    let range = ForcedChoice.alternativesRange
    guard range.contains(alternatives) else {
      throw ValidationError(
        "--alternatives: expected a whole number from \(range.lowerBound) to \(range.upperBound), got \(alternatives)")
    }
    return alternatives == 2 ? TwoAlternativeForcedChoice() : ForcedChoice(alternatives: alternatives)
  }
}

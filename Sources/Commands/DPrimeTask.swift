import ArgumentParser
import Detection

/// The tasks that `peach dprime` knows.
enum DPrimeTask: String, CaseIterable, ExpressibleByArgument {
  case yesNo = "yes-no"
  case mafc
  case sameDifferent = "same-different"
  case abx
  case oddity

  /// The task, checked against options that not every task has.
  func model(alternatives: Int?, rule: DecisionRule?) throws -> any DetectionTask {
    if alternatives != nil && self != .mafc {
      throw ValidationError("--alternatives: \(rawValue) has none to choose; expected with mafc alone")
    }
    if let rule, self == .yesNo || self == .mafc {
      throw ValidationError(
        "--rule: \(rawValue) has one rule only, got '\(rule.rawValue)'; expected with same-different, abx and oddity")
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

package import PeachFitting
import PeachMath
import PeachSupport

/// Answers that speak against the guess rate of a fit.
package enum GuessEvidence {
  /// How improbable fewer correct answers must be.
  private static let limit = 0.001

  /// In words; `nil` if there are none. In some group the answers from the lowest level up to another are correct more
  /// rarely than by guessing, by a one-sided binomial test. Sums are tested as they double: to test each would find
  /// something in many tracks. Data that say their alternatives are not doubted.
  ///
  /// - Parameters:
  ///   - request: Of the fits.
  ///   - areYesNo: Whether the answers are yes and no.
  package static func note(_ groups: [ObservationGroup], _ request: FitRequest, areYesNo: Bool = false) -> String? {
    var found: (group: ObservationGroup, sum: Sum)?
    var count = 0
    for group in groups where group.alternatives == nil {
      guard let sum = below(group, request) else { continue }
      count += 1
      found = found ?? (group, sum)
    }
    guard let (group, first) = found else { return nil }
    let place = group.key.isEmpty ? "" : " in \(SafeText.cut(group.key.joined(separator: "/")))"
    let others = count > 1 ? " (the same holds for \(count - 1) more of \(groups.count) groups)" : ""
    let percent = (1000 * first.positives / first.trials).rounded() / 10
    let share = "\(first.positives.shortest) of \(first.trials.shortest) answers (\(percent.shortest) %)"
    return "only \(share) at levels up to \(first.level.shortest)"
      + "\(place) are \(areYesNo ? "yes" : "correct"), far below the assumed guess rate of "
      + "\(((1e4 * first.guess).rounded() / 1e4).shortest)"
      + "\(others): "
      + (areYesNo
        ? "if this is a yes/no task, add --alternatives 1"
        : "if that rate is wrong, set it with --alternatives M or --guess")
  }

  private struct Sum {
    var level: Double
    var trials = 0.0
    var positives = 0.0
    var guess: Double
  }

  /// The most improbable sum.
  private static func below(_ group: ObservationGroup, _ request: FitRequest) -> Sum? {
    guard request.reading == .accuracy, case .asymptote(.fixed(let guess)) = request.guessModel, guess > 0 else {
      return nil
    }
    var sum = Sum(level: 0, guess: guess)
    var found: (sum: Sum, probability: Double)?
    var tested = 0.0
    for bin in group.counts.bins {
      sum.level = bin.level
      sum.trials += bin.trials
      sum.positives += bin.positives
      if sum.trials < 2 * tested { continue }
      tested = sum.trials
      if sum.positives >= guess * sum.trials { continue }
      let probability = Binomial.lowerTail(Int(sum.positives), of: Int(sum.trials), probability: guess)
      if probability < min(limit, found?.probability ?? 1) { found = (sum, probability) }
    }
    return found?.sum
  }
}

import PeachFitting
import PeachMath
import PeachSupport
import PeachTrials

/// Differences of conditions within participants: each participant's own difference of thresholds, then the mean over
/// participants with a paired t test.
///
/// Participants who are missing a condition, or whose threshold does not count in one of the two, are left out of a pair of
/// conditions.
struct PairedContrasts {
  /// The fits of each participant, in the order of the data.
  let participants: [(key: [String], conditions: [(key: [String], fit: FitRow)])]
  /// All conditions, in the order of the data.
  let conditions: [[String]]

  /// - Parameters:
  ///   - by: The columns that tell the fits apart.
  ///   - within: Those of them that tell participants apart.
  init(_ fits: [FitRow], by: [String], within: [String]) {
    let places = by.indices.filter { within.contains(by[$0]) }
    let others = by.indices.filter { !within.contains(by[$0]) }
    var participants: [(key: [String], conditions: [(key: [String], fit: FitRow)])] = []
    var known: [[String]: Int] = [:]
    var conditions: [[String]] = []
    var seen: Set<[String]> = []
    for fit in fits {
      let (key, condition) = (places.map { fit.key[$0] }, others.map { fit.key[$0] })
      if seen.insert(condition).inserted { conditions.append(condition) }
      let place = known[key, default: participants.count]
      if place == participants.count {
        participants.append((key, []))
        known[key] = place
      }
      participants[place].conditions.append((condition, fit))
    }
    (self.participants, self.conditions) = (participants, conditions)
  }

  /// The pairs of each participant's own fits.
  var pairs: [(FitRow, FitRow)] {
    participants.flatMap { participant in
      participant.conditions.indices.flatMap { first in
        participant.conditions[(first + 1)...].map { (participant.conditions[first].fit, $0.fit) }
      }
    }
  }

  /// One row for each pair of conditions.
  var rows: [GroupComparison] {
    conditions.indices.flatMap { first in conditions[(first + 1)...].map { row(conditions[first], $0) } }
  }

  private func row(_ first: [String], _ second: [String]) -> GroupComparison {
    var row = GroupComparison(FitRow.name(of: first), FitRow.name(of: second))
    let both = participants.compactMap { participant -> (FitRow, FitRow)? in
      guard let a = participant.conditions.first(where: { $0.key == first })?.fit,
        let b = participant.conditions.first(where: { $0.key == second })?.fit
      else { return nil }
      return (a, b)
    }
    let differences = both.compactMap { a, b -> Double? in
      guard a.result.status.hasThreshold, b.result.status.hasThreshold,
        let threshold = a.result.threshold, let other = b.result.threshold
      else { return nil }
      return threshold - other
    }
    row.participants = differences.count
    row.participantsLeftOut = both.count - differences.count
    row.take(differences)
    return row
  }
}

extension GroupComparison {
  /// The mean with its 95 % interval and the p of Student's paired t test, from at least two differences.
  ///
  /// Source: Student (1908), Biometrika 6:1–25, doi:10.1093/biomet/6.1.1.
  fileprivate mutating func take(_ differences: [Double]) {
    guard !differences.isEmpty else { return }
    let count = Double(differences.count)
    let mean = differences.reduce(0, +) / count
    difference = mean
    guard differences.count > 1 else { return }
    let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    let error = (variance / count).squareRoot()
    let reach = StudentT.quantile(0.975, degreesOfFreedom: count - 1) * error
    (differenceLow, differenceHigh) = (mean - reach, mean + reach)
    if error > 0 {
      differenceP = StudentT.bothTails(mean / error, degreesOfFreedom: count - 1)
    } else if mean == 0 {
      differenceP = 1
    }
  }
}

import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// Explains why runs failed, with one line for each reason.
enum FailureText {
  /// Rarer reasons are left out.
  private static let leastShare = 0.05
  /// The number of strategies that a line names.
  private static let namesShown = 3

  /// A reason, the share of runs that failed for it, and the rows.
  struct Cause {
    var share: String
    var text: String
    var names: String
  }

  /// - Parameters:
  ///   - reach: The range in which the strategy of a row can find a threshold; `nil` if it is not bounded.
  ///   - width: The length of the longest line.
  static func text(of rows: [SummaryRow], to width: Int, reach: (SummaryRow) -> SearchRange?) -> String {
    causes(of: rows, reach: reach).map { cause in
      TextTable.paragraph("\(cause.names): \(cause.text), in \(cause.share) of the runs", to: width, indent: 2)
    }.joined()
  }

  static func causes(of rows: [SummaryRow], reach: (SummaryRow) -> SearchRange?) -> [Cause] {
    var reasons: [(text: String, shares: [Double], names: [String])] = []
    for row in rows {
      for (status, count) in row.failures.byCount {
        let share = Double(count) / Double(row.replicates)
        guard share >= leastShare else { continue }
        let text = reason(status, reach(row), truth: row.estimator.truth)
        let place = reasons.firstIndex { $0.text == text } ?? reasons.count
        if place == reasons.count { reasons.append((text, [], [])) }
        reasons[place].shares.append(share)
        let name = SummaryText.name(row)
        if !reasons[place].names.contains(name) { reasons[place].names.append(name) }
      }
    }
    return reasons.map { reason in
      Cause(share: percent(reason.shares), text: reason.text, names: listed(reason.names))
    }
  }

  /// A line for each main reason: `no threshold: adaptive 51 % for musician; all correct: levels too easy`.
  ///
  /// - Parameters:
  ///   - name: The name of a row's strategy.
  ///   - conditions: The conditions of the rows of one strategy in words.
  static func warnings(
    of rows: [SummaryRow], name: (SummaryRow) -> String, conditions: ([SummaryRow]) -> String,
    reach: (SummaryRow) -> SearchRange?
  ) -> [String] {
    var groups: [(reason: String, rows: [SummaryRow])] = []
    for row in rows {
      let main = row.failures.byCount.first
      let failed = row.failed.value ?? 0
      let isOnly = main.map { Double($0.count) >= 0.9 * failed } ?? true
      let reason =
        main.map { status, _ in
          // This text fits a line of 80 columns.
          let text =
            status == .allCorrect
            ? "all correct: levels too easy" : self.reason(status, reach(row), truth: row.estimator.truth)
          return (isOnly ? "" : "mostly ") + text
        } ?? ""
      let place = groups.firstIndex { $0.reason == reason } ?? groups.count
      if place == groups.count { groups.append((reason, [])) }
      groups[place].rows.append(row)
    }
    return groups.map { group in
      let texts = group.rows.map(name).distinct.map { strategy in
        let own = group.rows.filter { name($0) == strategy }
        return "\(strategy) \(ErrorNumbers.withoutThreshold(own)) for \(conditions(own))"
      }
      return "no threshold: \(listed(texts))" + (group.reason.isEmpty ? "" : "; \(group.reason)")
    }
  }

  /// The first three names, and how many more there are.
  static func listed(_ names: [String]) -> String {
    let more = names.count - namesShown
    return names.prefix(namesShown).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// 92 %, or 13…45 %.
  private static func percent(_ shares: [Double]) -> String {
    let low = TextTable.fixed(100 * (shares.min() ?? 0), 0)
    let high = TextTable.fixed(100 * (shares.max() ?? 0), 0)
    return (low == high ? low : "\(low)…\(high)") + " %"
  }

  private static func reason(_ status: EstimateStatus, _ reach: SearchRange?, truth: Double?) -> String {
    let isInside = reach.map { reach in truth.map(reach.levels.contains) ?? false } ?? false
    return switch (status, reach?.bound) {
    case (.floor, .thresholds?), (.ceiling, .thresholds?):
      "\(isInside ? "the estimate at an end of" : "threshold outside") the grid \(reach?.text ?? "")"
    case (.floor, .limits?): "the track stayed at its lower limit, \(reach?.text ?? "")"
    case (.ceiling, .limits?): "the track stayed at its upper limit, \(reach?.text ?? "")"
    case (.floor, nil): "the track stayed at its lower limit, or the estimate at the lower end of the strategy's grid"
    case (.ceiling, nil):
      "the track stayed at its upper limit, or the estimate at the upper end of the strategy's grid"
    case (.tooFewReversals, _): "fewer reversals than the estimator needs"
    case (.tooFewTrials, _): "fewer than three matchings whose note was not left at an end of the control"
    case (.oneOffset, _): "every matching began at the same offset"
    case (.unreachable, _): "the listener never reaches the target"
    case (.error, _): "stopped by an error"
    case (.tooFewLevels, _): "fewer levels than a fit needs"
    case (.allCorrect, _): "every answer right, so the levels are too easy"
    case (.oneAnswer, _): "every answer the same"
    case (.constant, _): "the same proportion at every level"
    case (.decreasing, _): "no rising function fits better than a flat one"
    case (.step, _): "answers jump from one level to the next"
    case (.extrapolated, _): "threshold outside the levels presented"
    case (.thresholdAtBound, _), (.widthAtBound, _): "the fit reached a bound of its search"
    case (.notConverged, _): "the search found no clear maximum"
    // With these the threshold is valid, but the error is not a number.
    case (.ok, _), (.guessAtBound, _), (.lapseAtBound, _): status.rawValue
    }
  }
}

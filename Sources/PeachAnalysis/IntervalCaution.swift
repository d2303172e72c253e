package import PeachFitting
import PeachMath

/// A reason why the 95 % intervals of a group, or its threshold, may be off: measured by simulation.
package enum IntervalCaution: CaseIterable, Sendable {
  /// Fewer than 100 trials, placed by earlier answers.
  case fewAdaptive
  /// More trials placed by earlier answers, in the accuracy reading: a wrong function then misplaces the threshold.
  case adaptive
  /// At most 140 trials at fixed levels, by the penalised fit with a free lapse rate.
  case fewFixed

  /// The caution that applies to a group; `nil` if nothing is known against its fit.
  package init?(_ group: ObservationGroup, _ request: FitRequest) {
    if group.looksAdaptive {
      if group.counts.total < 100 {
        self = .fewAdaptive
      } else if request.reading == .accuracy {
        self = .adaptive
      } else {
        return nil
      }
    } else if request.method == .reduced, request.guessModel != .lapse, case .free = request.lapseModel,
      group.counts.total <= 140
    {
      self = .fewFixed
    } else {
      return nil
    }
  }

  /// The note of such a group in a row of a table.
  package var text: String {
    switch self {
    case .fewAdaptive:
      "fewer than 100 trials whose levels seem to follow the answers (adaptive): more or fewer than 95 % of such "
        + "intervals may contain the true value"
    case .adaptive:
      "the levels seem to follow the answers (adaptive): fewer than 95 % of such intervals contain the true "
        + "threshold if the fitted function is wrong or the steps were small"
    case .fewFixed:
      "140 trials or fewer and an estimated lapse rate: --method reduced can bias the threshold by up to 0.2/β "
        + "(β: slope parameter of the function) and makes the 95 % interval of the width wider than needed"
    }
  }

  /// The notes on all groups, one for each caution that applies to any of them.
  package static func notes(on groups: [ObservationGroup], _ request: FitRequest) -> [String] {
    let parts = Dictionary(grouping: groups) { IntervalCaution($0, request) }
    return allCases.compactMap { caution in
      parts[caution].map { caution.note(on: $0, of: groups.count, request) }
    }
  }

  private func note(on groups: [ObservationGroup], of all: Int, _ request: FitRequest) -> String {
    let which = all == 1 ? "" : "\(groups.count) of \(all) groups have "
    switch self {
    case .fewAdaptive:
      return
        "\(which)fewer than 100 trials whose levels seem to follow the answers (adaptive): more or fewer than 95 "
        + "% of such 95 % intervals may contain the true value; VALIDATION.md has a table of their coverage"
    case .adaptive:
      return text + "; see VALIDATION.md" + IntervalCaution.differences(groups, request)
    case .fewFixed:
      return which + text
    }
  }

  /// The function of unsigned differences, if the levels may be such.
  private static func differences(_ groups: [ObservationGroup], _ request: FitRequest) -> String {
    let mayBe = groups.allSatisfy {
      $0.alternatives ?? request.alternatives == 2 && ($0.counts.bins.first?.level ?? 0) > 0
    }
    guard mayBe, !request.isLogLevel, request.function != HalfNormalFunction.self else { return "" }
    return "; if levels are unsigned differences, use --function \(HalfNormalFunction.name)"
  }
}

import PeachAnalysis
import PeachFitting
import PeachSupport
import PeachTrials

/// Explains the status of a fit and a remedy: for one fit with its levels, or for many in general.
struct StatusWords {
  let settings: FitSettings
  let unit: String?
  /// The fit; `nil` for many.
  let row: FitRow?

  private var isDirection: Bool { settings.reading == .direction }

  func text(_ status: EstimateStatus) -> String {
    let isBayesian = row?.belief != nil
    return ofData(status)
      + (isBayesian && status.isOfData ? "; the prior, not the data, determines most of these numbers" : "")
  }

  private func ofData(_ status: EstimateStatus) -> String {
    switch status {
    case .ok: "ok"
    case .tooFewLevels: tooFewLevels
    case .allCorrect: allCorrect
    case .oneAnswer: oneAnswer
    case .constant:
      "the proportion is the same at every level; measure at levels farther apart"
    case .decreasing: decreasing
    case .step: step
    case .thresholdAtBound:
      "the search ended at its bound, "
        + (isDirection && settings.at != nil ? "twice the largest |level|" : "the levels ± their range")
        + ": measure at levels where the answers change"
    case .widthAtBound:
      "the width is at its upper bound, many times the range of the levels: answers hardly change with the level; "
        + "measure at levels farther apart"
    case .guessAtBound:
      "the guess rate is at its upper bound\(bound(settings.guess)): the threshold depends on this bound; "
        + "measure at lower levels, or choose another bound with --guess"
    case .lapseAtBound:
      "the lapse rate is at its upper bound\(bound(.asymptote(settings.lapse))): the threshold depends on "
        + "this bound; measure at higher levels, or choose another bound with --lapse"
    case .extrapolated: extrapolated
    case .unreachable: unreachable
    case .notConverged:
      "the search found no clear maximum, so do not use these numbers; fix guess or lapse, or choose another function"
    case .floor, .ceiling, .tooFewReversals, .tooFewTrials, .oneOffset, .error: status.rawValue
    }
  }

  private var tooFewLevels: String {
    let what =
      row.map { "\($0.levels) distinct level\($0.levels == 1 ? "" : "s") for \(settings.parameters) free parameters" }
      ?? "fewer distinct levels than free parameters"
    return what + ": measure at more levels" + (settings.parameters > 2 ? ", or fix guess and lapse" : "")
  }

  private var allCorrect: String {
    guard isDirection else {
      return "every answer is correct: the threshold lies below the levels; measure at lower ones"
    }
    let bound = row?.result.bound.map {
      ", the threshold at most about \(Precision.text($0))\(unit.map { " " + $0 } ?? "")"
    }
    return
      "every answer agrees with the sign of its level: the listener hears smaller differences\(bound ?? ""); "
      + "measure at smaller differences"
  }

  private var oneAnswer: String {
    let isPositive = row.map { $0.counts.totalPositive > 0 }
    return switch (isDirection, isPositive) {
    case (_, nil): "every answer is the same: measure at levels where the listener gives the other answer too"
    case (true, let isHigher?):
      "every answer is \(isHigher ? "\"higher\"" : "\"lower\""): measure at levels where the listener gives the other "
        + "answer too"
    case (false, true?): "every answer is correct (or yes): the threshold lies below the levels; measure at lower ones"
    case (false, false?): "no answer is correct (or yes): the threshold lies above the levels; measure at higher ones"
    }
  }

  private var decreasing: String {
    let flat = "no rising function fits better than a flat line"
    if let row, row.counts.rises {
      return "\(flat), although answers change with the level: measure at levels farther apart"
    }
    return isDirection
      ? "\(flat): the proportion \"higher\" does not rise with the level. Check that \"higher\" and \"lower\" are not exchanged"
      : "\(flat): the proportion correct does not rise with the level. Check that k counts the correct answers. If higher "
        + "levels are harder, reverse the sign of the levels"
  }

  private var step: String {
    guard let row, let gap = row.result.gap else {
      return
        "the answers jump from one level to the next, with at most one level on the slope: the threshold lies in "
        + "between; measure at levels there to find the slope"
    }
    let sides = isDirection ? "lower to higher" : (row.result.guess ?? 0) > 0 ? "guessing to right" : "wrong to right"
    let middle = isDirection ? "point of subjective equality" : "threshold"
    if gap.lowerBound == gap.upperBound {
      return
        "the answers jump from \(sides) at \(level(gap.lowerBound)), the only level between them: the \(middle) "
        + "lies near this level; measure at levels around it to find the slope"
    }
    return "the answers jump from \(sides) between \(gap.lowerBound.shortest) and \(level(gap.upperBound)): the "
      + "\(middle) lies in that gap; measure at levels between them to find the slope"
  }

  private func bound(_ guess: GuessRate) -> String {
    if case .asymptote(.free(let bound)) = guess { ", \(bound.shortest)" } else { "" }
  }

  private var extrapolated: String {
    let remedy = "measure near the threshold before you trust it"
    if isDirection, settings.at != nil {
      return "the threshold is below half the smallest or above twice the largest |level|: \(remedy)"
    }
    guard let row, let threshold = row.result.threshold, let first = row.counts.bins.first,
      let last = row.counts.bins.last
    else { return "the threshold lies outside the levels by more than half their range: \(remedy)" }
    return "the threshold, \(Precision.text(threshold)), lies outside the levels, \(first.level.shortest) to "
      + "\(level(last.level)), by more than half their range: \(remedy)"
  }

  private var unreachable: String {
    guard let at = settings.at else {
      return "the fitted function does not reach the target proportion, so it has no "
        + "threshold"
    }
    guard !isDirection, let guess = row?.result.guess, let lapse = row?.result.lapse else {
      return "the function does not reach \(at.shortest): choose another --at"
    }
    return "the function does not reach \(at.shortest), it runs from \(Precision.text(guess)) to "
      + "\(Precision.text(1 - lapse)): choose another --at"
  }

  private func level(_ value: Double) -> String { value.shortest + (unit.map { " " + $0 } ?? "") }
}

extension Counts {
  /// Whether the proportion grows with the level, by its regression.
  fileprivate var rises: Bool {
    let mean = bins.reduce(0) { $0 + $1.trials * $1.level } / total
    return bins.reduce(0) { $0 + ($1.level - mean) * $1.positives } > 0
  }
}

import PeachTrials

/// A parameter of a fitted psychometric function.
package enum FitParameter: String, CaseIterable, Sendable {
  case threshold, width, guess, lapse

  /// The status of a fit with this parameter at a bound.
  var atBound: EstimateStatus {
    switch self {
    case .threshold: .thresholdAtBound
    case .width: .widthAtBound
    case .guess: .guessAtBound
    case .lapse: .lapseAtBound
    }
  }
}

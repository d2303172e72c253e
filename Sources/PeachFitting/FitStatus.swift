/// The outcome of a fit; its text is that of the `status` column. Any status but `ok` gives the reason why the
/// numbers must
/// not be taken at face value.
package enum FitStatus: Hashable, Sendable {
  package enum Parameter: String, CaseIterable, Sendable {
    case threshold, width, guess, lapse
  }

  case ok
  /// Fewer distinct levels than free parameters.
  case tooFewLevels
  case allCorrect
  /// Every answer the same.
  case oneAnswer
  /// Equal proportions at every level.
  case constant
  /// No better than a function that does not rise.
  case decreasing
  /// The likelihood is highest for a step.
  case step
  case atBound(Parameter)
  /// The threshold lies outside the data.
  case extrapolated
  /// The function does not reach the asked proportion.
  case unreachable
  case notConverged

  package var name: String {
    switch self {
    case .ok: "ok"
    case .tooFewLevels: "too-few-levels"
    case .allCorrect: "all-correct"
    case .oneAnswer: "one-answer"
    case .constant: "constant"
    case .decreasing: "decreasing"
    case .step: "step"
    case .atBound(let parameter): "at-bound:\(parameter.rawValue)"
    case .extrapolated: "extrapolated"
    case .unreachable: "unreachable"
    case .notConverged: "not-converged"
    }
  }

  /// Whether a threshold with this status counts in means over listeners.
  package var hasCountableThreshold: Bool {
    switch self {
    case .ok, .atBound(.guess), .atBound(.lapse): true
    default: false
    }
  }

  /// Whether it tells of the data alone, whatever is fitted.
  package var isOfData: Bool {
    switch self {
    case .tooFewLevels, .allCorrect, .oneAnswer, .constant, .decreasing, .step: true
    case .ok, .atBound, .extrapolated, .unreachable, .notConverged: false
    }
  }
}

import PeachSupport
package import PeachTrials

/// Several groups fitted with parameters in common.
package struct JointFit: Hashable, Sendable {
  /// The overall status if the data determine no joint curves; otherwise the first status of the groups, in the order
  /// of `EstimateStatus`.
  package var status: EstimateStatus
  /// Each group's curve and what is read from it. Its `logLikelihood` is its part of the sum, its `parameters` are those
  /// of one curve. A group whose answers are all the same, and whose threshold is its own, has a curve but no threshold.
  package var groups: [FitResult]
  /// Without binomial coefficients; in a degenerate fit that of the limit.
  package var logLikelihood: Double?
  /// With the penalty, of a reduced fit.
  package var penalised: Double?
  /// How many parameters were free: a shared one counts once.
  package var parameters: Int
  /// The unknowns at the peak, in the order of `JointModel`.
  var peak: [Double] = []
  /// The groups' curves at the peak, also of steps.
  var curves: [FitPoint] = []

  init(status: EstimateStatus, groups: [FitResult], parameters: Int) {
    self.status = status
    self.groups = groups
    self.parameters = parameters
  }

  /// No curve at all.
  init(status: EstimateStatus, _ count: Int, parameters: Int) {
    self.init(
      status: status, groups: Array(repeating: FitResult(status: status), count: count), parameters: parameters)
  }

  /// Akaike's information criterion.
  package var aic: Double? { logLikelihood.map { 2 * Double(parameters) - 2 * $0 } }

  /// Schwarz's information criterion.
  /// - Parameter trials: The trials of all groups.
  package func bic(trials: Double) -> Double? { logLikelihood.map { Double(parameters) * log(trials) - 2 * $0 } }
}

extension EstimateStatus {
  /// The place in the order in which a fit is named.
  var rank: Int {
    switch self {
    case .tooFewLevels: 0
    case .allCorrect: 1
    case .oneAnswer: 2
    case .constant: 3
    case .decreasing: 4
    case .step: 5
    case .thresholdAtBound, .widthAtBound, .guessAtBound, .lapseAtBound: 6
    case .extrapolated: 7
    case .unreachable: 8
    case .notConverged: 9
    case .ok, .floor, .ceiling, .tooFewReversals, .tooFewTrials, .oneOffset, .error: 10
    }
  }
}

import PeachFitting
import PeachStorage
import PeachTrials

/// The three figures of the analysis of matchings, each an estimator with a truth of its own.
enum MatchingEstimator: String, CaseIterable {
  case constantError = "constant-error"
  case variableError = "variable-error"
  /// In cents per cent.
  case underAdjustment = "under-adjustment"

  /// In their order in every cell.
  static func records(of listener: any MatchingListener) -> [EstimatorRecord] {
    allCases.map { estimator in
      EstimatorRecord(
        name: estimator.rawValue, target: nil, truth: listener.truth.map(estimator.truth), trueLapse: nil,
        idealSweat: nil)
    }
  }

  private func truth(_ truth: MatchingTruth) -> Double {
    switch self {
    case .constantError: truth.constantError
    case .variableError: truth.variableError
    case .underAdjustment: truth.underAdjustment
    }
  }

  func figure(_ fit: MatchingFit) -> MatchingFit.Figure? {
    switch self {
    case .constantError: fit.constantError
    case .variableError: fit.variableError
    case .underAdjustment: fit.underAdjustment
    }
  }
}

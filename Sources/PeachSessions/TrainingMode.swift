package import PeachStorage

/// A training mode: four modes, each with unison or intervals.
package enum TrainingMode: String, CaseIterable, Sendable {
  case comparison
  case matching
  case intervalComparison
  case intervalMatching

  package init(_ kind: SessionKind, isInterval: Bool) {
    switch kind {
    case .comparison: self = isInterval ? .intervalComparison : .comparison
    case .matching: self = isInterval ? .intervalMatching : .matching
    }
  }

  package var kind: SessionKind {
    switch self {
    case .comparison, .intervalComparison: .comparison
    case .matching, .intervalMatching: .matching
    }
  }

  /// Whether the intervals of the settings are trained, rather than the unison.
  package var isInterval: Bool { self == .intervalComparison || self == .intervalMatching }
}

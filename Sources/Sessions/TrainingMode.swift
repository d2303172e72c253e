public import Records

/// A training mode: four modes, each with unison or intervals.
public enum TrainingMode: String, CaseIterable, Sendable {
  case comparison
  case matching
  case intervalComparison
  case intervalMatching

  public init(_ kind: SessionKind, isInterval: Bool) {
    switch kind {
    case .comparison: self = isInterval ? .intervalComparison : .comparison
    case .matching: self = isInterval ? .intervalMatching : .matching
    }
  }

  public var kind: SessionKind {
    switch self {
    case .comparison, .intervalComparison: .comparison
    case .matching, .intervalMatching: .matching
    }
  }

  /// Whether the intervals of the settings are trained, rather than the unison.
  public var isInterval: Bool { self == .intervalComparison || self == .intervalMatching }
}

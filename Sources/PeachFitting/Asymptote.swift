/// One asymptote of a psychometric function: fixed, or free from 0 to a bound.
package enum Asymptote: Hashable, Sendable {
  case fixed(Double)
  case free(upTo: Double)

  var bounds: ClosedRange<Double> {
    switch self {
    case .fixed(let value): value...value
    case .free(let bound): 0...bound
    }
  }

  /// The start of a search.
  package var start: Double {
    switch self {
    case .fixed(let value): value
    case .free(let bound): min(0.02, bound / 2)
    }
  }
}

/// The lower asymptote, which may be tied to the upper one.
package enum GuessRate: Hashable, Sendable {
  case asymptote(Asymptote)
  /// γ = λ: the direction reading.
  case lapse
}

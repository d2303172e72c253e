import PeachSupport

/// The scale on which a function is applied to levels.
package enum LevelScale: String, Hashable, Sendable {
  case linear, log10
  /// The Weibull's own: it is a Gumbel function of ln x.
  case ln

  package init(_ function: any PsychometricFunction.Type, isLogLevel: Bool) {
    self = isLogLevel ? .log10 : function.usesLogarithm ? .ln : .linear
  }

  /// −∞ on a logarithm where the level is not above 0.
  package func place(of level: Double) -> Double {
    switch self {
    case .linear: level
    case .log10: level > 0 ? Glibc.log10(level) : -.infinity
    case .ln: level > 0 ? log(level) : -.infinity
    }
  }

  package func level(at place: Double) -> Double {
    switch self {
    case .linear: place
    case .log10: pow(10, place)
    case .ln: exp(place)
    }
  }

  /// d level / d place.
  package func stretch(at place: Double) -> Double {
    switch self {
    case .linear: 1
    case .log10: M_LN10 * pow(10, place)
    case .ln: exp(place)
    }
  }
}

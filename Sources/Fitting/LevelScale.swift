import Glibc
import Psychometrics

/// The scale on which a function is fitted to levels.
public enum LevelScale: String, Hashable, Sendable {
  case linear, log10
  /// The Weibull's own: it is a Gumbel function of ln x.
  case ln

  init(_ function: any PsychometricFunction.Type, isLogLevel: Bool) {
    self = isLogLevel ? .log10 : function.usesLogarithm ? .ln : .linear
  }

  /// - Parameter level: Above 0 on a logarithm.
  func place(of level: Double) -> Double {
    switch self {
    case .linear: level
    case .log10: Glibc.log10(level)
    case .ln: log(level)
    }
  }

  func level(at place: Double) -> Double {
    switch self {
    case .linear: place
    case .log10: pow(10, place)
    case .ln: exp(place)
    }
  }

  /// d level / d place.
  func stretch(at place: Double) -> Double {
    switch self {
    case .linear: 1
    case .log10: M_LN10 * pow(10, place)
    case .ln: exp(place)
    }
  }
}
